import { MIC_RATE, SAMPLE_BYTES } from '../../audio/pcm.js';
import type { WyomingEvent } from '../../audio/wyoming.js';
import { abortError } from '../../turn/wait.js';
import { lengthOf, openMicrophone, soundFormat } from './microphone.js';
import type { AssistHearing, AssistWaking } from './voice.js';

/** Longest utterance in seconds; what was said until then is the whole of it. */
const MAX_SPEECH = 30;
const MS = 1_000;

/** Something that listens to the sound of a connection. */
export interface Listener {
  /** An `audio-chunk`. @throws JarvisError bad-audio */
  chunk(event: WyomingEvent): void;
  /** `audio-stop`. */
  stop(): void;
  close(): void;
}

/**
 * Writes an utterance down.
 * @param work gets what makes the transcript, once: at the end of the sound, or after 30 s
 */
export function openTranscribing(
  hearing: AssistHearing,
  options: { language: string | undefined; signal: AbortSignal },
  work: (transcript: () => ReturnType<ReturnType<AssistHearing['open']>['finish']>) => void,
): Listener {
  const leaving = new AbortController();
  const signal = AbortSignal.any([options.signal, leaving.signal]);
  const known = hearing.languages.find((one) => one.toLowerCase() === options.language?.toLowerCase());
  const speech = hearing.open({ language: known, signal });
  const microphone = openMicrophone((samples) => speech.write(samples));
  let seconds = 0;
  let isOver = false;

  const stop = () => {
    if (isOver) return;
    isOver = true;
    work(async () => {
      try {
        await microphone.end();
        if (signal.aborted) throw abortError(signal);
        return await speech.finish();
      } finally {
        microphone.close();
      }
    });
  };
  return {
    chunk({ data, payload }) {
      if (isOver || !payload) return;
      const format = soundFormat(data);
      const left = Math.floor((MAX_SPEECH - seconds) * format.rate) * SAMPLE_BYTES * format.channels;
      const taken = payload.subarray(0, left);
      seconds += lengthOf(taken.length, format);
      microphone.write(taken, format);
      if (taken.length < payload.length) stop();
    },
    stop,
    close() {
      isOver = true;
      leaving.abort();
      microphone.close();
    },
  };
}

/**
 * Listens for wake words.
 * @param names those that are meant; all where none is given
 * @param detected gets the data of `detection`; undefined when the sound ended without one
 */
export function openDetecting(
  waking: AssistWaking,
  names: readonly string[],
  detected: (data: { name: string; timestamp: number } | undefined) => void,
  failed: (error: Error) => void,
): Listener {
  let began: number | undefined;
  let now = 0;
  let isHeard = false;
  const stream = waking.open(({ word, at }) => {
    if (names.length > 0 && !names.includes(word)) return;
    isHeard = true;
    const timestamp = at === undefined ? now : (began ?? 0) + (at / MIC_RATE) * MS;
    detected({ name: word, timestamp: Math.round(timestamp) });
  }, failed);
  const microphone = openMicrophone((samples) => stream.write(samples));
  const close = () => {
    microphone.close();
    stream.close();
  };
  return {
    chunk({ data, payload }) {
      if (!payload) return;
      const format = soundFormat(data);
      const told = data['timestamp'];
      const at: number = typeof told === 'number' && Number.isFinite(told) ? told : now;
      began ??= at;
      now = at + lengthOf(payload.length, format) * MS;
      microphone.write(payload, format);
    },
    stop() {
      close();
      if (!isHeard) detected(undefined);
    },
    close,
  };
}
