import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Models } from '../lib/llm/gateway.js';
import { JarvisError, reasonOf } from '../lib/turn/errors.js';
import { Trace } from '../lib/turn/trace.js';
import { CONTEXTS } from './contexts.js';
import { differences } from './match.js';
import { MODEL_EVALS } from './model-contexts.js';

const caseSchema = z.object({
  id: z.string(),
  context: z.string(),
  input: z.unknown(),
  expect: z.unknown(),
  why: z.string().optional(),
});
export type EvalCase = z.infer<typeof caseSchema>;

export interface CaseResult {
  id: string;
  context: string;
  pass: boolean;
  got: unknown;
  /** Milliseconds. */
  ms: number;
  /** Model calls. */
  calls: number;
  /** Where it differs from what was expected. */
  wrong: string[];
  /** Tokens of all calls, where the server tells. */
  promptTokens?: number;
  answerTokens?: number;
}

/** The cases of a file: JSON Lines, or a JSON array. @throws JarvisError bad-input naming the file and line. */
export function readCases(file: string): EvalCase[] {
  const text = fs.readFileSync(file, 'utf8');
  const entries: [string, string][] = text.trimStart().startsWith('[')
    ? [['', text]]
    : text.split('\n').map((line, i): [string, string] => [`:${i + 1}`, line]);
  return entries
    .filter(([, entry]) => entry.trim() !== '')
    .flatMap(([where, entry]) => {
      try {
        const parsed: unknown = JSON.parse(entry);
        return Array.isArray(parsed) ? z.array(caseSchema).parse(parsed) : [caseSchema.parse(parsed)];
      } catch (thrown) {
        throw new JarvisError('bad-input', `${file}${where} is no case of an eval: ${reasonOf(thrown)}`, {
          cause: thrown,
        });
      }
    });
}

/** The case files that have to pass; `…-waiting.jsonl` is what the product doesn't do yet, and is run when it is named. */
export function shippedCases(): string[] {
  const folder = path.join(packageRoot(), 'evals', 'cases');
  return fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl') && !name.endsWith('-waiting.jsonl'))
    .sort()
    .map((name) => path.join(folder, name));
}

/** Runs one case of a deterministic context; an unknown context or an input that doesn't fit is a case that fails. */
export async function runCase(given: EvalCase): Promise<CaseResult> {
  const registered = CONTEXTS.find(({ name }) => name === given.context);
  if (!registered) return failed(given, 0, `There is no context "${given.context}".`);
  const started = performance.now();
  try {
    const got = await registered.run(given.input);
    return judged(given, performance.now() - started, got);
  } catch (thrown) {
    return failed(given, performance.now() - started, reasonOf(thrown));
  }
}

/** No case waits longer, in milliseconds: the budgets of a whole reply end well before. */
const MAX_MS = 5 * 60_000;

/** Runs one case of a model context. What the model failed with doesn't end the run. */
export async function runModelCase(given: EvalCase, models: Models): Promise<CaseResult> {
  const registered = MODEL_EVALS.find(({ name }) => name === given.context);
  if (!registered) return failed(given, 0, `There is no context "${given.context}".`);
  const trace = new Trace(given.id, 'evals', 'text');
  const signal = AbortSignal.timeout(MAX_MS);
  const started = performance.now();
  const result = await registered.run(given.input, { models, trace, signal }).then(
    (got) => judged(given, performance.now() - started, got),
    (thrown) => failed(given, performance.now() - started, reasonOf(thrown)),
  );
  const calls = trace.record().spans.filter(({ stage }) => stage === 'model');
  const sum = (key: string) => calls.reduce((all, span) => all + (Number(span[key]) || 0), 0);
  return { ...result, calls: calls.length, promptTokens: sum('promptTokens'), answerTokens: sum('answerTokens') };
}

function judged({ id, context, expect }: EvalCase, ms: number, got: unknown): CaseResult {
  const wrong = differences(got, expect);
  return { id, context, pass: wrong.length === 0, got, ms, calls: 0, wrong };
}

function failed({ id, context }: EvalCase, ms: number, why: string): CaseResult {
  return { id, context, pass: false, got: null, ms, calls: 0, wrong: [why] };
}

function packageRoot(): string {
  let folder = __dirname;
  while (!fs.existsSync(path.join(folder, 'package.json')) && folder !== path.dirname(folder)) {
    folder = path.dirname(folder);
  }
  return folder;
}
