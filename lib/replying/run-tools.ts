import { parametersOf } from '../deciding/tool-lines.js';
import type { Tool, ToolCall, ToolContext, ToolResult } from '../llm/types.js';
import { isAbort, reasonOf } from '../turn/errors.js';
import { traced } from '../turn/trace.js';
import { within } from '../turn/wait.js';

/** Longest run of a tool that says none, in milliseconds. */
const TOOL_MS = 20_000;

/** Tells whether a call was made before in this reply, with the same arguments in whatever order. */
export function duplicateGuard(): (name: string, args: Record<string, unknown>) => boolean {
  const seen = new Set<string>();
  return (name, args) => {
    const key = `${name} ${canonical(args)}`;
    if (seen.has(key)) return true;
    seen.add(key);
    return false;
  };
}

/**
 * Runs one call. Whatever goes wrong becomes a failed result in words that the model can use to mend it.
 * @throws AbortError only.
 */
export async function runTool(call: ToolCall, tools: readonly Tool[], context: ToolContext): Promise<ToolResult> {
  const tool = tools.find(({ name }) => name === call.name);
  if (!tool) {
    const names = tools.map(({ name }) => name).join(', ');
    return {
      ok: false,
      text: `There is no tool "${call.name}". ${names ? `The tools are: ${names}.` : 'There are none.'}`,
    };
  }
  if (call.unreadable) return { ok: false, text: 'The arguments could not be read. Give them as one JSON object.' };
  const missing = requiredOf(tool).filter((name) => call.arguments[name] === undefined);
  if (missing.length > 0) return { ok: false, text: `Arguments are missing: ${missing.join(', ')}.` };
  try {
    return await traced(
      context.trace,
      'tool',
      () =>
        within({ ms: tool.ms ?? TOOL_MS, what: `The tool ${tool.name}`, signal: context.signal }, (signal) =>
          tool.run(call.arguments, { ...context, signal }),
        ),
      { tool: tool.name },
    );
  } catch (thrown) {
    if (context.signal.aborted && isAbort(thrown)) throw thrown;
    return { ok: false, text: reasonOf(thrown) };
  }
}

/** The names of the arguments a tool can't do without. */
export function requiredOf(tool: Tool): string[] {
  const required = tool.parameters['required'];
  return Array.isArray(required) ? required.map(String) : [];
}

/** By tool, the parameter that a value without a name is for: the only one, or the only one it can't do without; empty where it takes none. */
export function soleParameters(tools: readonly Tool[]): Record<string, string> {
  return Object.fromEntries(
    tools.flatMap((tool) => {
      const all = parametersOf(tool);
      const sole = all.length === 0 ? '' : [all, requiredOf(tool)].find((names) => names.length === 1)?.[0];
      return sole === undefined ? [] : [[tool.name, sole]];
    }),
  );
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) {
    return JSON.stringify(typeof value === 'string' ? value.trim().toLowerCase() : value) ?? '';
  }
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${key}:${canonical(inner)}`).join()}}`;
}
