import path from 'node:path';
import { z } from 'zod';
import type { Tool, ToolContext, ToolResult } from '../../llm/types.js';
import { isAbort, reasonOf } from '../../turn/errors.js';
import { redact } from '../../turn/redaction.js';
import { argumentsFor } from '../mcp/arguments.js';
import type { Allowed } from '../mcp/form.js';
import { resultOf } from '../mcp/result.js';
import { refusedQuestion } from '../refused-question.js';
import { runConfined } from './confined.js';
import type { Described } from './described.js';
import type { ToolFolder } from './tool-folder.js';

/** Longest time of a call, and what ending its process may take beyond it, in milliseconds. */
const CALL_MS = 20_000;
const END_MS = 3_000;

const answerSchema = z.object({ ok: z.boolean(), text: z.string() });

export interface UserToolsOptions {
  folder: Pick<ToolFolder, 'path' | 'files' | 'closed'>;
  /** What the owner lets the model call, by the name of its file; all else is closed. */
  allowed: readonly Allowed[];
  /** Longest time of a call, in milliseconds; 20 seconds when not given. */
  ms?: number;
}

/** The tools of a folder that may be called. @param taken names of other nodes' tools, which have them already */
export function userTools({ folder, allowed, ms = CALL_MS }: UserToolsOptions, taken: readonly string[] = []): Tool[] {
  return folder.files().flatMap(({ file, tool }) => {
    const rule = allowed.find(({ name }) => name === file);
    if (!rule || !tool || taken.some((name) => name.toLowerCase() === tool.name.toLowerCase())) return [];
    const run = (args: Record<string, unknown>, context: ToolContext) => {
      const signal = AbortSignal.any([context.signal, folder.closed]);
      return call(path.join(folder.path, file), args, { ...context, signal }, ms);
    };
    return [toolOf(tool, { acts: rule.acts, ms: ms + END_MS, run })];
  });
}

function toolOf(
  { name, description, parameters }: Described,
  { acts, ms, run }: Pick<Tool, 'ms' | 'run'> & { acts: boolean },
): Tool {
  return {
    ...{ name, description, parameters, acts, ms },
    async run(given, context) {
      const refused = acts && refusedQuestion(context);
      if (refused) return refused;
      const args = argumentsFor(parameters, given);
      const missing = missingOf(parameters, args);
      if (missing.length > 0) return { ok: false, text: `Wrong arguments. Missing: ${missing.join(', ')}.` };
      return await run(args, context);
    },
  };
}

async function call(
  file: string,
  args: Record<string, unknown>,
  context: ToolContext,
  ms: number,
): Promise<ToolResult> {
  const { site, area, language, signal } = context;
  try {
    const answer = await runConfined({ file, call: { args, context: { site, area, language } } }, { ms, signal });
    const read = answerSchema.safeParse(answer);
    if (!read.success) return { ok: false, text: `${path.basename(file)} gave no answer that can be read.` };
    const { ok, text } = read.data;
    return resultOf({ content: [{ type: 'text', text }], isError: !ok });
  } catch (thrown) {
    if (isAbort(thrown)) throw thrown;
    return { ok: false, text: redact(reasonOf(thrown)) };
  }
}

function missingOf({ required }: Record<string, unknown>, args: Record<string, unknown>): string[] {
  return Array.isArray(required) ? required.filter((name: string) => args[name] === undefined) : [];
}
