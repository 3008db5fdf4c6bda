import { z } from 'zod';
import type { Home } from '../home/types.js';
import type { ToolResult } from '../llm/types.js';

/** A name or argument the model got wrong; the message helps it to get it right. */
export class Unknown extends Error {
  override name = 'Unknown';
}

/** @throws Unknown with what is wrong, while the house isn't connected. */
export function refuseWhenLost(home: Home, what: string): void {
  const { state, detail } = home.status();
  if (state !== 'connected') throw new Unknown(`${what} ${detail}`);
}

/** What the model can mend becomes a failed result; everything else is thrown. */
export async function toolResult(work: () => Promise<ToolResult>): Promise<ToolResult> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof Unknown) return { ok: false, text: thrown.message };
    throw thrown;
  }
}

/** What a model gives as arguments, read. @throws Unknown with what is wrong */
export function argumentsOf<Output>(args: Record<string, unknown>, schema: z.ZodType<Output>): Output {
  const parsed = schema.safeParse(args);
  if (parsed.success) return parsed.data;
  throw new Unknown(`Wrong arguments: ${z.prettifyError(parsed.error)}`);
}
