import type { PrivacyRun } from '../lib/memory/privacy.js';
import { turns } from '../lib/turn/live.js';
import type { MemoryNode } from './jarvis-memory/jarvis-memory.js';
import { running } from './running.js';

/** A memory store to erase from, with what is held of it besides: conversations, and traces, which every store keeps. */
export function erasing({
  memory,
  dialogue,
}: MemoryNode): Required<Pick<PrivacyRun, 'memory' | 'clearSite' | 'forgetTraces'>> {
  return {
    memory,
    clearSite: (site) => dialogue.clear(site),
    async forgetTraces(meant) {
      turns.forget(meant);
      for (const { traces } of running.memory) await traces.forget(meant);
    },
  };
}
