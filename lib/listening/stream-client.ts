import { int16Of, MIC_RATE } from '../audio/pcm.js';
import { startThread, type Thread } from '../models/worker-exit.js';
import { clock, type Timer } from '../turn/clock.js';
import { type ErrorCode, JarvisError, reasonOf, toJarvisError } from '../turn/errors.js';
import { backoff, within } from '../turn/wait.js';
import type { FromWorker, ToWorker } from './stream-protocol.js';

/** One stream of sound into a worker. */
export interface SoundStream {
  /** 16 kHz mono PCM, whole samples; copied. */
  write(samples: Buffer): void;
  /** Samples that were written and aren't heard yet. */
  readonly behind: number;
  close(): void;
}

/** A worker thread that hears many streams. */
export interface StreamWorker<Result> {
  /** Starts the thread and loads its model. @throws JarvisError with the code of what failed. */
  warm(): Promise<void>;
  /**
   * Opens a stream; the thread starts when it isn't running. A thread that dies is started again and the streams go on in
   * it from silence; `onError` says so once for each failure.
   * @param onResult called for each step, with the samples before it that were not heard (the worker was behind, or started again)
   */
  open(onResult: (value: Result, dropped: number) => void, onError: (error: Error) => void): SoundStream;
  /** Ends the thread and its streams. */
  close(): Promise<void>;
}

export interface StreamWorkerOptions {
  /** The worker's JavaScript file. */
  file: string;
  /** What its `load` is given; must be structured-cloneable. */
  data: unknown;
  /** What the person is told has failed, e.g. "The wake word engine". */
  what: string;
  code: ErrorCode;
}

interface Open<Result> {
  onResult: (value: Result, dropped: number) => void;
  onError: (error: Error) => void;
  /** Samples sent and not yet answered. */
  unanswered: number;
  /** Samples that no thread heard: written while none ran, or sent to one that died. */
  missed: number;
  /** When the person was last told that sound is dropped, in the clock's steady milliseconds. */
  toldDropped: number;
  /** The failure it was last told of; forgotten when the thread answers again. */
  told: string | undefined;
}

interface Running {
  thread: Thread;
  ready: Promise<void>;
}

const LOADING_MS = 60_000;
/** No model waits for this much sound of one stream: the thread hangs. */
const HUNG_SAMPLES = 100 * MIC_RATE;
const TELL_DROPPED_MS = 60_000;

/** Keeps one worker thread running for as long as there are streams into it. */
export function streamWorker<Result>(options: StreamWorkerOptions): StreamWorker<Result> {
  const { file, data, what, code } = options;
  const streams = new Map<number, Open<Result>>();
  let running: Running | undefined;
  let retry: Timer | undefined;
  let attempt = 0;
  let nextId = 1;

  const send = (message: ToWorker) => {
    if (message.type === 'sound') running?.thread.worker.postMessage(message, [message.samples.buffer as ArrayBuffer]);
    else running?.thread.worker.postMessage(message);
  };

  const fail = (error: JarvisError) => {
    void running?.thread.leave();
    running = undefined;
    if (streams.size > 0 && !retry) {
      retry = clock.after(backoff(attempt++), () => {
        retry = undefined;
        if (streams.size > 0) start();
      });
      retry.unref();
    }
    for (const stream of [...streams.values()]) {
      if (stream.told === error.message) continue;
      stream.told = error.message;
      stream.onError(error);
    }
  };

  const onResults = (message: Extract<FromWorker<Result>, { type: 'results' }>) => {
    attempt = 0;
    for (const { id, value, taken, dropped } of message.results) {
      const stream = streams.get(id);
      if (!stream) continue;
      stream.unanswered -= taken;
      if (dropped > 0 && clock.steady() - stream.toldDropped > TELL_DROPPED_MS) {
        stream.toldDropped = clock.steady();
        const seconds = (dropped / MIC_RATE).toFixed(1);
        stream.onError(
          new JarvisError(
            code,
            `${what} can't keep up: ${seconds} s of sound were dropped. This machine has too much to do.`,
          ),
        );
      }
      const missed = stream.missed;
      stream.missed = 0;
      stream.told = undefined;
      try {
        stream.onResult(value, dropped + missed);
      } catch (thrown) {
        stream.onError(toJarvisError(thrown, code, what));
      }
    }
  };

  const start = (): Running => {
    if (running) return running;
    const thread = startThread(file, data);
    let settle: { resolve: () => void; reject: (error: Error) => void } | undefined;
    const loaded = new Promise<void>((resolve, reject) => {
      settle = { resolve, reject };
    });
    const ready = within({ ms: LOADING_MS, what, code }, () => loaded);
    const dead = (error: JarvisError) => {
      settle?.reject(error);
      if (running?.thread === thread) fail(error);
    };
    ready.catch((error: JarvisError) => dead(error));
    thread.worker.on('message', (message: FromWorker<Result>) => {
      if (message.type === 'ready') settle?.resolve();
      else if (message.type === 'results') onResults(message);
      else dead(new JarvisError((message.code as ErrorCode | undefined) ?? code, message.message));
    });
    thread.worker.on('error', (error) =>
      dead(new JarvisError(code, `${what} failed: ${reasonOf(error)}`, { cause: error })),
    );
    thread.worker.on('exit', (status) =>
      dead(new JarvisError(code, `${what} ended with status ${status}; it is started again.`)),
    );
    running = { thread, ready };
    for (const [id, stream] of streams) {
      stream.missed += stream.unanswered;
      stream.unanswered = 0;
      send({ type: 'open', id });
    }
    return running;
  };

  return {
    warm: () => start().ready,
    open(onResult, onError) {
      const stream: Open<Result> = {
        onResult,
        onError,
        unanswered: 0,
        missed: 0,
        toldDropped: -TELL_DROPPED_MS,
        told: undefined,
      };
      const id = nextId++;
      streams.set(id, stream);
      if (running) send({ type: 'open', id });
      else {
        retry?.cancel();
        retry = undefined;
        start();
      }
      return {
        get behind() {
          return stream.unanswered;
        },
        write(buffer) {
          if (!streams.has(id)) return;
          const samples = int16Of(buffer);
          if (samples.length === 0) return;
          if (!running) {
            stream.missed += samples.length;
            return;
          }
          stream.unanswered += samples.length;
          if (stream.unanswered > HUNG_SAMPLES) {
            fail(new JarvisError(code, `${what} doesn't answer any more; it is started again.`));
            return;
          }
          send({ type: 'sound', id, samples });
        },
        close() {
          if (streams.delete(id)) send({ type: 'close', id });
        },
      };
    },
    async close() {
      streams.clear();
      retry?.cancel();
      retry = undefined;
      attempt = 0;
      const ending = running;
      running = undefined;
      if (!ending) return;
      // Those who wait for the loading are told how it went first.
      await ending.ready.catch(() => {});
      await ending.thread.leave();
    },
  };
}
