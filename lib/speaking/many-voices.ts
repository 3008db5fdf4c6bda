import { readdirSync } from 'node:fs';
import path from 'node:path';
import { MIC_RATE } from '../audio/pcm.js';
import { loadResampler } from '../audio/resample.js';
import { primaryLanguage } from '../language/tags.js';
import { JarvisError } from '../turn/errors.js';
import { loadEspeak } from './espeak-engine.js';
import { openPiper, piperVoiceFile } from './piper.js';

/** Throats of espeak-ng, which any of its languages' voices takes: "en-us+f2". */
const THROATS =
  'm1 m2 m3 m4 m5 m6 m7 m8 f1 f2 f3 f4 f5 Alex Alicia Andrea Andy Annie Denis Diogo Gene Gene2 Hugo Jacky Lee Mario ' +
  'Michael Mike Nguyen Storm adam anika aunty benjamin boris caleb david ed edward grandma grandpa iven iven2 john ' +
  'klatt klatt2 klatt3 linda marcelo max michel miguel norbert pablo paul pedro quincy rob robert sandro shelby steph ' +
  'steph2 travis victor zac';
const ACCENTS: Readonly<Record<string, readonly string[]>> = {
  en: ['en-us', 'en-gb', 'en-029', 'en-gb-scotland', 'en-gb-x-rp', 'en-gb-x-gbclan', 'en-us-nyc'],
  fr: ['fr-fr', 'fr-be', 'fr-ch'],
  es: ['es', 'es-419'],
};

/** What the installed voices can say: 16 kHz, 16-bit mono. */
export interface ManyVoices {
  /** Who can be asked, in no order. */
  readonly voices: readonly string[];
  /** @throws JarvisError tts-failed; AbortError. */
  speak(voice: string, text: string, signal: AbortSignal): Promise<Buffer>;
  close(): Promise<void>;
}

/**
 * All voices of a language that are installed: the embedded espeak-ng with its throats and accents, and Piper's among
 * the downloaded models. It speaks in this thread, so it is for commands, not for the running house.
 * @param models folder of the downloaded models
 * @throws JarvisError library-missing, not-configured when the language has no voice
 */
export async function openManyVoices(models: string, language: string): Promise<ManyVoices> {
  const espeak = await loadEspeak();
  const primary = primaryLanguage(language);
  const accents = (ACCENTS[primary] ?? [language]).filter((accent) => espeak.choose(accent));
  const neural = piperVoices(models, primary);
  if (accents.length + neural.length === 0)
    throw new JarvisError(
      'not-configured',
      `No voice is installed that speaks "${language}". Use a tag such as "en" or "de".`,
    );
  const throats = THROATS.split(' ').filter((throat) => espeak.choose(`${accents[0]}+${throat}`));
  const resampler = await loadResampler();
  const piper = openPiper({ folder: models, language });
  const at16k = (samples: Buffer, rate: number) => {
    if (rate === MIC_RATE) return samples;
    const stream = resampler(rate);
    try {
      return stream.push(samples);
    } finally {
      stream.close();
    }
  };
  return {
    voices: [...accents.flatMap((accent) => [accent, ...throats.map((throat) => `${accent}+${throat}`)]), ...neural],
    async speak(voice, text, signal) {
      if (neural.includes(voice)) {
        const { samples, rate } = await piper.speak(text, { language, voice, signal });
        return at16k(samples, rate);
      }
      signal.throwIfAborted();
      espeak.choose(voice);
      return at16k(Buffer.from(espeak.speak(text)), espeak.rate);
    },
    close: () => piper.close(),
  };
}

/** Folders of the language's Piper voices that are there. */
function piperVoices(models: string, language: string): string[] {
  let names: string[];
  try {
    names = readdirSync(models);
  } catch {
    return [];
  }
  return names.filter((name) => {
    if (!name.startsWith(`piper-${language}`)) return false;
    try {
      return path.isAbsolute(piperVoiceFile(models, language, name));
    } catch {
      return false;
    }
  });
}
