import type { Node } from 'node-red';
import type { Hub } from '../lib/satellites/types.js';
import type { HomeNode } from './jarvis-home/jarvis-home.js';
import type { McpServerNode } from './jarvis-mcp-server/jarvis-mcp-server.js';
import type { MemoryNode } from './jarvis-memory/jarvis-memory.js';
import type { ModelNode } from './jarvis-model/jarvis-model.js';
import type { SatellitesNode } from './jarvis-satellites/jarvis-satellites.js';
import type { SentenceNode } from './jarvis-sentence/jarvis-sentence.js';
import type { VoiceNode } from './jarvis-voice/jarvis-voice.js';
import type { ToolsNode } from './tools.js';

/**
 * The deployed config nodes, those that take what satellites say, those with sentences and tools of the owner's, and MCP servers: for
 * the page, the admin routes, the start-up report, commands, the tools, and other assistants.
 */
export const running = {
  satellites: new Set<SatellitesNode>(),
  voice: new Set<VoiceNode>(),
  model: new Set<ModelNode>(),
  home: new Set<HomeNode>(),
  memory: new Set<MemoryNode>(),
  listener: new Set<Node>(),
  sentence: new Set<SentenceNode>(),
  tools: new Set<ToolsNode>(),
  mcpServer: new Set<McpServerNode>(),
};

/** The first deployed node of a kind. */
export function first<K extends keyof typeof running>(
  kind: K,
): (typeof running)[K] extends Set<infer T> ? T | undefined : never {
  return running[kind].values().next().value as never;
}

/** The name of an area of the house, given as its name or its id. */
export function roomOf(area: string | undefined): string | undefined {
  const known = first('home')
    ?.home.house()
    .areas.find(({ id, name }) => id === area || name === area);
  return known?.name ?? area;
}

/** The hub that a site is one of. */
export function hubOf(site: string): Hub | undefined {
  for (const { hub } of running.satellites) if (hub.site(site)) return hub;
  return undefined;
}

/** The hub that serves the page. */
export function pageHub(): Hub | undefined {
  return first('satellites')?.hub;
}
