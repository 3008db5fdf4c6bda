import type { NodeAPI } from 'node-red';
import type { MemoryToolSource } from '../lib/tools/memory-tools.js';
import { optionalConfig } from './adapter.js';
import type { MemoryNode } from './jarvis-memory/jarvis-memory.js';

/** What the tools of the memory work on: the store that is chosen, if there is one. */
export function memorySource(RED: NodeAPI, id: string | undefined): MemoryToolSource | undefined {
  return optionalConfig<MemoryNode>(RED, id);
}
