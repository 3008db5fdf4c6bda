import { SAMPLE_BYTES } from '../audio/pcm.js';
import { type Microphone, openMicrophone, soundFormat } from '../satellites/assist/microphone.js';
import { clock, type Timer } from '../turn/clock.js';
import { JarvisError } from '../turn/errors.js';
import { soundIn } from './recording.js';
import type { Detection, WakeEngine, WakeStream } from './types.js';

/** Most streams at a time. */
const MAX_STREAMS = 50;
/** A stream without sound is closed after so many milliseconds. */
const QUIET_MS = 30_000;

/** Streams of sound by name, each listened to by itself. */
export interface WakeStreams {
  /**
   * A piece of a stream, as `soundIn` takes it; the first one opens it, thirty seconds without any close it.
   * @throws JarvisError bad-audio for what is no sound, another rate than before, and the 51st stream.
   */
  write(name: string, piece: Buffer): void;
  close(): void;
}

/** @param told hears what comes of the streams; `onQuiet` when the last one is closed for want of sound */
export function openWakeStreams(
  engine: WakeEngine,
  told: {
    onDetection(name: string, detection: Detection): void;
    onError(name: string, error: Error): void;
    onQuiet(): void;
  },
  quietMs = QUIET_MS,
): WakeStreams {
  const streams = new Map<string, { stream: WakeStream; microphone: Microphone; timer: Timer }>();
  /** What was wrong, and told, when the first stream was opened. */
  let checking: Promise<Error | undefined> | undefined;
  const closeOne = (name: string) => {
    const one = streams.get(name);
    streams.delete(name);
    one?.timer.cancel();
    one?.microphone.close();
    one?.stream.close();
  };
  const open = (name: string) => {
    if (streams.size >= MAX_STREAMS) {
      throw new JarvisError('bad-audio', `${MAX_STREAMS} streams are listened to already: msg.topic names the stream.`);
    }
    // A server that doesn't know a word, or is none, may hang up or say nothing at all: asked what it knows, it tells.
    checking ??= engine.warm().then(
      () => undefined,
      (why: Error) => {
        told.onError(name, why);
        return why;
      },
    );
    const checked = checking;
    let isFirst = true;
    const stream = engine.open(
      (detection) => told.onDetection(name, detection),
      async (error) => {
        const why = await checked;
        const isTold = why !== undefined && (isFirst || isSetting(why));
        isFirst = false;
        if (!isTold) told.onError(name, error);
      },
    );
    const timer = clock.after(quietMs, () => {
      closeOne(name);
      if (streams.size > 0) return;
      checking = undefined;
      told.onQuiet();
    });
    const one = { stream, microphone: openMicrophone((samples) => stream.write(samples)), timer };
    streams.set(name, one);
    return one;
  };
  return {
    write(name, piece) {
      const { samples, rate } = soundIn(piece);
      const format = soundFormat({ rate, width: SAMPLE_BYTES, channels: 1 });
      const { microphone, timer } = streams.get(name) ?? open(name);
      timer.refresh();
      microphone.write(samples, format);
    },
    close() {
      for (const name of [...streams.keys()]) closeOne(name);
    },
  };
}

/** Whether it lasts until somebody changes the settings. */
function isSetting(error: Error): boolean {
  return error instanceof JarvisError && error.code === 'not-configured';
}
