import { mkdtempSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { randomFrom } from '../lib/audio/random.js';
import { type Memory, openMemory } from '../lib/memory/memory.js';
import type { SearchQuery } from '../lib/memory/search/search.js';
import type { NewEntry } from '../lib/memory/tables/entry-kinds.js';
import { rareName, textOf, vectorOf } from './memory-texts.js';
import { type Row, rowOf } from './row.js';

const SIZES = [
  ['10k', 10_000],
  ['100k', 100_000],
  ['1M', 1_000_000],
] as const;
const MODEL = 'bench';
/** Entries written, and vectors, at a time. */
const BATCH = { entries: 250, vectors: 32 } as const;
/** Every 30 seconds something is kept, so that a million span a year. */
const APART_MS = 30_000;
const START = Date.UTC(2026, 0, 1);
const SEARCHES = 300;
/** Questions whose ten nearest entries are compared with those of a search through all vectors. */
const COMPARED = 20;

/** Searching and writing a memory of ever more entries, through its thread; a second stream writes during each search. */
export async function benchMemory(): Promise<Row[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'jarvis-bench-memory-'));
  const file = path.join(folder, 'jarvis.db');
  const memory = openMemory({
    file,
    onProblem: (error) => {
      throw error;
    },
  });
  try {
    const rows: Row[] = [];
    const rates: number[] = [];
    let written = 0;
    for (const [name, size] of SIZES) {
      while (written < size) {
        const began = performance.now();
        const end = Math.min(size, written + 10_000);
        for (; written < end; written += BATCH.entries) await write(memory, written, BATCH.entries);
        rates.push(10_000 / ((performance.now() - began) / 1000));
      }
      const { found, writing, searches } = await searched(memory, written);
      written = writing;
      const note = `while ${found.beside} entries were written; RSS ${rss()} MB`;
      rows.push(rowOf(`memory/search-${name}-common`, 'ms', searches.common, note));
      rows.push(rowOf(`memory/search-${name}-rare`, 'ms', searches.rare, note));
      const recall = await recallOf(memory, written);
      rows.push(
        rowOf(`memory/search-${name}-vector`, 'ms', searches.vector, `recall@10 ${recall.toFixed(3)}; ${note}`),
      );
    }
    rows.push(rowOf('memory/insert', 'per s', rates, 'words and vectors, in batches, by ten thousand'));
    await memory.close();
    rows.push(rowOf('memory/bytes-per-entry', 'bytes', [statSync(file).size / written], `RSS ${rss()} MB`));
    return rows;
  } finally {
    await memory.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function rss(): number {
  return Math.round(process.memoryUsage().rss / 1_000_000);
}

function timeOf(index: number): number {
  return START + index * APART_MS;
}

function entryOf(index: number): NewEntry {
  return { kind: 'diary', at: timeOf(index), source: 'bench', text: textOf(index), topics: ['home'] };
}

async function write(memory: Memory, from: number, count: number, vectors: number = BATCH.vectors): Promise<void> {
  await memory.entries.putMany(Array.from({ length: count }, (_, index) => entryOf(from + index)));
  for (;;) {
    const waiting = await memory.entries.unembedded(MODEL, vectors);
    if (waiting.length === 0) return;
    await memory.entries.setVectors(
      MODEL,
      waiting.map(({ id, revision }) => ({ id, revision, vector: vectorOf((id / 1000 - START) / APART_MS) })),
    );
  }
}

/** How long searches take while another stream writes one entry after the other, each with its vector. */
async function searched(memory: Memory, size: number) {
  let writing = size;
  let over = false;
  const writer = (async () => {
    while (!over) await write(memory, writing++, 1, 1);
  })();
  const random = randomFrom(size);
  const some = () => Math.floor(random() * size);
  const queries: Record<'common' | 'rare' | 'vector', () => SearchQuery> = {
    common: () => ({
      text: random() < 0.5 ? 'Was Anna in the kitchen this morning?' : 'dinner, music and the weather',
    }),
    rare: () => ({ text: `What did ${rareName(some())} say about the garden?` }),
    vector: () => ({ vector: { model: MODEL, values: Array.from(vectorOf(some(), 0.1)) } }),
  };
  const searches: Record<'common' | 'rare' | 'vector', number[]> = { common: [], rare: [], vector: [] };
  try {
    for (let count = 0; count < SEARCHES + 10; count++) {
      for (const what of ['common', 'rare', 'vector'] as const) {
        const query = queries[what]();
        const began = performance.now();
        const found = await memory.entries.search(query);
        // the first ones are slower: the engine compiles what is used often
        if (count >= 10) searches[what].push(performance.now() - began);
        if (found.length === 0) throw new Error(`Nothing was found: ${query.text ?? 'vector'}`);
      }
    }
  } finally {
    over = true;
    await writer;
  }
  return { searches, writing, found: { beside: writing - size } };
}

/** The share of the ten nearest entries of a search through all vectors that the memory's search finds. */
async function recallOf(memory: Memory, size: number): Promise<number> {
  const random = randomFrom(size + 1);
  const queries = Array.from({ length: COMPARED }, () => {
    const values = vectorOf(Math.floor(random() * size), 0.1);
    return { values, best: [] as { index: number; near: number }[] };
  });
  for (let index = 0; index < size; index++) {
    const vector = vectorOf(index);
    let length = 0;
    for (const value of vector) length += value * value;
    length = Math.sqrt(length);
    for (const { values, best } of queries) {
      let near = 0;
      for (let at = 0; at < vector.length; at++) near += (vector[at] ?? 0) * (values[at] ?? 0);
      near /= length;
      if (best.length === 10 && near <= (best[9]?.near ?? 0)) continue;
      best.push({ index, near });
      best.sort((a, b) => b.near - a.near).splice(10);
    }
  }
  let found = 0;
  for (const { values, best } of queries) {
    const nearest = await memory.entries.search({ vector: { model: MODEL, values: Array.from(values) } });
    const times = new Set(nearest.map(({ at }) => at));
    found += best.filter(({ index }) => times.has(timeOf(index))).length;
  }
  return found / (10 * COMPARED);
}
