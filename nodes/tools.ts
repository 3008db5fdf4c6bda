import type { NodeAPI } from 'node-red';
import type { Tool } from '../lib/llm/types.js';
import { toolsFor } from '../lib/tools/registry.js';
import { optionalConfig } from './adapter.js';
import type { HomeNode } from './jarvis-home/jarvis-home.js';
import type { MemoryNode } from './jarvis-memory/jarvis-memory.js';

/** Every tool there is, over the house and the memory store that are chosen. */
export function toolsOf(RED: NodeAPI, { home, memory }: { home?: string; memory?: string }): Tool[] {
  return toolsFor({
    home: optionalConfig<HomeNode>(RED, home)?.home,
    memory: optionalConfig<MemoryNode>(RED, memory),
  });
}
