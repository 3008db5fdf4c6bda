import { LRUCache } from 'lru-cache';
import { turns } from '../conversation/turns.js';
import type { Enrichment } from '../llm/context-schemas.js';
import { clock } from '../turn/clock.js';
import { holdsWords } from '../turn/erasing.js';

/** What is worth keeping while a conversation lasts. */
export interface HotValues {
  /** The excerpt of the knowledge graph that every prompt carries. */
  profile: string;
  /** What the memory was searched for, by question. */
  enrichment: Enrichment;
  /** The tools the router picked, by question and catalogue. */
  router: readonly string[];
}
export type HotKind = keyof HotValues;

/** What has been worked out for one conversation. */
export interface HotCache {
  get<K extends HotKind>(kind: K, key: string): HotValues[K] | undefined;
  put<K extends HotKind>(kind: K, key: string, value: HotValues[K]): void;
  /**
   * The kept value, or what `work` gives. `undefined` stands for a stage that fell open: it is handed on and never kept,
   * or one hiccup of the model would last for the whole conversation.
   */
  through<K extends HotKind>(
    kind: K,
    key: string,
    work: () => Promise<HotValues[K] | undefined>,
  ): Promise<HotValues[K] | undefined>;
}

type Entries = { [K in HotKind]: LRUCache<string, HotValues[K]> };
interface Kept {
  entries: Entries;
  usedAt: number;
}

const MAX_SITES = 200;
const MAX_ENTRIES = 50;
const MAX_KEY = 2_000;
/** Without a turn for this long the next one begins a new conversation; the dialogue memory's span. */
const CONVERSATION_MS = 5 * 60_000;

const sites = new LRUCache<string, Kept>({ max: MAX_SITES });
turns.on('stop', clearHotCache);
// What was worked out may be of what is erased.
holdsWords({ forget: () => sites.clear() });

/** The cache of a site's conversation; empty when the last one ended: by "stop", or by five minutes of silence. */
export function hotCache(site: string, now = clock.now()): HotCache {
  const { entries } = keptOf(site, now);
  // What comes back after a stop lands in the conversation that is over: nobody reads it there.
  const get = <K extends HotKind>(kind: K, key: string): HotValues[K] | undefined => entries[kind].get(key);
  const put = <K extends HotKind>(kind: K, key: string, value: HotValues[K]): void => {
    if (key.length > MAX_KEY) return;
    entries[kind].set(key, value);
  };
  return {
    get,
    put,
    async through(kind, key, work) {
      const known = get(kind, key);
      if (known !== undefined) return known;
      const before = entries[kind];
      const value = await work();
      // Emptied meanwhile: what was read may be of before.
      if (value !== undefined && entries[kind] === before) put(kind, key, value);
      return value;
    },
  };
}

/** Forgets a site's conversation: "stop", a new conversation. */
export function clearHotCache(site: string): void {
  sites.delete(site);
}

/** The knowledge graph has changed: every room reads its profile anew. */
export function dropProfiles(): void {
  for (const { entries } of sites.values()) entries.profile = noEntries().profile;
}

function keptOf(site: string, now: number): Kept {
  const known = sites.get(site);
  const kept = known && now - known.usedAt < CONVERSATION_MS ? known : { entries: noEntries(), usedAt: now };
  kept.usedAt = now;
  sites.set(site, kept);
  return kept;
}

function noEntries(): Entries {
  const options = { max: MAX_ENTRIES };
  return { profile: new LRUCache(options), enrichment: new LRUCache(options), router: new LRUCache(options) };
}
