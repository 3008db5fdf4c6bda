import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { byTurns, nearestTools, textOf } from '../lib/deciding/router-embedding.js';
import { certainByKeywords, type RoutableTool, routeByKeywords } from '../lib/deciding/router-keyword.js';
import { openMiniLm } from '../lib/memory/embedding/minilm.js';
import { packageRoot } from '../test/package-root.js';
import { type Row, rowOf } from './row.js';

const FOLDER = path.join(packageRoot(), 'bench/choosing');
/** Requests that were there when the router was tuned, and those that were written afterwards and only measure it. */
const PARTS = ['tuning', 'testing'] as const;

interface Asked {
  text: string;
  tool: string;
  part: (typeof PARTS)[number];
}

type Router = (query: string) => Promise<string[]> | string[];

/**
 * How often the right one of sixty tools is among the five that the router leaves, without a model, and how long that
 * takes. A line of `tuning.txt` and `testing.txt` has a request behind its language and the name of its tool; by MiniLM
 * only where its files are.
 */
export async function benchChoosing(): Promise<Row[]> {
  const tools = read('tools.txt').map((line): RoutableTool => {
    const [name = '', description = ''] = line.split(/: (.*)/);
    return { name, description };
  });
  const asked = requests();
  const rows: Row[] = [...(await measured('', asked, (query) => routeByKeywords(query, tools)))];
  rows.push(
    ...PARTS.map((part) =>
      certainty(
        asked.filter((one) => one.part === part),
        part,
        tools,
      ),
    ),
  );
  const folder = path.join(process.env['JARVIS_TEST_MODELS'] ?? '', 'minilm');
  if (!process.env['JARVIS_TEST_MODELS'] || !existsSync(folder)) return rows;
  const embedder = openMiniLm({ folder });
  try {
    const { signal } = new AbortController();
    const embed = async (texts: string[]) => (await embedder.embed(texts, signal)).map((vector) => [...vector]);
    const vectors = await embed(tools.map(textOf));
    const known = tools.map(({ name }, index) => ({ name, vector: vectors[index] ?? [] }));
    const byModel = async (query: string) => nearestTools((await embed([query]))[0] ?? [], known);
    rows.push(...(await measured('/minilm', asked, byModel)));
    const byBoth: Router = async (query) => byTurns(routeByKeywords(query, tools), await byModel(query));
    rows.push(...(await measured('/words-and-minilm', asked, byBoth)));
  } finally {
    await embedder.close();
  }
  return rows;
}

/** @param by behind the names of rows; nothing: by words alone, as the shipped flow does */
async function measured(by: string, asked: readonly Asked[], router: Router): Promise<Row[]> {
  const times: number[] = [];
  const right = { tuning: [] as number[], testing: [] as number[] };
  const wrong: string[] = [];
  await router('warm up');
  for (const { text, tool, part } of asked) {
    const began = performance.now();
    const picked = await router(text);
    times.push(performance.now() - began);
    right[part].push(Number(picked.includes(tool)));
    if (!picked.includes(tool) && part === 'tuning') wrong.push(`${tool}: ${text} → ${picked.join(' ')}`);
  }
  if (process.env['JARVIS_BENCH_WRONG']) console.log(wrong.join('\n'));
  return [
    rowOf(`tools/choose-60${by}`, 'ms', times),
    shareOf(`tools/choose-60-right${by}`, right.testing),
    shareOf(`tools/choose-60-right${by}/tuning`, right.tuning),
  ];
}

/** Of the requests of which the words are taken to be certain, so that only those tools stay: how many keep the right one. */
function certainty(asked: readonly Asked[], part: string, tools: readonly RoutableTool[]): Row {
  const narrowed = asked.flatMap(({ text, tool }) => {
    const picked = certainByKeywords(text, tools);
    return picked ? [Number(picked.includes(tool))] : [];
  });
  const note = `right among the tools that stay; in the other ${asked.length - narrowed.length} requests all of them do`;
  return { ...shareOf(`tools/choose-60-certain/${part}`, narrowed), note };
}

function shareOf(name: string, right: readonly number[]): Row {
  const share = right.reduce((sum, one) => sum + one, 0) / right.length;
  return { ...rowOf(name, 'ratio', [share], 'right among at most five; 0 model calls'), n: right.length };
}

function requests(): Asked[] {
  return PARTS.flatMap((part) =>
    read(`${part}.txt`).map((line) => {
      const [, tool = '', text = ''] = line.split('\t');
      return { tool, text, part };
    }),
  );
}

function read(file: string): string[] {
  return readFileSync(path.join(FOLDER, file), 'utf8').trim().split('\n');
}
