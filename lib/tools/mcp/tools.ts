import type { Tool } from '../../llm/types.js';
import { firstAsked } from '../first-asked.js';
import { BUILT_IN } from '../flow-tool-form.js';
import { refused } from '../refused.js';
import { argumentsFor } from './arguments.js';
import { type Allowed, ruleFor } from './form.js';
import type { Link } from './link.js';
import type { Offered } from './offered.js';

/** What model servers take as the name of a tool, in characters. */
const MAX_NAME = 64;

export interface McpToolsOptions {
  link: Pick<Link, 'offered' | 'call'>;
  /** What the owner lets the model call, as it was when it was ticked; all else is closed. */
  allowed: readonly Allowed[];
  /** Before each name, see `prefixOf`. */
  prefix: string;
  /** Longest time of a call, in milliseconds. */
  ms: number;
}

/**
 * The tools of a server that may be called. Names lose signs that model servers don't take; of tools whose names become
 * the same, or are another's, only the first is there.
 * @param taken names of other nodes' tools
 */
export function mcpTools(options: McpToolsOptions, taken: readonly string[] = []): Tool[] {
  const { link, allowed, prefix } = options;
  const names = new Set([...BUILT_IN, ...taken].map((name) => name.toLowerCase()));
  return link.offered().flatMap((offered) => {
    const rule = ruleFor(offered, allowed);
    if (!rule || rule === 'changed') return [];
    const name = `${prefix}_${offered.name}`.replace(/[^a-z0-9_]/gi, '_').slice(0, MAX_NAME);
    if (names.has(name.toLowerCase())) return [];
    names.add(name.toLowerCase());
    return [toolOf(name, offered, rule, options)];
  });
}

function toolOf(name: string, offered: Offered, rule: Allowed, { link, ms }: McpToolsOptions): Tool {
  // What the server itself calls destructive is that, whatever was ticked when it said otherwise.
  const acts = rule.acts || offered.destroys;
  const asks = rule.asks ?? offered.destroys;
  const { description, parameters } = offered;
  return {
    ...{ name, description, parameters, acts, ms },
    async run(args, context) {
      const refusal = refused({ acts }, context);
      if (refusal) return refusal;
      const values = argumentsFor(parameters, args);
      const unasked = asks ? firstAsked({ tool: name, values }, context) : undefined;
      return unasked ?? (await link.call(offered.name, values, { ms, signal: context.signal }));
    },
  };
}
