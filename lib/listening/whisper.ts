import fs from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { MIC_RATE, SAMPLE_BYTES } from '../audio/pcm.js';
import { type ErrorCode, JarvisError, reasonOf } from '../turn/errors.js';
import { primaryLanguage } from '../turn/language.js';
import type { Heard } from '../turn/turn.js';
import { abortError, within } from '../turn/wait.js';
import { filterTranscript } from './gates.js';
import { speechBuffer } from './speech-buffer.js';
import type { SpeechToText } from './types.js';
import type { WhisperAnswer, WhisperRequest } from './whisper-protocol.js';

const LOADING_MS = 120_000;
const TRANSCRIBING_MS = 60_000;
/** Utterances that may wait for the model at once. */
const MOST_WAITING = 8;
/** Whisper's window. */
const MOST_SECONDS = 30;

interface Running {
  thread: Worker;
  ready: Promise<void>;
  waiting: Map<
    number,
    { resolve: (answer: Extract<WhisperAnswer, { type: 'heard' }>) => void; reject: (error: Error) => void }
  >;
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
        `There is no speech-to-text model yet (looked in ${folder}). Get one: npm run models -- pull whisper-base`,
      );
    }
    const thread = new Worker(path.join(__dirname, 'whisper.worker.js'), { workerData: { folder } });
    const waiting: Running['waiting'] = new Map();
    const ready = within(
      { ms: LOADING_MS, what: 'The speech-to-text model', code: 'stt-failed' },
      () =>
        new Promise<void>((resolve, reject) => {
          const dead = (error: JarvisError) => {
            reject(error);
            end(error);
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
    const end = (error: Error) => {
      if (running?.thread === thread) running = undefined;
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
      void thread.terminate();
    };
    ready.catch(end);
    running = { thread, ready, waiting };
    return running;
  };

  const transcribe = async (sound: Buffer, language: string | undefined, signal: AbortSignal): Promise<Heard> => {
    const { thread, ready, waiting } = start();
    if (waiting.size >= MOST_WAITING) {
      throw new JarvisError(
        'stt-failed',
        `${waiting.size} utterances already wait for Whisper. This machine is too slow.`,
      );
    }
    const id = nextId++;
    const cancelled = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
    const limit = { ms: LOADING_MS + TRANSCRIBING_MS, what: 'Whisper', code: 'stt-failed' as const, signal };
    try {
      const answer = await within(limit, async () => {
        await ready;
        if (signal.aborted) throw abortError(signal);
        return await new Promise<Extract<WhisperAnswer, { type: 'heard' }>>((resolve, reject) => {
          waiting.set(id, { resolve, reject });
          const samples = samplesOf(sound);
          const request: WhisperRequest = { id, samples, language, cancelled };
          thread.postMessage(request, [samples.buffer as ArrayBuffer]);
        });
      });
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
    } finally {
      Atomics.store(new Int32Array(cancelled), 0, 1);
      waiting.delete(id);
    }
  };

  return {
    name: 'whisper',
    warm: async () => start().ready,
    open: ({ language, signal }) =>
      speechBuffer((sound) => transcribe(sound, primaryLanguage(language) || undefined, signal)),
    async close() {
      const ending = running;
      running = undefined;
      if (!ending) return;
      // A thread that is ended while a native library starts may take the process with it.
      await ending.ready.catch(() => {});
      ending.thread.removeAllListeners();
      ending.thread.on('error', () => {});
      for (const { reject } of ending.waiting.values()) reject(new JarvisError('stt-failed', 'Whisper was closed.'));
      await ending.thread.terminate();
    },
  };
}

function samplesOf(sound: Buffer): Int16Array {
  const samples = new Int16Array(Math.min(sound.length / SAMPLE_BYTES, MOST_SECONDS * MIC_RATE));
  Buffer.from(samples.buffer).set(sound.subarray(0, samples.byteLength));
  return samples;
}
