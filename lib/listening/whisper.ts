import fs from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { MIC_RATE, SAMPLE_BYTES } from '../audio/pcm.js';
import { primaryLanguage } from '../language/tags.js';
import { pullCommand } from '../models/pull-command.js';
import { exitFlags, retire } from '../models/worker-exit.js';
import { type ErrorCode, JarvisError, reasonOf, toJarvisError } from '../turn/errors.js';
import type { Heard } from '../turn/turn.js';
import { within } from '../turn/wait.js';
import { filterTranscript } from './gates.js';
import { speechBuffer } from './speech-buffer.js';
import type { SpeechOptions, SpeechToText } from './types.js';
import type { WhisperAnswer, WhisperRequest } from './whisper-protocol.js';

/** A small heap, so that the scores of each token are collected soon: 60 MB less for the process. */
const HEAP = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 256 };
const LOADING_MS = 120_000;
const TRANSCRIBING_MS = 60_000;
/** Utterances that may wait for the model at once. */
const MAX_WAITING = 8;
/** Whisper's window. */
const MAX_SECONDS = 30;

type WhisperHeard = Extract<WhisperAnswer, { type: 'heard' }>;

interface Running {
  thread: Worker;
  ready: Promise<void>;
  /** Ends the thread and everything that waits for it; the next utterance starts another. */
  end(error: Error): Promise<void>;
  waiting: Map<number, { resolve: (answer: WhisperHeard) => void; reject: (error: Error) => void }>;
}

/**
 * Whisper in this process, in a worker thread: it transcribes when the utterance is over (`finish`), in a window of
 * 10, 15 or 30 s. Without a language the model chooses the likeliest of those it knows. Silence and loops of the decoder
 * give an empty text. Utterances longer than 30 s are cut there.
 * @param options.folder a Whisper export: `config.json`, `generation_config.json`, `tokenizer.json`, `onnx/…`
 * @throws JarvisError from `warm` and `finish`: not-configured, library-missing, stt-failed; AbortError.
 */
export function openWhisper(options: { folder: string }): SpeechToText {
  const folder = path.resolve(options.folder);
  let running: Running | undefined;
  let nextId = 1;

  const start = (): Running => {
    if (running) return running;
    if (!fs.existsSync(path.join(folder, 'generation_config.json'))) {
      throw new JarvisError(
        'not-configured',
        `There is no speech-to-text model yet (looked in ${folder}). Get one: ${pullCommand('whisper-base')}`,
      );
    }
    const flags = exitFlags();
    const thread = new Worker(path.join(__dirname, 'whisper.worker.js'), {
      workerData: { folder, exit: flags.buffer },
      resourceLimits: HEAP,
    });
    const waiting: Running['waiting'] = new Map();
    const ready = within(
      { ms: LOADING_MS, what: 'The speech-to-text model', code: 'stt-failed' },
      () =>
        new Promise<void>((resolve, reject) => {
          const dead = (error: JarvisError) => {
            reject(error);
            void end(error);
          };
          thread.on('message', (answer: WhisperAnswer) => {
            if (answer.type === 'ready') return resolve();
            if (answer.type === 'failed') {
              return dead(new JarvisError((answer.code as ErrorCode | undefined) ?? 'stt-failed', answer.message));
            }
            const waiter = waiting.get(answer.id);
            waiting.delete(answer.id);
            if (answer.type === 'heard') waiter?.resolve(answer);
            else waiter?.reject(new JarvisError('stt-failed', `Whisper failed: ${answer.message}`));
          });
          thread.on('error', (error) => {
            dead(new JarvisError('stt-failed', `Whisper failed: ${reasonOf(error)}`, { cause: error }));
          });
          thread.on('exit', (status) => dead(new JarvisError('stt-failed', `Whisper ended with status ${status}.`)));
        }),
    );
    let gone: Promise<void> | undefined;
    const end = (error: Error): Promise<void> => {
      if (running?.thread === thread) running = undefined;
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
      gone ??= retire(thread).then(flags.release);
      return gone;
    };
    ready.catch(end);
    running = { thread, ready, waiting, end };
    return running;
  };

  const transcribe = async (sound: Buffer, options: SpeechOptions): Promise<Heard> => {
    const { prompt, signal } = options;
    const language = primaryLanguage(options.language) || undefined;
    const { thread, ready, waiting, end } = start();
    if (waiting.size >= MAX_WAITING) {
      throw new JarvisError(
        'stt-failed',
        `${waiting.size} utterances already wait for Whisper. This machine is too slow.`,
      );
    }
    const id = nextId++;
    const cancelled = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
    const ask = () =>
      new Promise<WhisperHeard>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        const samples = samplesOf(sound);
        const request: WhisperRequest = { id, samples, language, prompt, cancelled };
        thread.postMessage(request, [samples.buffer as ArrayBuffer]);
      });
    try {
      await within({ ms: LOADING_MS, what: 'Whisper', code: 'stt-failed', signal }, () => ready);
      const answer = await within({ ms: TRANSCRIBING_MS, what: 'Whisper', code: 'stt-failed', signal }, ask);
      const { text, confidence, noSpeech } = answer;
      const spoken = answer.language ?? language;
      const { keep } = filterTranscript({ text, language: spoken ?? 'en', noSpeech, confidence });
      return {
        text: keep ? text : '',
        ...(spoken !== undefined && { language: spoken }),
        confidence,
        seconds: sound.length / SAMPLE_BYTES / MIC_RATE,
        by: 'whisper',
      };
    } catch (thrown) {
      // It still waits and was not cancelled: the thread hangs.
      if (waiting.has(id) && !signal.aborted) void end(toJarvisError(thrown, 'stt-failed', 'Whisper'));
      throw thrown;
    } finally {
      Atomics.store(new Int32Array(cancelled), 0, 1);
      waiting.delete(id);
    }
  };

  return {
    name: 'whisper',
    takesPrompt: true,
    warm: async () => start().ready,
    open: (options) => speechBuffer((sound) => transcribe(sound, options)),
    async close() {
      const ending = running;
      running = undefined;
      if (!ending) return;
      // Those who wait for the loading are told how it went first.
      await ending.ready.catch(() => {});
      await ending.end(new JarvisError('stt-failed', 'Whisper was closed.'));
    },
  };
}

function samplesOf(sound: Buffer): Int16Array {
  const samples = new Int16Array(Math.min(sound.length / SAMPLE_BYTES, MAX_SECONDS * MIC_RATE));
  Buffer.from(samples.buffer).set(sound.subarray(0, samples.byteLength));
  return samples;
}
