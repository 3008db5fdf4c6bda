import type { CallToolResult, Tool as Offer } from '@modelcontextprotocol/sdk/types.js';
import type { Tool, ToolContext, ToolResult } from '../../llm/types.js';
import { runTool } from '../../replying/run-tools.js';
import { redact } from '../../turn/redaction.js';
import { shorten } from '../../turn/shorten.js';

/** Longest result, in characters. */
const MAX_RESULT = 10_000;
/** Calls that run at once, of all clients together. */
const MAX_CALLS = 8;
/** Nobody there was asked: a client that could put the question could say the yes as well. */
const NOT_ASKED =
  'Not done: this opens the house. Only a person may do that, by saying it to the assistant in a room or on its page, and a yes to its question. Nobody was asked now. Do not try again.';

/** What a client is told of a tool. */
export function offerOf({ name, description, parameters, acts = false }: Tool): Offer {
  return {
    name,
    description,
    inputSchema: parameters as Offer['inputSchema'],
    annotations: { readOnlyHint: !acts, openWorldHint: false },
  };
}

/** Runs the calls of clients, some at once; what is over that fails with a sentence, as does whatever goes wrong. */
export function callRunner() {
  let running = 0;
  /** @throws AbortError only, when the context's signal fires. */
  return async (
    { name, arguments: args = {} }: { name: string; arguments?: Record<string, unknown> | undefined },
    tools: readonly Tool[],
    context: ToolContext,
  ): Promise<CallToolResult> => {
    if (running >= MAX_CALLS) return told({ ok: false, text: `Not done: ${MAX_CALLS} calls run already. Try again.` });
    running++;
    try {
      const result = await runTool({ id: name, name, arguments: args }, tools, context);
      return told(result.asks ? { ok: false, text: NOT_ASKED } : result);
    } finally {
      running--;
    }
  };
}

/** It leaves the house, so it loses secrets as what goes to a model does. */
function told({ ok, text }: ToolResult): CallToolResult {
  return { content: [{ type: 'text', text: shorten(redact(text), MAX_RESULT) }], isError: !ok };
}
