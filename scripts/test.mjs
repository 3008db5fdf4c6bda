// Runs the tests that need no outside server, the longest first, and says what they took.
// usage: test.mjs [--repeat N] [FILE…]      FILE: a test's source or what it was compiled to; default: all
// --repeat runs them N times while every core is kept busy, and says which tests failed how often.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';

const root = path.resolve(import.meta.dirname, '..');
const build = path.join(root, 'build');
const cores = os.availableParallelism();
/** Seconds that files took when all ran last. */
const lastTimes = path.join(build, '.test-times.json');
/** Seconds where none did: last, these would run alone. The first keeps both cores busy, and the second mostly waits. */
const LONGEST = {
  'lib/memory/durability.test.js': 130,
  'test/walk.test.js': 120,
  'evals/cases.test.js': 110,
  'test/attacks/soak.test.js': 80,
  'test/bad-input.test.js': 58,
  'test/attacks/asked.test.js': 45,
  'test/failure-walk.test.js': 43,
  'test/attacks/tool-results.test.js': 29,
  'test/timers.test.js': 23,
};

const inBuild = (file) => path.relative(build, file).replaceAll(path.sep, '/');

function allFiles() {
  const took = { ...LONGEST, ...(existsSync(lastTimes) && JSON.parse(readFileSync(lastTimes, 'utf8'))) };
  return readdirSync(build, { recursive: true })
    .filter((file) => file.endsWith('.test.js') && !file.endsWith('.peer.test.js'))
    .map((file) => path.join(build, file))
    .sort((one, other) => (took[inBuild(other)] ?? 0) - (took[inBuild(one)] ?? 0));
}

function compiled(file) {
  if (!file.endsWith('.ts')) return path.resolve(file);
  const inRoot = path.relative(root, path.resolve(file)).replace(/\.ts$/, '.js');
  return inRoot.startsWith('web') ? path.join(build, 'web-test', path.basename(inRoot)) : path.join(build, inRoot);
}

/** Runs files, one for each core at a time: most of them wait. @returns how many tests passed, and which failed */
async function runFiles(files) {
  const failed = new Set();
  let passed = 0;
  const events = run({ files, concurrency: cores, timeout: 600_000 });
  events.on('test:fail', ({ name, file, todo, details }) => {
    if (todo !== undefined || details.error.failureType === 'subtestsFailed') return;
    failed.add(name === file ? inBuild(file) : `${inBuild(file ?? '')}: ${name}`);
  });
  events.on('test:diagnostic', ({ message }) => {
    passed = Number(/^pass (\d+)$/.exec(message)?.[1] ?? passed);
  });
  for await (const text of events.compose(new spec())) process.stdout.write(text);
  return { passed, failed };
}

async function once(files, isAll) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'jarvis-test-times-'));
  process.env.JARVIS_TEST_TIMES = path.join(folder, 'times');
  // The runner gives its own options to each file's process, which give them to no program that they start.
  process.execArgv.push('--require', path.join(import.meta.dirname, 'test-times.js'));
  writeFileSync(process.env.JARVIS_TEST_TIMES, '');
  const begun = performance.now();
  const { passed, failed } = await runFiles(files);
  const minutes = (performance.now() - begun) / 60_000;
  const lines = readFileSync(process.env.JARVIS_TEST_TIMES, 'utf8').split('\n').slice(0, -1);
  rmSync(folder, { recursive: true });
  const times = lines
    .map((line) => JSON.parse(line))
    .map(({ file, wall, own, children }) => ({ file: inBuild(file), wall, busy: own + children }))
    .sort((one, other) => other.wall - one.wall);
  const cell = (seconds) => `${seconds.toFixed(1)} s`.padStart(11);
  console.log(`\n       wall  processor       wait  the longest files`);
  for (const { file, wall, busy } of times.slice(0, 10)) {
    console.log(`${cell(wall)}${cell(busy)}${cell(Math.max(0, wall - busy))}  ${file}`);
  }
  const busy = times.reduce((sum, time) => sum + time.busy, 0) / 60;
  console.log(`${passed} tests of ${files.length} files passed in ${minutes.toFixed(1)} minutes,`);
  console.log(`with ${busy.toFixed(1)} minutes of processor time on ${cores} cores.`);
  if (isAll) writeFileSync(lastTimes, JSON.stringify(Object.fromEntries(times.map(({ file, wall }) => [file, wall]))));
  return failed.size;
}

async function repeat(files, times) {
  // Threads end with this process, whatever ends it.
  for (let core = 0; core < cores; core++) new Worker('for (;;);', { eval: true }).unref();
  const counts = new Map();
  for (let time = 0; time < times; time++) {
    for (const name of (await runFiles(files)).failed) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  console.log(counts.size > 0 ? '\nfailed:' : `\nnothing failed in ${times} runs beside ${cores} busy cores`);
  for (const [name, count] of [...counts].sort(([, one], [, other]) => other - one)) {
    console.log(`  ${count} of ${times}: ${name}`);
  }
  return counts.size;
}

const { values, positionals } = parseArgs({ options: { repeat: { type: 'string' } }, allowPositionals: true });
const files = positionals.length > 0 ? positionals.map(compiled) : allFiles();
const times = Number(values.repeat ?? 1);
if (!(times >= 1)) throw new Error('usage: test.mjs [--repeat N] [FILE…]');
process.exitCode = (await (values.repeat ? repeat(files, times) : once(files, positionals.length === 0))) > 0 ? 1 : 0;
