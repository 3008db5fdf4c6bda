import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { ToolResult } from '../../llm/types.js';
import type { CodeMessage } from './run-code.js';
import { inSandbox } from './sandbox-globals.js';

/** Bytes of all values of a program. */
const MAX_MEMORY = 32 * 1024 * 1024;
/** Characters that the model is told. */
const MAX_TOLD = 4_000;
/** Beside line feeds and tabs. */
const CONTROL = /[^\P{Cc}\n\t]+/gu;
/** The program's name in its own stack traces. */
const FILE = 'program';
/** WASI's answer for a file that isn't open. */
const NO_FILE = 8;
/** State of a promise. */
const PENDING = 0;
const NOTHING: ToolResult = { ok: false, text: 'It ran, and gave nothing. Its last line has to be the answer.' };

const tell = (message: CodeMessage) => parentPort?.postMessage(message);

void run(workerData as string);

/**
 * Runs a program in QuickJS, compiled to WebAssembly: its memory is its own, and no function of this side is within its
 * reach. Nothing here limits its time: this thread is ended.
 */
async function run(code: string): Promise<void> {
  const { EvalFlags, JSException, MAX_STACK_SIZE, QuickJS } = await import('quickjs-wasi');
  const vm = await QuickJS.create({
    wasm: await readFile(require.resolve('quickjs-wasi/quickjs.wasm')),
    memoryLimit: MAX_MEMORY,
    maxStackSize: MAX_STACK_SIZE,
    // The engine's own complaints would go to Node-RED's log.
    wasi: () => ({ fd_write: () => NO_FILE }),
  });
  const kept = vm.evalCode(`(${inSandbox})(${MAX_TOLD}, '${FILE}')`);
  const call = (name: keyof ReturnType<typeof inSandbox>, value: Handle) =>
    vm.callFunction(kept.getProp(name), vm.undefined, value);
  const wordsOf = (words: Handle) => (words.isString ? words.toString() : '');
  type Handle = typeof kept;

  async function resultOf(): Promise<ToolResult> {
    const ended = call('ended', vm.evalCode(code, FILE, EvalFlags.ASYNC));
    vm.executePendingJobs();
    if (ended.promiseState === PENDING) {
      return {
        ok: false,
        text: 'Failed: it waits for what never comes. There are no timers, and there is no network.',
      };
    }
    const settled = await vm.resolvePromise(ended);
    if ('error' in settled) return { ok: false, text: wordsOf(call('problem', settled.error)) };
    const text = wordsOf(call('told', settled.value));
    return text === '' ? NOTHING : { ok: true, text };
  }

  /** What can't be read, or put into words, throws here. */
  const failure = (thrown: unknown): ToolResult => {
    const text = thrown instanceof JSException ? wordsOf(call('problem', thrown.handle)) : `Failed: ${thrown}`;
    return { ok: false, text };
  };

  tell('begins');
  const { ok, text } = await resultOf().catch(failure);
  const told = text.slice(0, MAX_TOLD).replace(CONTROL, ' ');
  tell({ ok, text: text.length > MAX_TOLD ? `${told}\n[… and more]` : told });
}
