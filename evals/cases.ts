import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { JarvisError, reasonOf } from '../lib/turn/errors.js';
import { CONTEXTS } from './contexts.js';
import { differences } from './match.js';

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

/** The case files that ship with the package. */
export function shippedCases(): string[] {
  const folder = path.join(packageRoot(), 'evals', 'cases');
  return fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name) => path.join(folder, name));
}

/** Runs one case; an unknown context or an input that doesn't fit is a case that fails. */
export function runCase({ id, context, input, expect }: EvalCase): CaseResult {
  const result = { id, context, calls: 0 };
  const registered = CONTEXTS.find(({ name }) => name === context);
  if (!registered) return { ...result, pass: false, got: null, ms: 0, wrong: [`There is no context "${context}".`] };
  const started = performance.now();
  try {
    const got = registered.run(input);
    const ms = performance.now() - started;
    const wrong = differences(got, expect);
    return { ...result, pass: wrong.length === 0, got, ms, wrong };
  } catch (thrown) {
    return { ...result, pass: false, got: null, ms: performance.now() - started, wrong: [reasonOf(thrown)] };
  }
}

function packageRoot(): string {
  let folder = __dirname;
  while (!fs.existsSync(path.join(folder, 'package.json')) && folder !== path.dirname(folder)) {
    folder = path.dirname(folder);
  }
  return folder;
}
