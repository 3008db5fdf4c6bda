import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import type { Job } from './confined.js';

/** The pipe for the answer: what the file prints is something else. */
const ANSWER = 3;
/** Characters of a result. */
const MAX_TEXT = 20_000;

interface Exports {
  name?: unknown;
  description?: unknown;
  parameters?: unknown;
  run?(args: object, context: object): unknown;
}

const stop = new AbortController();
const lines = createInterface({ input: process.stdin });
// What is thrown outside of `run` ends the process: Node.js then writes where in the file.
lines.once('line', (line) => void answerTo(JSON.parse(line) as Job));
// Nobody waits any more.
lines.once('close', () => stop.abort());

async function answerTo(job: Job): Promise<void> {
  const loaded: Exports & { default?: Exports } = await import(pathToFileURL(job.file).href);
  const tool = loaded.default?.run ? loaded.default : loaded;
  const { name, description, parameters, run } = tool;
  if (typeof run !== 'function') throw new TypeError('It exports no function "run".');
  const answer = job.call
    ? await resultOf(() => run.call(tool, ...argumentsOf(job.call)))
    : { name, description, parameters };
  writeSync(ANSWER, `${JSON.stringify(answer)}\n`);
  process.exit();
}

function argumentsOf(call: Job['call']): [object, object] {
  return [call?.args ?? {}, { ...call?.context, signal: stop.signal }];
}

async function resultOf(run: () => unknown): Promise<{ ok: boolean; text: string }> {
  try {
    const result = await run();
    const text = typeof result === 'string' ? result : (JSON.stringify(result) ?? '');
    return { ok: true, text: text.slice(0, MAX_TEXT) };
  } catch (thrown) {
    return { ok: false, text: String(thrown instanceof Error ? thrown.message : thrown).slice(0, MAX_TEXT) };
  }
}
