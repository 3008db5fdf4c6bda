import type { startRuntime } from '../test/runtime.js';

type Change = NonNullable<NonNullable<Parameters<typeof startRuntime>[0]>['change']>;

const ROUTER = 'jarvisdocumented1';
const PLANNER = 'jarvisdocumented2';

/**
 * The flow as the original's documents describe it: no local commands; a router that always asks its model, then a planner
 * in a call of its own, then the look into the memory, then the agent, whose long tool results are shortened one after the other. Example 06 shows the
 * same in the editor.
 */
export const asDocumented: Change = (flow) => {
  const agent = flow.find(({ type }) => type === 'jarvis-agent');
  const command = flow.find(({ type }) => type === 'jarvis-command');
  const recall = flow.find(({ type }) => type === 'jarvis-recall');
  if (!agent || !command || !recall) throw new Error('The flow has no agent, no recall or no local commands.');
  const { z, model, home, memory } = agent;
  const place = { z, x: 0, y: 0, name: '', version: 1, model, home, memory };
  const rewired = flow
    .filter((node) => node !== command)
    .map((node) => ({
      ...node,
      ...(node === agent && { digests: 'series' }),
      ...(Array.isArray(node['wires']) && {
        wires: node['wires'].map((port: string[]) => port.map((id) => (id === command.id ? ROUTER : id))),
      }),
    }));
  return [
    ...rewired,
    { ...place, id: ROUTER, type: 'jarvis-router', strategy: 'llm', always: true, wires: [[PLANNER]] },
    { ...place, id: PLANNER, type: 'jarvis-planner', mode: 'separate', wires: [[recall.id]] },
  ];
};
