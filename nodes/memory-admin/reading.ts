import { z } from 'zod';
import { entriesMatching } from '../../lib/memory/privacy.js';
import { KINDS } from '../../lib/memory/tables/entry-kinds.js';
import { HISTORY_SUBJECTS } from '../../lib/memory/tables/history.js';
import { takable } from '../../lib/memory/take-back.js';
import { isUnused } from '../../lib/satellites/site-names.js';
import { clock } from '../../lib/turn/clock.js';
import { within } from '../../lib/turn/wait.js';
import { recentTurns } from '../admin.js';
import type { MemoryNode } from '../jarvis-memory/jarvis-memory.js';
import { pageHub, roomOf, running } from '../running.js';
import type { Backups, Preview, Respelled, Status } from './answers.js';
import { maintenanceState } from './maintenance.js';
import { Refused, refusing } from './problems.js';
import { turnDetails, turnRows } from './turns.js';

/** Milliseconds that a date can hold. */
const moment = z.coerce.number().int().min(-8.64e15).max(8.64e15);
const id = z.coerce.number().int().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER);
const limit = z.coerce.number().int().min(1).max(100).default(30);
/** "diary,fact". */
const kinds = z
  .string()
  .max(100)
  .transform((names) => names.split(',').filter((name) => name !== ''))
  .pipe(z.array(z.enum(KINDS)))
  .optional();

const searchQuery = z.object({
  q: z.string().max(1_000).default(''),
  from: moment.optional(),
  to: moment.optional(),
  kinds,
  limit,
});
const entriesQuery = z.object({ kinds, from: moment.optional(), to: moment.optional(), before: id.optional(), limit });
const treeQuery = z.object({ under: id.optional(), limit: z.coerce.number().int().min(1).max(500).default(500) });
const historyQuery = z.object({
  before: id.optional(),
  table: z.enum(HISTORY_SUBJECTS).optional(),
  row: z.string().max(200).optional(),
  limit,
});

/** Entries that are shown of those that would be forgotten. */
const SHOWN = 20;
const MAX_COUNTED = 1_000;
/** Longest wait for the vector of a question. */
const EMBED_MS = 2_000;

type Reads = (query: Record<string, unknown>, node: MemoryNode) => unknown;

/** What the page reads, by path. */
export const reading: Readonly<Record<string, Reads>> = {
  async status(_, node): Promise<Status> {
    const { memory } = node;
    const [sizes, retention, left, turns] = await Promise.all([
      memory.overview.sizes(),
      memory.privacy.retention(),
      memory.privacy.unremembered(clock.now()),
      recentTurns(),
    ]);
    const stores = [...running.memory].map((store) => ({ id: store.id, name: store.name || store.file }));
    const used = turns.filter(({ site, at }) => !isUnused(site, at, clock.now())).reverse();
    // The newest says where it stands, an open one itself.
    const areas = new Map(used.map(({ site, area }) => [site, area]));
    for (const { id: site, area } of pageHub()?.sites() ?? []) areas.set(site, area);
    const not = new Set(left.map(({ site }) => site));
    const rooms = [...new Set([...areas.keys(), ...not])]
      .sort((a, b) => a.localeCompare(b))
      .map((site) => ({ site, area: roomOf(areas.get(site)) ?? null, remembered: !not.has(site) }));
    return { ...sizes, file: node.file, store: node.id, stores, retention, rooms };
  },

  /** By words and by meaning, of which words alone find most: a search doesn't fail because its vector does. */
  async search(query, { memory, care }) {
    const { q, ...rest } = searchQuery.parse(query);
    const { embed } = care;
    const vector =
      embed && q.trim() !== ''
        ? await within({ ms: EMBED_MS, what: 'The embedding model' }, (signal) => embed(q, signal)).catch(
            () => undefined,
          )
        : undefined;
    return await memory.entries.search({ ...rest, text: q, vector });
  },
  /** What a search with typos is meant to look for. A route of its own, so that a search itself is to the letter. */
  async 'search/respelled'(query, { memory }): Promise<Respelled> {
    const { q, kinds } = searchQuery.parse(query);
    return { text: await memory.entries.respelled({ text: q, kinds }) };
  },
  entries: (query, { memory }) => memory.entries.list(entriesQuery.parse(query)),

  graph: (query, { memory }) => memory.graph.tree(treeQuery.parse(query)),
  async 'graph/node'(query, { memory }) {
    const found = await memory.graph.node(z.object({ id }).parse(query).id);
    if (!found) throw new Refused('gone', 'This node is gone. Load the page anew.');
    return found;
  },

  history: (query, { memory }) => memory.history.list(historyQuery.parse(query)),

  /** What was forgotten by voice in the last day: when and where, not what. */
  forgotten: (_, { memory }) => takable(memory).filter(({ forgotten }) => forgotten),

  turns: () => turnRows(),
  turn: (query, node) => turnDetails(node, z.object({ id: z.string().min(1).max(100) }).parse(query).id),

  maintenance: (_, node) => maintenanceState(node),

  /** Answered also where nothing else can be read. */
  async backups(_, { memory }): Promise<Backups> {
    const [damaged, list] = await Promise.all([memory.backups.isDamaged(), memory.backups.list()]);
    return { damaged, list };
  },

  /** What would go, before somebody confirms it. */
  async 'forget/since'(query, { memory }): Promise<Preview> {
    const { from } = z.object({ from: moment }).parse(query);
    const found = await memory.entries.list({ from, limit: MAX_COUNTED });
    return { count: found.length, more: found.length === MAX_COUNTED, entries: found.slice(0, SHOWN) };
  },
  async 'forget/matching'(query, { memory }): Promise<Preview> {
    const { phrase } = z.object({ phrase: z.string().max(200) }).parse(query);
    const ids = await refusing('short-phrase', entriesMatching(phrase, { memory }));
    return { count: ids.length, more: false, entries: await memory.entries.get(ids.slice(0, SHOWN)) };
  },
};
