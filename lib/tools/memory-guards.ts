import { z } from 'zod';
import type { Tool, ToolResult } from '../llm/types.js';
import { JarvisError } from '../turn/errors.js';
import { isGuest } from '../turn/turn.js';

export const NOT_KEPT = 'Not done: what is said in this room is not remembered. Tell the user so.';
const NOT_FOR_GUESTS = 'Not done: the memory is for people whose voices are known here, and this one is not.';

/** A tool of the memory, closed to voices that aren't known. */
export function notForGuests(tool: Tool): Tool {
  return {
    ...tool,
    run: async (args, context) =>
      isGuest(context.turn) ? { ok: false, text: NOT_FOR_GUESTS } : await tool.run(args, context),
  };
}

/** What went wrong, in words the model can mend. */
export async function mendable(work: () => Promise<ToolResult>): Promise<ToolResult> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof z.ZodError) {
      const { path: at, message } = thrown.issues[0] ?? { path: [], message: '' };
      return { ok: false, text: `Not done: ${at.join('.')}: ${message}` };
    }
    if (thrown instanceof JarvisError) return { ok: false, text: `Not done: ${thrown.message}` };
    throw thrown;
  }
}
