import type { Home } from '../../home/types.js';
import type { Tool } from '../../llm/types.js';
import { homeTools } from '../home-tools.js';
import { MEMORY_TOOLS, type MemoryToolSource, memoryTools } from '../memory-tools.js';
import { type Rooms, roomTools } from './room-tools.js';

/** What may be offered to other assistants, each for itself, and what it is taken from. */
export const OFFERS = {
  get_state: 'home',
  control_device: 'home',
  [MEMORY_TOOLS.search]: 'memory',
  say: 'rooms',
  ask: 'rooms',
} as const satisfies Record<string, keyof Sources>;
export type OfferName = keyof typeof OFFERS;

export interface Sources {
  home?: Home | undefined;
  memory?: MemoryToolSource | undefined;
  rooms?: Rooms | undefined;
}

/** The tools that are ticked, of what is there: the very ones that the assistant's own model calls. */
export function offered({ home, memory, rooms }: Sources, ticked: readonly OfferName[]): Tool[] {
  const all = [
    ...(home ? homeTools(home) : []),
    ...(memory ? memoryTools(memory) : []),
    ...(rooms ? roomTools(rooms) : []),
  ];
  return all.filter(({ name }) => ticked.some((one) => one === name));
}
