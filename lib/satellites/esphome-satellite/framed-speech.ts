import { MIC_RATE, type Pcm, SAMPLE_BYTES } from '../../audio/pcm.js';
import { resampled } from '../../audio/resample.js';
import { clock } from '../../turn/clock.js';
import type { Speech } from './speech.js';
import { openWaits } from './waits.js';

/** Bytes of one message: 32 ms. */
const FRAME = 1_024;
/** What the device has before it is heard, in milliseconds: it holds 512, and what it has is still heard after a stop. */
const AHEAD_MS = 128;

/**
 * What a device with a bare loudspeaker says in one run: 16 kHz mono, sent as fast as it is heard.
 */
export function framedSpeech(does: {
  /** Tells the device that sound comes, and resolves when it is ready. */
  begin(signal: AbortSignal): Promise<void>;
  /** Tells the device to play what it has and what comes. */
  start(): void;
  /** False when it couldn't be sent. */
  send(frame: Buffer): boolean;
  /** Tells the device that this was all. */
  finish(): void;
}): Speech {
  const waits = openWaits();
  let isStarted = false;
  let isOver = false;
  /** Until when what was sent is heard, in the clock's steady milliseconds. */
  let heardUntil = 0;

  const over = (error?: Error) => {
    if (isOver) return;
    isOver = true;
    waits.end(error);
    if (isStarted) does.finish();
  };
  /**
   * The device plays only with sound at hand: its firmware may hold the end of a stream that was cut off, and ends this one
   * by it while it has none.
   */
  const start = () => {
    if (isStarted || isOver) return;
    isStarted = true;
    does.start();
  };
  return {
    get isOver() {
      return isOver;
    },
    async play(sound: Pcm, signal: AbortSignal) {
      const { samples } = await resampled(sound, MIC_RATE);
      try {
        if (!isStarted) await does.begin(signal);
        for (let at = 0; at < samples.length && !isOver; at += FRAME) {
          const frame = samples.subarray(at, at + FRAME);
          heardUntil = Math.max(heardUntil, clock.steady());
          const early = heardUntil - clock.steady() - AHEAD_MS;
          if (early > 0) {
            start();
            await waits.until(() => early, signal);
          }
          if (isOver || !does.send(frame)) break;
          heardUntil += (frame.length / SAMPLE_BYTES / MIC_RATE) * 1000;
        }
        start();
        await waits.until(() => heardUntil - clock.steady(), signal);
      } catch (thrown) {
        over();
        throw thrown;
      }
    },
    end: () => over(),
    stop: (error) => over(error),
  };
}
