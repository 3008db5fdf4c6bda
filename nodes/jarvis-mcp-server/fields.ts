import type { NodeAPI } from 'node-red';
import { MIN_TOKEN } from '../../lib/tools/mcp-server/access.js';
import { OFFERS, type OfferName, type Sources } from '../../lib/tools/mcp-server/offered.js';
import { optionalConfig } from '../adapter.js';
import type { HomeNode } from '../jarvis-home/jarvis-home.js';
import type { MemoryNode } from '../jarvis-memory/jarvis-memory.js';
import type { SatellitesNode } from '../jarvis-satellites/jarvis-satellites.js';
import type { McpServerDef } from './jarvis-mcp-server.js';

/** What tools are taken from, as a message says that it is lacking. */
const CHOSEN = { home: 'home is', memory: 'memory store is', rooms: 'satellites are' } as const;

/** The tools that are ticked; reading states is where a flow doesn't say. */
export function tickedIn(def: McpServerDef): OfferName[] {
  const ticks: Record<OfferName, boolean> = {
    get_state: def.getState ?? true,
    control_device: def.controlDevice ?? false,
    memory_search: def.memorySearch ?? false,
    say: def.say ?? false,
    ask: def.ask ?? false,
  };
  return (Object.keys(ticks) as OfferName[]).filter((name) => ticks[name]);
}

/** What is chosen and deployed now. */
export function sourcesOf(RED: NodeAPI, { home, memory, satellites }: McpServerDef): Sources {
  return {
    home: optionalConfig<HomeNode>(RED, home)?.home,
    memory: optionalConfig<MemoryNode>(RED, memory),
    rooms: optionalConfig<SatellitesNode>(RED, satellites)?.hub,
  };
}

/** Why nothing, or not everything, is served; undefined where all is well. */
export function problemOf(token: string, ticked: readonly OfferName[], sources: Sources): string | undefined {
  if (token.length < MIN_TOKEN) {
    return `Nothing is served: ${token ? `the token has fewer than ${MIN_TOKEN} characters` : 'there is no token'}. Open this node, press "New token", and deploy.`;
  }
  if (ticked.length === 0) return 'No tool is ticked, so there is nothing to call. Open this node and tick one.';
  const lacking = ticked.find((name) => !sources[OFFERS[name]]);
  return lacking && `${lacking} is ticked, but no ${CHOSEN[OFFERS[lacking]]} chosen. Open this node and choose one.`;
}
