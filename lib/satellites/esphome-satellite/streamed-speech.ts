import { type Pcm, SAMPLE_BYTES } from '../../audio/pcm.js';
import { resampled } from '../../audio/resample.js';
import { clock, type Timer } from '../../turn/clock.js';
import { unfetched } from './announcements.js';
import type { OfferedSound } from './sound-server.js';
import type { Speech } from './speech.js';
import { openWaits } from './waits.js';

/** Milliseconds in which a device begins to fetch what it is told to play. */
const FETCH_MS = 8_000;
/** From our writing to the loudspeaker, in milliseconds; a device that takes longer plays on after we have told its end. */
const LATENCY_MS = 50;
/** While the next sentence is made, silence is sent: a device gives up a stream that stands still. */
const FILL = { everyMs: 50, aheadMs: 100, seconds: 0.05 } as const;

export interface StreamedSpeech extends Speech {
  /** The device has begun to fetch it. */
  fetched(): void;
  /** The device says that it is over before we have said so; true when it was heard until then. */
  finished(): boolean;
}

/**
 * What a device with a media player says in one run: one WAV that grows with each sentence while it plays.
 * @param offered what the device is told to fetch with the first sentence
 */
export function streamedSpeech(
  offered: OfferedSound,
  does: {
    /** Tells the device to fetch it. */
    begin(): void;
    /** Has the device stop. */
    silence(): void;
  },
): StreamedSpeech {
  const waits = openWaits();
  let rate = 0;
  /** Seconds that were written. */
  let written = 0;
  let isOver = false;
  let filling: Timer | undefined;
  let giveUp: Timer | undefined;

  /** Milliseconds until what was written by now is heard. */
  const msLeft = (seconds: number) =>
    offered.fetchedAt === undefined ? undefined : offered.fetchedAt + seconds * 1000 - clock.steady();
  const write = (samples: Buffer) => {
    offered.write(samples, rate);
    written += samples.length / SAMPLE_BYTES / rate;
  };
  const over = (error?: Error) => {
    isOver = true;
    filling?.cancel();
    giveUp?.cancel();
    waits.end(error);
  };
  const speech = {
    get isOver() {
      return isOver;
    },
    async play(sound: Pcm, signal: AbortSignal) {
      const isFirst = rate === 0;
      rate ||= sound.rate;
      const fitting = await resampled(sound, rate);
      if (!isOver && !signal.aborted) write(fitting.samples);
      const end = written;
      if (isFirst && !isOver && !signal.aborted) {
        does.begin();
        giveUp = clock.limit(FETCH_MS, () => {
          speech.stop(unfetched(offered.url));
        });
      }
      try {
        await waits.until(() => {
          const left = msLeft(end);
          return left === undefined ? undefined : left + LATENCY_MS;
        }, signal);
      } catch (thrown) {
        // What is left of a reply that was cut off isn't wanted either.
        speech.stop();
        throw thrown;
      }
    },
    fetched() {
      giveUp?.cancel();
      waits.retime();
      if (isOver) return;
      const piece = Buffer.alloc(Math.round(FILL.seconds * rate) * SAMPLE_BYTES);
      filling = clock.every(FILL.everyMs, () => {
        if ((msLeft(written) ?? 0) < FILL.aheadMs) write(piece);
      });
    },
    finished() {
      const wasFetched = offered.fetchedAt !== undefined;
      if (wasFetched) speech.end();
      else speech.stop(unfetched(offered.url));
      return wasFetched;
    },
    end() {
      if (isOver) return;
      over();
      offered.end();
    },
    stop(error?: Error) {
      if (isOver) return;
      over(error);
      offered.drop();
      if (rate !== 0) does.silence();
    },
  };
  return speech;
}
