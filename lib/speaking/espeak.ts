import path from 'node:path';
import { type JobWorker, openJobWorker } from '../models/job-worker.js';
import { checkedText, soundOf } from './sound.js';
import type { TextToSpeech } from './types.js';

/** What the espeak worker is asked. */
export interface EspeakJob {
  text: string;
  language: string;
  voice: string | undefined;
}

/** Asks the espeak worker for the names of its voices. */
export interface EspeakVoicesJob {
  voices: true;
}

/** What a speech worker answers. */
export interface SpokenJob {
  /** 16-bit mono samples. */
  samples: Uint8Array;
  rate: number;
}

/** WebAssembly becomes fast with use: after these a sentence takes a tenth of what the first one does. */
const REHEARSED = [
  'Turned on the light.',
  'The room is at 21 degrees.',
  'Turned off the lamp.',
  'It is 20 degrees.',
  'Set the blinds to fifty percent.',
  'Which of them?',
  'Locked the door.',
  'Good morning!',
];

/**
 * The embedded voice: espeak-ng in a worker thread, 22.05 kHz, no download. Any of its languages; English for others.
 * @param options.voice name of an espeak-ng voice for every language, e.g. "en-us"
 */
export function openEspeak(options: { voice?: string } = {}): TextToSpeech {
  const worker = openWorker<EspeakJob, SpokenJob>();
  return {
    name: 'espeak',
    warm: async () => {
      for (const text of REHEARSED) await worker.run({ text, language: 'en', voice: undefined });
    },
    speak: async (text, { language, voice, signal }) => {
      const job = { text: checkedText(text), language, voice: voice || options.voice || undefined };
      return soundOf(await worker.run(job, signal));
    },
    close: () => worker.close(),
  };
}

/** Names of the embedded voices. @throws JarvisError tts-failed, library-missing */
export async function espeakVoices(): Promise<string[]> {
  const worker = openWorker<EspeakVoicesJob, string[]>();
  try {
    return await worker.run({ voices: true });
  } finally {
    await worker.close();
  }
}

function openWorker<Job, Result>(): JobWorker<Job, Result> {
  return openJobWorker<Job, Result>({
    file: path.join(__dirname, 'espeak.worker.js'),
    what: 'The embedded voice (espeak-ng)',
    code: 'tts-failed',
    limitMs: 30_000,
  });
}
