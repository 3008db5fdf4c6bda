import type { NodeAPI } from 'node-red';
import type { Tool } from '../lib/llm/types.js';
import { toolsFor } from '../lib/tools/registry.js';
import { optionalConfig } from './adapter.js';
import type { HomeNode } from './jarvis-home/jarvis-home.js';
import type { MemoryNode } from './jarvis-memory/jarvis-memory.js';
import type { ToolNode } from './jarvis-tool/jarvis-tool.js';
import { running } from './running.js';

/** Every tool there is, over the house and the memory store that are chosen, and of the tool nodes that are deployed. */
export function toolsOf(RED: NodeAPI, { home, memory }: { home?: string; memory?: string }): Tool[] {
  return toolsFor({
    home: optionalConfig<HomeNode>(RED, home)?.home,
    memory: optionalConfig<MemoryNode>(RED, memory),
    flows: [...running.tool].flatMap((node) => node.tool() ?? []),
  });
}

/** Names of the tools of the nodes that were there before this one: the first with a name has it. */
export function toolNamesBefore(node: ToolNode): string[] {
  const nodes = [...running.tool];
  return nodes.slice(0, nodes.indexOf(node)).map(({ toolName }) => toolName);
}
