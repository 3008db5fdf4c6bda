import type { TraceRecord } from '../../lib/turn/trace.js';
import { recentTurns } from '../admin.js';
import type { MemoryNode } from '../jarvis-memory/jarvis-memory.js';
import { roomOf } from '../running.js';
import type { TurnDetails, TurnRow } from './answers.js';

const MAX_TEXT_LENGTH = 300;
const DAY_MS = 86_400_000;
/** Entries that are looked through for those of one turn. */
const MAX_LOOKED_AT = 1_000;

/** The last turns, newest first. */
export async function turnRows(): Promise<TurnRow[]> {
  return (await recentTurns()).map((record) => ({
    ...rowOf(record, MAX_TEXT_LENGTH),
    recalled: recalledIn(record).length,
  }));
}

/** One turn. What was learned is looked for among the entries of the days around it, and among the newest. */
export async function turnDetails({ memory }: MemoryNode, id: string): Promise<TurnDetails> {
  const record = (await recentTurns()).find((one) => one.id === id);
  const found = new Map(record ? recalledIn(record).map((one) => [one.id, one]) : []);
  const [recalled, around, newest] = await Promise.all([
    memory.entries.get([...found.keys()]),
    record
      ? memory.entries.list({ from: record.at - DAY_MS, to: record.at + DAY_MS, limit: MAX_LOOKED_AT })
      : Promise.resolve([]),
    memory.entries.list({ limit: MAX_LOOKED_AT }),
  ]);
  const learned = new Map([...around, ...newest].filter(({ turns }) => turns.includes(id)).map((one) => [one.id, one]));
  const blank = { id, at: 0, site: '', area: null, source: 'text' as const, heard: '', reply: '', error: '' };
  return {
    ...(record ? rowOf(record) : blank),
    known: record !== undefined,
    recalled: recalled.map((entry) => ({ ...entry, matched: [], ...found.get(entry.id) })),
    gone: found.size - recalled.length,
    learned: [...learned.values()].sort((a, b) => b.id - a.id),
  };
}

function rowOf({ id, at, site, area, source, texts }: TraceRecord, most = Number.POSITIVE_INFINITY) {
  const cut = (text = '') => (text.length > most ? `${text.slice(0, most)}…` : text);
  const room = roomOf(area) ?? null;
  return {
    id,
    at,
    site,
    area: room,
    source,
    heard: cut(texts.heard),
    reply: cut(texts.reply),
    error: cut(texts.error),
  };
}

/** An entry that a turn's recall found, and by what. */
interface Recalled {
  id: number;
  matched: string[];
  wordRank?: number;
  vectorRank?: number;
}

/** What a turn's recall has put into its prompt, as its trace tells: "123 note 2026-05-03 lasagne garlic w1 v4; …". */
function recalledIn({ spans }: TraceRecord): Recalled[] {
  const found = spans.flatMap(({ stage, ['entries']: entries }) =>
    stage === 'recall-search' && typeof entries === 'string' ? entries.split('; ') : [],
  );
  const byId = new Map<number, Recalled>();
  for (const one of found) {
    const [, digits, rest = ''] = SHOWN.exec(one) ?? [];
    const id = Number(digits);
    if (!Number.isSafeInteger(id)) continue;
    const [, words = '', byWord, byVector] = RANKS.exec(rest) ?? [];
    byId.set(id, {
      id,
      matched: words.split(' ').filter((word) => word !== ''),
      ...(byWord !== undefined && { wordRank: Number(byWord) }),
      ...(byVector !== undefined && { vectorRank: Number(byVector) }),
    });
  }
  return [...byId.values()];
}

/** The last one may have been cut off. */
const SHOWN = /^(-?\d+) (?:diary|note|fact|graph) \S+ ?(.*)$/;
const RANKS = /^(.*?)(?: ?\bw(\d+))?(?: ?\bv(\d+))?$/;
