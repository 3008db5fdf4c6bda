import type { Node } from 'node-red';
import type { Allowed, Offers } from '../../lib/tools/mcp/form.js';
import type { Link, LinkState } from '../../lib/tools/mcp/link.js';
import { JarvisError } from '../../lib/turn/errors.js';
import { reportFailure, showStatus } from '../adapter.js';
import { running } from '../running.js';
import type { McpNode } from './jarvis-mcp.js';

/** Shows how a node's server does, and reports a failure once, however often it comes again. */
export function shows(node: Node, allowed: readonly Allowed[]): (state: LinkState) => void {
  let told = '';
  return (state) => {
    switch (state.kind) {
      case 'connecting':
        return showStatus(node, 'yellow', 'ring', 'connecting');
      case 'busy':
        return showStatus(node, 'blue', 'dot', { own: `${state.tool} ${state.progress}`.trim() });
      case 'connected': {
        told = '';
        const open = state.offered.filter((one) => allowed.some(({ name }) => name === one.name));
        const count = `${open.length}/${state.offered.length}`;
        return showStatus(node, 'green', 'dot', { own: `${state.name} ${count}`.trim() });
      }
      case 'failed':
        if (state.error.message === told) return showStatus(node, 'red', 'ring', state.error.code);
        told = state.error.message;
        return reportFailure(node, state.error, {});
    }
  };
}

/** What a form is told of a node's server. */
export function offersOf(link: Link | undefined): Offers {
  const failure = link?.failure();
  const tools = (link?.offered() ?? []).map(({ parameters: _, ...tool }) => tool);
  if (failure) return { state: 'failed', message: failure.message, tools };
  return { state: link?.isConnected() ? 'connected' : 'connecting', message: '', tools };
}

/** @throws JarvisError not-configured where a node that was there before has the prefix: its tools have the names already */
export function mustHaveOwnPrefix(node: McpNode): void {
  const nodes = [...running.tools] as Partial<McpNode>[];
  const isTaken = nodes.slice(0, nodes.indexOf(node)).some(({ prefix }) => prefix === node.prefix);
  if (!isTaken) return;
  throw new JarvisError(
    'not-configured',
    `Another mcp node has the prefix "${node.prefix}" already. Give this one a name or a prefix of its own.`,
  );
}
