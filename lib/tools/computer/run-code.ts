import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { Tool, ToolResult } from '../../llm/types.js';
import { clock } from '../../turn/clock.js';
import { JarvisError, reasonOf } from '../../turn/errors.js';
import { oneByOne } from '../../turn/one-by-one.js';
import { abortError } from '../../turn/wait.js';

/** Characters of a program. */
const MAX_CODE = 16_000;
/** How long the sandbox may take to be there, and then the program to end, in milliseconds. */
const START_MS = 10_000;
const LIMIT_MS = 2_000;

/** Small models put programs into these. */
const FENCE = /^\s*```\w*\n|\n?```\s*$/g;

const given = z.object({ code: z.string().transform((code) => code.replaceAll(FENCE, '')) });
const queue = oneByOne({ most: 4, what: 'Running programs', code: 'failed' });

/** What a thread tells: that the program begins, and how it ended. */
export type CodeMessage = 'begins' | ToolResult;

/** Runs JavaScript of the model's, which reaches nothing of this computer. @param ms longest run of a program */
export const runCodeTool = (ms = LIMIT_MS): Tool => ({
  name: 'run_code',
  description: 'Works out lists, dates and statistics exactly, by a short JavaScript program that you write.',
  parameters: {
    type: 'object',
    properties: {
      code: {
        type: 'string',
        description:
          'A program whose last line is the answer, e.g. "const a = [3, 1, 2]; a.sort(); a.at(-1)". It has no network, files, timers or Intl.',
      },
    },
    required: ['code'],
  },
  async run(args, { signal }) {
    const { code } = given.parse(args);
    if (code.length > MAX_CODE) {
      return { ok: false, text: `Not run: the program has more than ${MAX_CODE} characters.` };
    }
    return await queue.add(signal, async () => await ended(code, ms, signal));
  },
});

/** Runs a program in a thread of its own. Ending the thread ends whatever the program does. */
function ended(code: string, ms: number, signal: AbortSignal): Promise<ToolResult> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(path.join(__dirname, 'run-code.worker.js'), { workerData: code, env: {} });
    let failure = new JarvisError('failed', `The sandbox for programs was not there within ${START_MS / 1_000} s.`);
    let result: ToolResult | undefined;
    const end = () => {
      timer.cancel();
      signal.removeEventListener('abort', end);
      void worker.terminate();
      if (signal.aborted) reject(abortError(signal));
      else if (result) resolve(result);
      else reject(failure);
    };
    let timer = clock.limit(START_MS, end);
    signal.addEventListener('abort', end, { once: true });
    worker.on('message', (message: CodeMessage) => {
      if (message !== 'begins') {
        result = message;
        return end();
      }
      failure = new JarvisError('failed', 'The sandbox for programs broke while the program ran.');
      timer.cancel();
      timer = clock.limit(ms, () => {
        result = { ok: false, text: `Ended: the program ran longer than ${ms / 1_000} s. Write a faster one.` };
        end();
      });
    });
    worker.on('error', (thrown) => {
      failure = new JarvisError('failed', `The sandbox for programs failed: ${reasonOf(thrown)}`);
    });
    worker.once('exit', end);
  });
}
