import { setTimeout as sleep } from 'node:timers/promises';
import { MIC_RATE, SAMPLE_BYTES } from '../lib/audio/pcm.js';
import type { SpeechStream, SpeechToText, VoiceActivity } from '../lib/listening/types.js';
import { VOICE_SAMPLES } from '../lib/listening/voice-activity.js';

/** Seconds of sound that speech to text takes for an utterance: as Whisper base on two cores that are free. */
const TAKES = 0.4;
/** Voice activity and speech to text that lag so long are broken. */
const STUCK_MS = 120_000;
const LOOK_MS = 500;

export interface SoundTime {
  vad: VoiceActivity;
  stt: SpeechToText;
  /** Sound was written up to a sample: waits for those who hear it. @param keepAlive called now and then while it waits */
  goesTo(position: number, keepAlive: () => void): Promise<void>;
  /** No more sound comes: nobody waits for it. */
  isOver(): void;
}

/**
 * Voice activity and speech to text that take as much sound as they would take time on a machine of their own: voice
 * activity none, an utterance `TAKES` seconds. What listening does is then the same on any machine.
 */
export function soundTime(inner: { vad: VoiceActivity; stt: SpeechToText }): SoundTime {
  let position = 0;
  let over = false;
  /** Samples that voice activity hasn't answered for. */
  const unheard = new Set<{ samples: number }>();
  const running = new Set<{ due: number }>();
  let changed: () => void = () => {};
  const change = () => changed();

  const vad: VoiceActivity = {
    ...inner.vad,
    open(onProbability, onError) {
      const behind = { samples: 0 };
      unheard.add(behind);
      const stream = inner.vad.open((probability) => {
        behind.samples -= VOICE_SAMPLES;
        onProbability(probability);
        change();
      }, onError);
      return {
        write(samples) {
          behind.samples += samples.length / SAMPLE_BYTES;
          stream.write(samples);
        },
        close() {
          unheard.delete(behind);
          stream.close();
          change();
        },
      };
    },
  };

  /** The words, once the sound has gone on for as long as they take. */
  const finish = async (stream: SpeechStream) => {
    const job = { due: position + TAKES * MIC_RATE };
    running.add(job);
    try {
      const heard = await stream.finish();
      while (position < job.due && !over) await new Promise<void>((resolve) => later.add(resolve));
      return heard;
    } finally {
      running.delete(job);
      change();
    }
  };
  const later = new Set<() => void>();
  const wake = () => {
    for (const resolve of later) resolve();
    later.clear();
  };

  const isBehind = () =>
    [...unheard].some(({ samples }) => samples >= VOICE_SAMPLES) || [...running].some(({ due }) => due <= position);

  return {
    vad,
    stt: {
      ...inner.stt,
      speculates: true,
      open(options) {
        const stream = inner.stt.open(options);
        return { write: (samples) => stream.write(samples), finish: () => finish(stream) };
      },
    },
    async goesTo(next, keepAlive) {
      position = next;
      wake();
      // What follows from it comes first.
      await new Promise((resolve) => setImmediate(resolve));
      const began = performance.now();
      while (isBehind()) {
        if (performance.now() - began > STUCK_MS) throw new Error('Voice activity or speech to text does not answer.');
        keepAlive();
        await Promise.race([
          new Promise<void>((resolve) => {
            changed = resolve;
          }),
          sleep(LOOK_MS),
        ]);
      }
    },
    isOver() {
      over = true;
      wake();
    },
  };
}
