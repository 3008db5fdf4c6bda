import { parentPort, workerData } from 'node:worker_threads';
import { inference } from '../models/worker-exit.js';
import { JarvisError, reasonOf } from '../turn/errors.js';
import type { FromWorker, StreamResult, StreamWorkerData, ToWorker } from './stream-protocol.js';

/** A model that goes through sound in steps of the same length and remembers something of each stream. */
export interface StreamModel<State, Result> {
  /** Samples of one step. */
  frame: number;
  /** Most samples a stream may wait; older ones are dropped. */
  mostBehind: number;
  /** Most streams in one step. */
  batch: number;
  newState(): State;
  /** One step of several streams: a result for each, in order. `frames` are reused after it. */
  step(states: State[], frames: Float32Array[]): Promise<Result[]>;
}

/** Sound that waits for its step. */
export interface SampleQueue {
  readonly length: number;
  push(samples: Int16Array): void;
  /** Fills `into` with the oldest samples, as whole numbers in float form. Only when `length` suffices. */
  take(into: Float32Array): void;
  /** Forgets the oldest samples. */
  drop(count: number): void;
}

/** An empty queue of samples. */
export function sampleQueue(): SampleQueue {
  const chunks: Int16Array[] = [];
  let length = 0;
  const shift = (count: number, visit: (part: Int16Array, at: number) => void) => {
    let at = 0;
    while (at < count) {
      const first = chunks[0];
      if (!first) return;
      const part = first.subarray(0, count - at);
      visit(part, at);
      at += part.length;
      length -= part.length;
      if (part.length === first.length) chunks.shift();
      else chunks[0] = first.subarray(part.length);
    }
  };
  return {
    get length() {
      return length;
    },
    push(samples) {
      if (samples.length === 0) return;
      chunks.push(samples);
      length += samples.length;
    },
    take: (into) => shift(into.length, (part, at) => into.set(part, at)),
    drop: (count) => shift(count, () => {}),
  };
}

interface Stream<State> {
  id: number;
  state: State;
  queue: SampleQueue;
  dropped: number;
}

/** Runs in a worker thread: loads the model, then answers the main thread until it closes the port. */
export function serveStreams<State, Result>(load: (data: unknown) => Promise<StreamModel<State, Result>>): void {
  const port = parentPort;
  if (!port) throw new Error('A stream server runs in a worker thread only.');
  const post = (message: FromWorker<Result>) => port.postMessage(message);
  // What arrives while the model loads waits in the port.
  const { data, exit } = workerData as StreamWorkerData;
  const { run } = inference(exit);
  run(() => load(data)).then(
    (model) => {
      const guarded = {
        ...model,
        step: (states: State[], frames: Float32Array[]) => run(() => model.step(states, frames)),
      };
      serve(guarded, post, (take) =>
        port.on('message', (message: ToWorker) => {
          take(message);
          // Nothing else keeps the thread: it ends after the step it is in.
          if (message.type === 'stop') port.close();
        }),
      );
      post({ type: 'ready' });
    },
    (thrown) => {
      const code = thrown instanceof JarvisError ? thrown.code : undefined;
      post({ type: 'failed', code, message: reasonOf(thrown) });
    },
  );
}

function serve<State, Result>(
  model: StreamModel<State, Result>,
  post: (message: FromWorker<Result>) => void,
  listen: (take: (message: ToWorker) => void) => void,
): void {
  const streams = new Map<number, Stream<State>>();
  const frames = Array.from({ length: model.batch }, () => new Float32Array(model.frame));
  let running = false;
  let stopped = false;

  const dueStreams = (): Stream<State>[] => {
    const due: Stream<State>[] = [];
    for (const stream of streams.values()) {
      if (stream.queue.length >= model.frame) due.push(stream);
      if (due.length === model.batch) break;
    }
    // Those served go to the end, so that none starves when there are more than fit one step.
    for (const stream of due) {
      streams.delete(stream.id);
      streams.set(stream.id, stream);
    }
    return due;
  };

  const run = async () => {
    for (let due = dueStreams(); due.length > 0 && !stopped; due = dueStreams()) {
      const inputs = frames.slice(0, due.length);
      for (const [index, stream] of due.entries()) stream.queue.take(inputs[index] ?? new Float32Array(model.frame));
      const values = await model.step(
        due.map((stream) => stream.state),
        inputs,
      );
      const results: StreamResult<Result>[] = [];
      for (const [index, value] of values.entries()) {
        const stream = due[index];
        if (!stream) continue;
        results.push({ id: stream.id, value, taken: model.frame + stream.dropped, dropped: stream.dropped });
        stream.dropped = 0;
      }
      post({ type: 'results', results });
      // Lets the messages in that came during the step: inference blocks the thread.
      await new Promise((resolve) => setImmediate(resolve));
    }
  };

  const wakeUp = () => {
    if (running) return;
    running = true;
    run().then(
      () => {
        running = false;
      },
      // Thrown outside the promise, so that it always ends the worker and reaches the main thread as its error.
      (thrown) =>
        setImmediate(() => {
          throw thrown;
        }),
    );
  };

  listen((message) => {
    if (message.type === 'stop') {
      stopped = true;
      return;
    }
    const { id } = message;
    if (message.type === 'open') {
      streams.set(id, { id, state: model.newState(), queue: sampleQueue(), dropped: 0 });
      return;
    }
    const stream = streams.get(id);
    if (!stream) return;
    if (message.type === 'sound') {
      stream.queue.push(message.samples);
      const over = stream.queue.length - model.mostBehind;
      if (over > 0) {
        const whole = Math.ceil(over / model.frame) * model.frame;
        stream.queue.drop(whole);
        stream.dropped += whole;
      }
      wakeUp();
    } else {
      streams.delete(id);
    }
  });
}
