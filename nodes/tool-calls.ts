import type { Node, NodeAPI } from 'node-red';
import { z } from 'zod';
import { answerCall, type FlowState, failureOf, isWaiting } from '../lib/tools/flow-tool.js';
import { JarvisError } from '../lib/turn/errors.js';
import { logging, showStatus } from './adapter.js';
import { reachesOurs } from './reaches.js';
import { READY, type State } from './status.js';

/** What a tool node sends, and a tool result node wants back. Node-RED's own id stays where a node makes a new message. */
const called = z.object({ call: z.object({ id: z.string() }) });
const stamped = z.object({ _msgid: z.string() });

/** The id of the call that a message belongs to; one that nobody waits for where it never belonged to any. */
export function callIdOf(msg: unknown): string | undefined {
  return called.safeParse(msg).data?.call.id ?? stamped.safeParse(msg).data?._msgid;
}

const SHOWN: Record<FlowState | 'ready', State> = {
  ready: READY,
  busy: { fill: 'blue', shape: 'dot', text: 'busy' },
  done: { fill: 'green', shape: 'dot', text: 'done' },
  failed: { fill: 'red', shape: 'ring', text: 'failed' },
  timeout: { fill: 'red', shape: 'ring', text: 'timeout' },
  idle: { fill: 'grey', shape: 'dot', text: 'idle' },
};
/** @throws JarvisError not-configured where no result can come of a call, so that nobody waits for it. */
export function mustLeadToResult(RED: NodeAPI, wires: string[][]): void {
  if (reachesOurs(RED, wires, 'jarvis-tool-result')) return;
  throw new JarvisError('not-configured', 'Nothing behind the tool node leads to a tool result node.');
}

/** Shows how the flow of a tool node does. */
export function showCall(node: Node, state: keyof typeof SHOWN): void {
  const { fill, shape, text } = SHOWN[state];
  showStatus(node, fill, shape, text);
}

interface Completed {
  msg: unknown;
  node: { id: string };
  error?: Error;
}

interface Hooks {
  add(name: string, handler: (event: Completed) => void): void;
  remove(name: string): void;
}
const HOOK = 'onComplete.jarvis-tool';

/** From now on a node's error ends the call that it works for, unless a Catch node may give the result. */
export function hearFailures(RED: NodeAPI): void {
  const hear = logging(RED, ({ msg, node, error }: Completed) => {
    const id = error && callIdOf(msg);
    if (id !== undefined && isWaiting(id) && !mayBeCaught(RED, node.id)) answerCall(id, failureOf(error));
  });
  // Node-RED reads the function's arity; its types know neither labels nor runtimes without hooks.
  const hooks = RED.hooks as Hooks | undefined;
  hooks?.remove(HOOK);
  hooks?.add(HOOK, (event) => hear(event));
}

/** Whether a Catch node that hears of a node leads to a tool result. */
function mayBeCaught(RED: NodeAPI, id: string): boolean {
  const catches: { z?: string; d?: boolean; scope?: string[] | string | null; wires?: string[][] }[] = [];
  let tab: string | undefined;
  RED.nodes.eachNode((node) => {
    if (node.id === id) tab = node.z;
    if (node.type === 'catch') catches.push(node as never);
  });
  return catches.some(
    ({ z, d, scope, wires = [] }) =>
      !d &&
      // Of what is in a subflow, nobody can tell.
      (tab === undefined || z === tab) &&
      (!Array.isArray(scope) || scope.includes(id)) &&
      reachesOurs(RED, wires, 'jarvis-tool-result'),
  );
}
