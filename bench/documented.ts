import type { startRuntime } from '../test/runtime.js';

type Change = NonNullable<NonNullable<Parameters<typeof startRuntime>[0]>['change']>;

/**
 * The flow as the original's documents describe it, wired as example 06: no local commands; a router that always asks its
 * model, then a planner in a call of its own, then the look into the memory, then the agent.
 */
export const asDocumented: Change = (flow) => {
  const command = flow.find(({ type }) => type === 'jarvis-command');
  const router = flow.find(({ type }) => type === 'jarvis-router');
  if (!command || !router) throw new Error('The flow has no router, or no local commands.');
  return flow
    .filter((node) => node !== command)
    .map((node) => ({
      ...node,
      ...(node === router && {
        strategy: 'llm',
        model: flow.find(({ type }) => type === 'jarvis-model')?.id,
        always: true,
      }),
      ...(node.type === 'jarvis-planner' && { mode: 'separate' }),
      ...(Array.isArray(node['wires']) && {
        wires: node['wires'].map((port: string[]) => port.map((id) => (id === command.id ? router.id : id))),
      }),
    }));
};
