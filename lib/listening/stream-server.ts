import { parentPort, workerData } from 'node:worker_threads';
import { inference } from '../models/worker-exit.js';
import { JarvisError, reasonOf } from '../turn/errors.js';
import type { FromWorker, StreamResult, ToWorker } from './stream-protocol.js';
import { type Tape, tape } from './tape.js';

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

interface Stream<State> {
  id: number;
  state: State;
  /** Sound that waits for its step. */
  sound: Tape;
  dropped: number;
}

/** Runs in a worker thread: loads the model, then answers the main thread until it closes the port. */
export function serveStreams<State, Result>(load: (data: unknown) => Promise<StreamModel<State, Result>>): void {
  const port = parentPort;
  if (!port) throw new Error('A stream server runs in a worker thread only.');
  const post = (message: FromWorker<Result>) => port.postMessage(message);
  // What arrives while the model loads waits in the port.
  const { run } = inference(workerData);
  run(() => load(workerData.data)).then(
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
      if (stream.sound.to - stream.sound.from >= model.frame) due.push(stream);
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
      for (const [index, { sound }] of due.entries()) inputs[index]?.set(framesOf(sound, model.frame));
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
      streams.set(id, { id, state: model.newState(), sound: tape(Number.POSITIVE_INFINITY), dropped: 0 });
      return;
    }
    const stream = streams.get(id);
    if (!stream) return;
    if (message.type === 'sound') {
      const { sound } = stream;
      sound.write(Buffer.from(message.samples.buffer));
      const over = sound.to - sound.from - model.mostBehind;
      if (over > 0) {
        const whole = Math.ceil(over / model.frame) * model.frame;
        sound.forget(sound.from + whole);
        stream.dropped += whole;
      }
      wakeUp();
    } else {
      streams.delete(id);
    }
  });
}

/** Takes the oldest samples: whole numbers, to be put in float form. */
function framesOf(sound: Tape, count: number): Int16Array {
  const bytes = sound.read(sound.from, sound.from + count);
  sound.forget(sound.from + count);
  return new Int16Array(bytes.buffer, bytes.byteOffset, count);
}
