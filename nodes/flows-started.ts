import type { Node, NodeAPI } from 'node-red';
import { logging } from './adapter.js';

const listeners = new WeakMap<object, Set<() => unknown>>();

/**
 * Calls a node's listener whenever flows have started, until the node is closed. All nodes share one listener of Node-RED's
 * events: Node.js takes an eleventh for a leak and says so in the log.
 */
export function onFlowsStarted(RED: NodeAPI, node: Node, listener: () => unknown): void {
  const known = listeners.get(RED.events) ?? new Set();
  if (!listeners.has(RED.events)) {
    listeners.set(RED.events, known);
    RED.events.on('flows:started', () => {
      for (const one of [...known]) one();
    });
  }
  const contained = logging(RED, listener);
  known.add(contained);
  node.on('close', () => void known.delete(contained));
}
