import type { Home } from '../home/types.js';
import type { Tool } from '../llm/types.js';
import { everydayTools } from './everyday/everyday-tools.js';
import { homeTools } from './home-tools.js';
import { mealTools } from './meal-tools.js';
import { type MemoryToolSource, memoryTools } from './memory-tools.js';
import { missedTool } from './missed-tool.js';
import { musicTools } from './music-tool.js';
import { stopTool } from './stop-tool.js';
import { todoTools } from './todo-tools.js';

interface ToolSources {
  /** The house whose devices may be read and switched. */
  home?: Home | undefined;
  /** What is remembered over the days. */
  memory?: MemoryToolSource | undefined;
  /** Those that nodes bring: flows, MCP servers. */
  others?: readonly Tool[] | undefined;
}

/** Every tool there is, in an order that never changes: one catalogue for the router, the planner and the agent. */
export function toolsFor({ home, memory, others = [] }: ToolSources): Tool[] {
  const sorted = others.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const everyday = everydayTools(() => home?.timeZone?.());
  return [
    ...(home ? [...homeTools(home), ...todoTools(home), ...musicTools(home)] : []),
    ...(memory ? [...memoryTools(memory), ...mealTools(memory)] : []),
    ...everyday,
    missedTool(home),
    ...sorted,
    stopTool,
  ];
}
