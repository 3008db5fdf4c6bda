import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { supportedLanguage } from '../language/folders.js';
import { primaryLanguage } from '../language/tags.js';
import { openJobWorker } from '../models/job-worker.js';
import { pullCommand } from '../models/pull-command.js';
import { JarvisError } from '../turn/errors.js';
import type { SpokenJob } from './espeak.js';
import { checkedText, soundOf } from './sound.js';
import type { TextToSpeech } from './types.js';

/** What the Piper worker is asked. */
export interface PiperJob {
  /** The voice's graph (.onnx); its description lies beside it (.onnx.json). */
  file: string;
  text: string;
}

export interface PiperOptions {
  /** Folder of the downloaded models: the voice of a language is the graph in `piper-<language>`. */
  folder: string;
  /** Path of a voice (.onnx), or the name of a folder of models, for every language. */
  voice?: string;
  /** Language whose voice `warm` loads; English when not given. */
  language?: string;
}

/**
 * Piper voices (.onnx and .onnx.json) in a worker thread: neural speech at a fifth of real time on one core, 300 MB.
 * Their phonemes come from espeak-ng, an optional package.
 */
export function openPiper(options: PiperOptions): TextToSpeech {
  const worker = openJobWorker<PiperJob, SpokenJob>({
    file: path.join(__dirname, 'piper.worker.js'),
    what: 'The Piper voice',
    code: 'tts-failed',
    limitMs: 60_000,
  });
  const fileOf = (language: string, voice: string | undefined) =>
    piperVoiceFile(options.folder, language, voice || options.voice);
  return {
    name: 'piper',
    // A short sentence and not just the graph: the first run of each library is the slow one.
    warm: async () => {
      await worker.run({ file: fileOf(options.language ?? 'en', undefined), text: 'Ready.' });
    },
    speak: async (text, { language, voice, signal }) =>
      soundOf(await worker.run({ file: fileOf(language, voice), text: checkedText(text) }, signal)),
    close: () => worker.close(),
  };
}

/** Whether the voice of a language lies in the folder of models. */
export function hasPiperVoice(folder: string, language: string): boolean {
  if (supportedLanguage(language) !== primaryLanguage(language)) return false;
  try {
    return piperVoiceFile(folder, language) !== '';
  } catch {
    return false;
  }
}

/** The graph of a voice. @throws JarvisError not-configured when it isn't there, with the command that gets it. */
export function piperVoiceFile(folder: string, language: string, voice?: string): string {
  if (voice && existsSync(voice) && voice.endsWith('.onnx')) return path.resolve(voice);
  const name = voice && /^[\w-]+$/.test(voice) ? voice : `piper-${supportedLanguage(language)}`;
  if (!voice || name === voice) {
    const at = path.join(folder, name);
    const graph = existsSync(at) ? readdirSync(at).find((file) => file.endsWith('.onnx')) : undefined;
    if (graph) return path.join(at, graph);
  }
  throw new JarvisError(
    'not-configured',
    voice && name !== voice
      ? `The Piper voice ${voice} is not there. Give the path of its .onnx file.`
      : `The Piper voice "${name}" is not there. Get it with: ${pullCommand(name)}`,
  );
}
