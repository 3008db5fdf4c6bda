import { writeSync } from 'node:fs';
import { sleep } from '../turn/wait.js';
import { openMemory } from './memory.js';
import { openStore } from './store.js';

/*
 * Writes to a memory, or migrates files, until it is killed. Every line it prints is something whose promise had
 * resolved, or whose call had returned: "what value". Arguments: "write", a file, the run; or "migrate" and files.
 */

const [, , work = '', ...given] = process.argv;
const [file = '', run = ''] = given;
const memory = openMemory({ file });
const acknowledge = (...words: (string | number)[]) => writeSync(1, `${words.join(' ')}\n`);

const NOON = Date.UTC(2026, 10, 21, 12);
const DAY = { day: '2026-11-21', source: `run${run}`, at: NOON };
const KEY = `${DAY.day}/${DAY.source}`;

/** Three entries in one write: all of them or none. */
async function entries(step: string): Promise<void> {
  const many = [0, 1, 2].map((part) => ({
    kind: 'note' as const,
    key: `${step}/${part}`,
    at: NOON + part,
    source: 'test',
    text: `Note ${step} part ${part}.`,
  }));
  await memory.entries.putMany(many);
  acknowledge('entries', step);
}

/** A turn, and the day's summary that goes on with it. */
async function diary(step: string): Promise<void> {
  const messages = [
    { role: 'user', content: `Question ${step}.` },
    { role: 'assistant', content: `Answer ${step}.` },
  ];
  await memory.diary.note({ turn: step, site: 'kitchen', source: 'kitchen', at: NOON, messages });
  acknowledge('said', step);
  const waiting = await memory.diary.pending({ limit: 6 });
  const before = await memory.diary.entry(KEY);
  const turns = [...new Set(waiting.map(({ turn }) => turn))];
  const summary = `${before?.text ?? 'Turns:'} ${turns.join(' ')}`;
  const ids = waiting.map(({ id }) => id);
  await memory.diary.save({ ...DAY, summary, topics: [], messages: ids, previous: before?.text ?? null });
  for (const turn of turns) acknowledge('summed', turn);
}

/** A node of the graph rewritten, with its mark. */
async function merge(step: string): Promise<void> {
  const node = await memory.graph.node(1);
  const lines = [0, 1].map((part) => ({ text: `Anna plays game ${step} part ${part}`, at: NOON }));
  const rewrites = [{ node: 1, stamp: node?.stamp ?? '', lines, added: lines }];
  await memory.graph.apply({
    rewrites,
    additions: [],
    confirmed: [],
    mark: { key: 'merged', value: step },
    why: 'merge',
  });
  acknowledge('merged', step);
}

/** Some vectors of the model of this run: every other run embeds everything anew. */
async function embed(model: string): Promise<void> {
  const waiting = await memory.entries.unembedded(model, 20);
  const vectors = waiting.map((entry, index) => ({ ...entry, vector: [1, index / 20, Math.sin(entry.id), 0.5] }));
  await memory.entries.setVectors(model, vectors);
  acknowledge('embedded', model);
}

async function write(): Promise<void> {
  for (let count = 0; ; count++) {
    const step = `r${run}s${count}`;
    await entries(step);
    await diary(step);
    await merge(step);
    await embed(`model-${Math.floor(Number(run) / 2)}`);
  }
}

/** Brings one file after the other to this version; each stays open, as it would. */
async function migrate(): Promise<void> {
  for (const old of given) {
    openStore(old);
    acknowledge('migrated', old);
  }
  await sleep(60_000);
}

acknowledge('ready', run);
(work === 'migrate' ? migrate() : write()).catch((thrown: unknown) => {
  process.stderr.write(String(thrown));
  process.exit(1);
});
