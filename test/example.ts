import assert from 'node:assert/strict';
import type { FlowNode, Runtime } from './runtime.js';
import { must } from './until.js';

/** An example as *Import ▸ Examples* gives it; its debug nodes print what they are sent. */
export async function exampleOf({ url }: Runtime, name: string): Promise<FlowNode[]> {
  const library = `${url}/library/examples/flows/@jarvis-flow/node-red-jarvis`;
  const answer = await fetch(`${library}/${encodeURIComponent(name)}`);
  assert.equal(answer.status, 200, name);
  const flow = (await answer.json()) as FlowNode[];
  return flow.map((node) => (node.type === 'debug' ? { ...node, console: true } : node));
}

/**
 * Imports examples beside what is deployed, as the editor does: what both have stays as it is.
 * @param change alters their nodes
 */
export async function importExamples(
  runtime: Runtime,
  names: readonly string[],
  change: (node: FlowNode) => FlowNode = (node) => node,
): Promise<FlowNode[]> {
  const flow = new Map((await runtime.flows()).map((node) => [node.id, node]));
  for (const name of names) {
    for (const node of await exampleOf(runtime, name)) if (!flow.has(node.id)) flow.set(node.id, change(node));
  }
  await runtime.deploy([...flow.values()], 'nodes');
  return [...flow.values()];
}

/** Presses the button of an inject node. */
export async function press({ url }: Runtime, flow: readonly FlowNode[], button: string): Promise<void> {
  const { id } = must(flow.find(({ type, name }) => type === 'inject' && name === button));
  assert.equal((await fetch(`${url}/inject/${id}`, { method: 'POST' })).status, 200, button);
}
