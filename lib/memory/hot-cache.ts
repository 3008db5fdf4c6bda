import { LRUCache } from 'lru-cache';
import { turns } from '../conversation/turns.js';
import type { Enrichment } from '../llm/context-schemas.js';
import { clock } from '../turn/clock.js';

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

const MAX_ENTRIES = 50;
const MAX_KEY = 2_000;

/** By what stands for a conversation: a new one, and one of which something is erased, begins with nothing. */
const conversations = new WeakMap<object, { entries: Entries; graph: number }>();
/** Counts the changes of the knowledge graph: profiles of before one are not read any more. */
let graph = 0;

/** The cache of a site's conversation; empty when the last one ended: by "stop", or by five minutes of silence. */
export function hotCache(site: string, now = clock.now()): HotCache {
  const entries = entriesOf(site, now);
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
      const before = graph;
      const value = await work();
      // Changed meanwhile: what was read may be of before.
      if (value !== undefined && graph === before) put(kind, key, value);
      return value;
    },
  };
}

/** The knowledge graph has changed: every room reads its profile anew. */
export function dropProfiles(): void {
  graph++;
}

function entriesOf(site: string, now: number): Entries {
  const conversation = turns.conversation(site).token(now);
  const known = conversations.get(conversation);
  const entries = known?.entries ?? noEntries();
  if (known?.graph !== graph) entries.profile = noEntries().profile;
  conversations.set(conversation, { entries, graph });
  return entries;
}

function noEntries(): Entries {
  const options = { max: MAX_ENTRIES };
  return { profile: new LRUCache(options), enrichment: new LRUCache(options), router: new LRUCache(options) };
}
