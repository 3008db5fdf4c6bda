import type { Node, NodeAPI } from 'node-red';
import type { Tool } from '../lib/llm/types.js';
import { toolsFor } from '../lib/tools/registry.js';
import { optionalConfig } from './adapter.js';
import type { HomeNode } from './jarvis-home/jarvis-home.js';
import type { MemoryNode } from './jarvis-memory/jarvis-memory.js';
import { running } from './running.js';

/** A node that brings tools for the model. */
export interface ToolsNode extends Node {
  /** Of all of its tools, also of those that something is wrong with. */
  toolNames(): readonly string[];
  /** Those that can be called now. */
  tools(): readonly Tool[];
}

/** Every tool there is, over the house and the memory store that are chosen, and of the deployed nodes that bring tools. */
export function toolsOf(RED: NodeAPI, { home, memory }: { home?: string; memory?: string }): Tool[] {
  return toolsFor({
    home: optionalConfig<HomeNode>(RED, home)?.home,
    memory: optionalConfig<MemoryNode>(RED, memory),
    others: broughtTools(),
  });
}

/** The tools that deployed nodes bring. */
export const broughtTools = (): Tool[] => [...running.tools].flatMap((node) => node.tools());

/** Has a node bring tools until it is closed; of nodes with tools of one name the first has it. */
export function bringTools(node: Node, tools: () => readonly Tool[]): void {
  const bringing: ToolsNode = Object.assign(node, {
    toolNames: () => tools().map(({ name }) => name),
    tools: () => {
      const before = toolNamesBefore(bringing);
      return tools().filter(({ name }) => !before.includes(name));
    },
  });
  running.tools.add(bringing);
  node.on('close', () => void running.tools.delete(bringing));
}

/** Names of the tools of the nodes that were there before this one: the first with a name has it. */
export function toolNamesBefore(node: ToolsNode): string[] {
  const nodes = [...running.tools];
  return nodes.slice(0, nodes.indexOf(node)).flatMap((other) => other.toolNames());
}
