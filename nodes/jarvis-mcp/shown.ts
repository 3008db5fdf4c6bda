import type { Node } from 'node-red';
import { type Allowed, type Offers, ruleFor } from '../../lib/tools/mcp/form.js';
import type { Link, LinkState } from '../../lib/tools/mcp/link.js';
import { JarvisError } from '../../lib/turn/errors.js';
import { reportFailure, showStatus } from '../adapter.js';
import { running } from '../running.js';
import type { McpNode } from './jarvis-mcp.js';

/** Shows how a node's server does, and reports a failure once, however often it comes again. */
export function shows(node: Node, allowed: readonly Allowed[]): (state: LinkState) => void {
  let told = '';
  let toldChanged = '';
  return (state) => {
    switch (state.kind) {
      case 'connecting':
        return showStatus(node, 'yellow', 'ring', 'connecting');
      case 'busy':
        return showStatus(node, 'blue', 'dot', { own: `${state.tool} ${state.progress}`.trim() });
      case 'connected': {
        told = '';
        const rules = state.offered.map((one) => ruleFor(one, allowed));
        const changed = state.offered.filter((_, at) => rules[at] === 'changed').map(({ name }) => name);
        const open = rules.filter((rule) => rule && rule !== 'changed').length;
        const count = `${open}/${state.offered.length}`;
        if (changed.join() !== toldChanged && changed.length > 0) node.warn(hasChanged(changed));
        toldChanged = changed.join();
        if (changed.length > 0) return showStatus(node, 'yellow', 'dot', { own: `${state.name} ${count}`.trim() });
        return showStatus(node, 'green', 'dot', { own: `${state.name} ${count}`.trim() });
      }
      case 'failed':
        if (state.error.message === told) return showStatus(node, 'red', 'ring', state.error.code);
        told = state.error.message;
        return reportFailure(node, state.error, {});
    }
  };
}

function hasChanged(names: readonly string[]): string {
  return `The server says something else of ${names.join(', ')} than when it was ticked, so the model may not call it: look at it in the form, and tick it again.`;
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
