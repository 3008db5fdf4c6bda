import { openSync, readSync } from 'node:fs';
import type { EspeakFile, EspeakModule, EspeakWorker } from '@echogarden/espeak-ng-emscripten';
import { primaryLanguage } from '../language/tags.js';
import { JarvisError, reasonOf } from '../turn/errors.js';

/** espeak-ng in this thread: synchronous, so only for worker threads. Its text must not hold a zero character. */
export interface Espeak {
  /** Samples per second of `speak`. */
  readonly rate: number;
  /** Chooses a voice by name, or by a language's tag. @returns false when there is none; the one before stays. */
  choose(voice: string): boolean;
  /** Names of all its voices: tags of languages. */
  voices(): string[];
  /** 16-bit little-endian mono samples, in memory of their own. */
  speak(text: string): Uint8Array<ArrayBuffer>;
  /** The text's sounds in IPA, words separated by spaces. */
  phonemes(text: string): string;
}

/** Names that espeak-ng doesn't know although it has the language. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'en-gb': 'en',
  'fr-fr': 'fr',
  'es-es': 'es',
  'de-de': 'de',
  'it-it': 'it',
  'nl-nl': 'nl',
  'pt-pt': 'pt',
  zh: 'cmn',
  no: 'nb',
};

/** What WebAssembly's memory is counted in. */
const PAGE_BYTES = 65_536;

/** Of 24 MB with the words of a hundred languages, a house needs one or two: each file is read from the disk when it is opened. */
function readWhenNeeded({ contents }: EspeakFile, data: ArrayBuffer, from: number): void {
  for (const file of Object.values(contents) as EspeakFile[]) {
    if (!(file.contents instanceof Uint8Array)) {
      if (file.contents) readWhenNeeded(file, data, from);
      continue;
    }
    const { byteOffset: at, length, buffer } = file.contents;
    if (buffer !== data) continue;
    const get = () => {
      const read = new Uint8Array(length);
      readSync(from, read, 0, length, at);
      Object.defineProperty(file, 'contents', { value: read });
      return read;
    };
    Object.defineProperty(file, 'contents', { get, configurable: true });
  }
}

/** Loads espeak-ng (80 ms). @throws JarvisError library-missing. */
export async function loadEspeak(): Promise<Espeak> {
  let espeak: EspeakModule;
  let worker: EspeakWorker;
  try {
    const { default: init } = await import('@echogarden/espeak-ng-emscripten');
    let [file, data] = ['', new ArrayBuffer(0)];
    const getPreloadedPackage = (name: string, bytes: number) => {
      // Zeros, which take no memory; not malloc's: once that has freed so much at once, glibc gives hardly anything back.
      [file, data] = [name, new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) }).buffer];
      return data;
    };
    espeak = await init({ getPreloadedPackage });
    readWhenNeeded(espeak.FS.root, data, openSync(file, 'r'));
    worker = new espeak.eSpeakNGWorker();
  } catch (thrown) {
    throw new JarvisError(
      'library-missing',
      `The optional package "@echogarden/espeak-ng-emscripten" can't be loaded: ${reasonOf(thrown)}. ` +
        'Install it: npm install @echogarden/espeak-ng-emscripten@0.3.5',
      { cause: thrown },
    );
  }
  return {
    rate: worker.get_samplerate(),
    choose(voice) {
      const tag = voice.toLowerCase().replaceAll('_', '-');
      const primary = primaryLanguage(tag);
      const names = [voice, OTHER_NAMES[tag] ?? tag, OTHER_NAMES[primary] ?? primary];
      return names.some((name) => name !== '' && worker.set_voice(name) === 0);
    },
    voices: () => worker.list_voices().flatMap(({ languages }) => languages.slice(0, 1).map(({ name }) => name)),
    speak(text) {
      const chunks: Uint8Array[] = [];
      worker.synthesize(text, (samples) => {
        // By its byte range: the array may be a view of a larger memory.
        if (samples) chunks.push(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength).slice());
        return false;
      });
      const sound = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
      let at = 0;
      for (const chunk of chunks) {
        sound.set(chunk, at);
        at += chunk.length;
      }
      return sound;
    },
    phonemes(text) {
      const { ptr } = worker.convert_to_phonemes(text, true);
      const memory = espeak.HEAPU8;
      const ipa = new TextDecoder().decode(memory.slice(ptr, memory.indexOf(0, ptr)));
      // "(en)" marks a word of another language, "|" a clause.
      return ipa
        .replace(/\([^()]{1,20}\)|_/g, '')
        .replace(/[|\s]+/g, ' ')
        .trim();
    },
  };
}
