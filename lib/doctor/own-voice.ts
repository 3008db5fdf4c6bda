import { CHUNK_BYTES, MIC_RATE, SAMPLE_BYTES } from '../audio/pcm.js';
import { resampled } from '../audio/resample.js';
import { primaryLanguage } from '../language/tags.js';
import type { SpeechToText, WakeEngine } from '../listening/types.js';
import type { TextToSpeech } from '../speaking/types.js';
import { clock } from '../turn/clock.js';
import { JarvisError } from '../turn/errors.js';
import { wakePhrase } from '../turn/wake-phrase.js';

/** Said to the recogniser; short words that every voice says clearly. */
const SENTENCES: Readonly<Record<string, string>> = {
  en: 'Turn on the light in the kitchen.',
  de: 'Schalte das Licht in der Küche ein.',
  fr: 'Allume la lumière dans la cuisine.',
  es: 'Enciende la luz de la cocina.',
};

/** Share of the words that must come back. */
const ENOUGH = 0.5;

/** Silence around the wake word: engines look at the last 1.5 seconds, and answer a step or two later. */
const SILENCE = Buffer.alloc(1.5 * MIC_RATE * SAMPLE_BYTES);

interface Said {
  tts: TextToSpeech;
  language: string;
  signal: AbortSignal;
}

/** Words in our own voice, as a microphone would bring them. @throws JarvisError tts-… */
async function said(text: string, { tts, language, signal }: Said): Promise<Buffer> {
  const { samples } = await resampled(await tts.speak(text, { language, signal }));
  if (samples.length === 0)
    throw new JarvisError('tts-failed', 'The voice made no sound. Choose another in the voice node.');
  return samples;
}

/** Speaks a sentence and listens to nobody: the voice works. @throws JarvisError tts-… */
export async function voiceSpeaks(of: Said): Promise<{ outcome: 'ok'; told: string }> {
  const samples = await said(sentenceIn(of.language), of);
  const seconds = samples.length / SAMPLE_BYTES / MIC_RATE;
  return { outcome: 'ok', told: `${of.tts.name} made ${seconds.toFixed(1)} s of sound.` };
}

/**
 * Says the wake word to the engine in our own voice. The engine must load and take the sound; a synthetic voice that it
 * doesn't know says little about people and is told without being a failure.
 * @throws JarvisError wake-failed, tts-…
 */
export async function wakeHears(engine: WakeEngine, word: string, of: Said): Promise<{ outcome: 'ok'; told: string }> {
  await engine.warm();
  const phrase = wakePhrase(word);
  const sound = Buffer.concat([SILENCE, await said(phrase, of), SILENCE]);
  const heard = await detects(engine, sound, of.signal);
  return {
    outcome: 'ok',
    told: heard
      ? `${engine.name} heard "${phrase}" in our own voice.`
      : `${engine.name} runs. It did not take our own voice for "${phrase}", which says little about people.`,
  };
}

/** Whether the engine detects a word in the sound, which comes four times as fast as a microphone brings it: it drops what waits for two seconds. */
async function detects(engine: WakeEngine, sound: Buffer, signal: AbortSignal): Promise<boolean> {
  let close = () => {};
  try {
    return await new Promise<boolean>((resolve, reject) => {
      const stream = engine.open(() => resolve(true), reject);
      let at = 0;
      const timer = clock.every(20, () => {
        if (at >= sound.length) return resolve(false);
        stream.write(sound.subarray(at, at + CHUNK_BYTES));
        at += CHUNK_BYTES;
      });
      close = () => {
        timer.cancel();
        stream.close();
      };
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  } finally {
    close();
  }
}

/**
 * Says a sentence to speech to text in our own voice and compares what comes back.
 * @throws JarvisError stt-…, tts-…; stt-failed where less than half of the words come back.
 */
export async function hearingUnderstands(stt: SpeechToText, of: Said): Promise<{ outcome: 'ok'; told: string }> {
  const { language, signal } = of;
  const sentence = sentenceIn(language);
  const stream = stt.open({ language, signal });
  stream.write(await said(sentence, of));
  const { text } = await stream.finish();
  if (shareOf(sentence, text) < ENOUGH) {
    throw new JarvisError(
      'stt-failed',
      `${stt.name} was told "${sentence}" and understood "${text.slice(0, 100)}". Try a larger speech model, or another voice.`,
    );
  }
  return { outcome: 'ok', told: `${stt.name} understood "${text.slice(0, 100)}".` };
}

const wordsOf = (text: string) => text.toLowerCase().match(/\p{L}+/gu) ?? [];

/** Share of the words of a sentence that were heard. */
function shareOf(sentence: string, heard: string): number {
  const words = wordsOf(sentence);
  const back = new Set(wordsOf(heard));
  return words.filter((word) => back.has(word)).length / words.length;
}

function sentenceIn(language: string): string {
  return SENTENCES[primaryLanguage(language)] ?? SENTENCES['en'] ?? '';
}
