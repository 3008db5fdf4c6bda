import path from 'node:path';
import { z } from 'zod';
import type { Tool, ToolContext, ToolResult } from '../../llm/types.js';
import { isAbort, reasonOf } from '../../turn/errors.js';
import { redact } from '../../turn/redaction.js';
import { firstAsked } from '../first-asked.js';
import type { Allowed } from '../mcp/form.js';
import { resultOf } from '../mcp/result.js';
import { refused } from '../refused.js';
import { runConfined } from './confined.js';
import type { Described } from './described.js';
import type { ToolFolder } from './tool-folder.js';

/** Longest time of a call, and what ending its process may take beyond it, in milliseconds. */
const CALL_MS = 20_000;
const END_MS = 3_000;
/** Calls at once; each is a process. */
const MAX_CALLS = 4;

const answerSchema = z.object({ ok: z.boolean(), text: z.string() });

export interface UserToolsOptions {
  folder: Pick<ToolFolder, 'path' | 'files' | 'closed'>;
  /** What the owner lets the model call, by the name of its file; all else is closed. */
  allowed: readonly Allowed[];
  /** Longest time of a call, in milliseconds; 20 seconds when not given. */
  ms?: number;
}

interface Called {
  /** Path of the file. */
  file: string;
  acts: boolean;
  asks: boolean;
  ms: number;
  /** Ends its calls. */
  closed: AbortSignal;
}

/** The tools of a folder that may be called. @param taken names of other nodes' tools, which have them already */
export function userTools({ folder, allowed, ms = CALL_MS }: UserToolsOptions, taken: readonly string[] = []): Tool[] {
  return folder.files().flatMap(({ file, tool }) => {
    const rule = allowed.find(({ name }) => name === file);
    if (!rule || !tool || taken.some((name) => name.toLowerCase() === tool.name.toLowerCase())) return [];
    const { acts, asks = false } = rule;
    return [toolOf(tool, { file: path.join(folder.path, file), acts, asks, ms, closed: folder.closed })];
  });
}

function toolOf({ read, ...tool }: Described, { file, acts, asks, ms, closed }: Called): Tool {
  return {
    ...{ ...tool, acts, ms: ms + END_MS },
    async run(given, context) {
      const refusal = refused({ acts }, context);
      if (refusal) return refusal;
      const args = read(given);
      if (!args.ok) return { ok: false, text: args.why };
      const unasked = asks ? firstAsked({ tool: tool.name, values: args.values }, context) : undefined;
      if (unasked) return unasked;
      const signal = AbortSignal.any([context.signal, closed]);
      return await call(file, args.values, { ...context, signal }, ms);
    },
  };
}

let calls = 0;

async function call(
  file: string,
  args: Record<string, unknown>,
  context: ToolContext,
  ms: number,
): Promise<ToolResult> {
  const { site, area, language, signal } = context;
  if (calls >= MAX_CALLS) {
    return { ok: false, text: `Not run: ${MAX_CALLS} tools like this run already. Call it again in a moment.` };
  }
  calls++;
  try {
    const answer = await runConfined({ file, call: { args, context: { site, area, language } } }, { ms, signal });
    const read = answerSchema.safeParse(answer);
    if (!read.success) return { ok: false, text: `${path.basename(file)} gave no answer that can be read.` };
    const { ok, text } = read.data;
    return resultOf({ content: [{ type: 'text', text }], isError: !ok });
  } catch (thrown) {
    if (isAbort(thrown)) throw thrown;
    return { ok: false, text: redact(reasonOf(thrown)) };
  } finally {
    calls--;
  }
}
