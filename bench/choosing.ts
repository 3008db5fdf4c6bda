import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { MODEL_LIKENESS, nearestTools, routeByVectors, textOf } from '../lib/deciding/router-embedding.js';
import { type RoutableTool, routeByKeywords } from '../lib/deciding/router-keyword.js';
import { openMiniLm } from '../lib/memory/embedding/minilm.js';
import { packageRoot } from '../test/package-root.js';
import { type Row, rowOf } from './row.js';

const FOLDER = path.join(packageRoot(), 'bench/choosing');
/** Of five requests, in each language the same, three were there when the router was tuned; the others only measure it. */
const OF_FIVE = { tuning: 3 } as const;

interface Asked {
  text: string;
  tool: string;
  isTuning: boolean;
}

type Router = (query: string) => Promise<string[]> | string[];

/**
 * How often the right one of sixty tools is among the five that the router leaves, without a model, and how long that
 * takes. `requests.txt` has a request a line, behind the name of its tool; by MiniLM only where its files are.
 */
export async function benchChoosing(): Promise<Row[]> {
  const tools = read('tools.txt').map((line): RoutableTool => {
    const [name = '', description = ''] = line.split(/: (.*)/);
    return { name, description };
  });
  const asked = requests();
  const rows = [
    ...(await measured('keywords', asked, (query) => routeByKeywords(query, tools))),
    ...(await measured('vectors', asked, (query) => routeByVectors(query, tools))),
  ];
  const folder = path.join(process.env['JARVIS_TEST_MODELS'] ?? '', 'minilm');
  if (!process.env['JARVIS_TEST_MODELS'] || !existsSync(folder)) return rows;
  const embedder = openMiniLm({ folder });
  try {
    const { signal } = new AbortController();
    const embed = async (texts: string[]) => (await embedder.embed(texts, signal)).map((vector) => [...vector]);
    const vectors = await embed(tools.map(textOf));
    const known = tools.map(({ name }, index) => ({ name, vector: vectors[index] ?? [] }));
    const byModel: Router = async (query) => nearestTools((await embed([query]))[0] ?? [], known, MODEL_LIKENESS);
    rows.push(...(await measured('minilm', asked, byModel)));
  } finally {
    await embedder.close();
  }
  return rows;
}

async function measured(name: string, asked: readonly Asked[], router: Router): Promise<Row[]> {
  const times: number[] = [];
  const right = { tuning: [] as number[], testing: [] as number[] };
  const wrong: string[] = [];
  await router('warm up');
  for (const { text, tool, isTuning } of asked) {
    const began = performance.now();
    const picked = await router(text);
    times.push(performance.now() - began);
    right[isTuning ? 'tuning' : 'testing'].push(Number(picked.includes(tool)));
    if (!picked.includes(tool) && isTuning) wrong.push(`${tool}: ${text} → ${picked.join(' ')}`);
  }
  if (process.env['JARVIS_BENCH_WRONG']) console.log(wrong.join('\n'));
  return [
    ...(['tuning', 'testing'] as const).map((part) => percentOf(`choose-60/${name}-${part}`, right[part])),
    rowOf(`choose-60/${name}-time`, 'ms', times),
  ];
}

function percentOf(name: string, right: readonly number[]): Row {
  const percent = Math.round((1000 * right.reduce((sum, one) => sum + one, 0)) / right.length) / 10;
  return {
    name,
    unit: '%',
    p50: percent,
    p95: percent,
    n: right.length,
    note: 'right among at most five; 0 model calls',
  };
}

function requests(): Asked[] {
  const asked: Asked[] = [];
  let inLanguage = 0;
  for (const line of read('requests.txt')) {
    const [tool = '', text] = line.split('\t');
    if (text === undefined) inLanguage = 0;
    else asked.push({ tool, text, isTuning: inLanguage++ % 5 < OF_FIVE.tuning });
  }
  return asked;
}

function read(file: string): string[] {
  return readFileSync(path.join(FOLDER, file), 'utf8').trim().split('\n');
}
