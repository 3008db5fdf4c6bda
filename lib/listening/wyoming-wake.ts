import { MIC_RATE, SAMPLE_BYTES } from '../audio/pcm.js';
import { connectWyoming, type WyomingConnection } from '../audio/wyoming.js';
import { wyomingOffer } from '../audio/wyoming-offer.js';
import { clock } from '../turn/clock.js';
import { JarvisError, toJarvisError } from '../turn/errors.js';
import { shorten } from '../turn/shorten.js';
import { backoff, sleep } from '../turn/wait.js';
import type { WakeEngine } from './types.js';
import { wordOf } from './wake-models.js';

/** Bytes of sound after a detection in which the same word is not reported again: 2 s. */
const REFRACTORY_BYTES = 2 * MIC_RATE * SAMPLE_BYTES;
/** Silence before the first sound: openWakeWord decides nothing before it has two seconds, and a word may come at once. */
const WINDOW_BYTES = 2 * MIC_RATE * SAMPLE_BYTES;
/** A connection that held so long was a good one: the next attempt comes soon. */
const GOOD_MS = 10_000;
/** Most characters of a wake word's name, and of the names in an error. */
const MAX_NAME = 100;
const MAX_LIST = 500;
const BYTES_PER_MS = (MIC_RATE * SAMPLE_BYTES) / 1000;
const FORMAT = { rate: MIC_RATE, width: SAMPLE_BYTES, channels: 1 };

/**
 * Wake words by a Wyoming server at `tcp://host:port`: one connection a stream, opened again for as long as the stream is
 * open. Threshold and smoothing are the server's; it tells no score, so detections have 1. Sound must come in real
 * time: the server drops what comes faster. Sound while the server is away is not heard.
 * @param options.onListening called whenever a stream's server has been reached
 * @param options.words names as the server knows them, with or without version; its own choice when empty
 * @throws JarvisError from `warm` and to `onError` (once an outage): wake-failed, not-configured.
 */
export function openWyomingWake(options: { url: string; words: string[]; onListening?: () => void }): WakeEngine {
  const { url, words, onListening } = options;
  const what = `The wake word server at ${url}`;
  const closing = new AbortController();

  return {
    name: 'wyoming',
    async warm() {
      const { wakeWords } = await wyomingOffer(url, 'wake-failed', closing.signal);
      const missing = words.filter((word) => !wakeWords.some((name) => plain(name) === plain(word)));
      if (missing.length === 0) return;
      throw new JarvisError(
        'not-configured',
        `${what} doesn't know the wake word ${missing.join(', ')}. It knows: ${shorten(wakeWords.map(wordOf).join(', '), MAX_LIST) || 'none'}.`,
      );
    },
    open(onDetection, onError) {
      const leaving = new AbortController();
      const signal = AbortSignal.any([leaving.signal, closing.signal]);
      let connection: WyomingConnection | undefined;
      let written = 0;
      const silentUntil = new Map<string, number>();

      const detected = ({ name, timestamp }: Record<string, unknown>) => {
        const told = typeof name === 'string' ? wordOf(name.slice(0, MAX_NAME)) : (words[0] ?? '');
        // A server may tell of words nobody asked for, each of them once.
        if (words.length > 0 && !words.some((word) => plain(word) === plain(told))) return;
        const word = words.length > 0 ? plain(told) : '';
        if (written < (silentUntil.get(word) ?? 0)) return;
        silentUntil.set(word, written + REFRACTORY_BYTES);
        const isTold = typeof timestamp === 'number' && timestamp > 0 && timestamp <= written / BYTES_PER_MS;
        onDetection({ word: told, score: 1, ...(isTold && { timestamp: Math.round(timestamp) }) });
      };

      const listen = async () => {
        const opened = await connectWyoming(url, { signal, code: 'wake-failed' });
        try {
          opened.send({ type: 'detect', data: words.length > 0 ? { names: words } : {} });
          opened.send({ type: 'audio-start', data: FORMAT });
          opened.send({ type: 'audio-chunk', data: FORMAT, payload: Buffer.alloc(WINDOW_BYTES) });
          connection = opened;
          onListening?.();
          for await (const event of opened.events()) if (event.type === 'detection') detected(event.data);
        } finally {
          connection = undefined;
          opened.close();
        }
        throw new JarvisError('wake-failed', `${what} closed the connection. It is tried again until it answers.`);
      };

      const keepListening = async () => {
        let told = false;
        for (let attempt = 0; !signal.aborted; attempt++) {
          const began = clock.steady();
          try {
            await listen();
          } catch (thrown) {
            if (signal.aborted) return;
            if (clock.steady() - began > GOOD_MS) {
              attempt = 0;
              told = false;
            }
            if (!told) onError(toJarvisError(thrown, 'wake-failed', what));
            told = true;
          }
          await sleep(backoff(attempt), signal).catch(() => {});
        }
      };
      keepListening().catch((thrown) => onError(toJarvisError(thrown, 'wake-failed', what)));

      return {
        write(samples) {
          written += samples.length;
          const timestamp = Math.round(written / BYTES_PER_MS);
          connection?.send({ type: 'audio-chunk', data: { ...FORMAT, timestamp }, payload: samples });
        },
        close() {
          leaving.abort();
        },
      };
    },
    async close() {
      closing.abort();
    },
  };
}

/** A wake word's name for comparison: "Hey Jarvis" and "hey_jarvis_v0.1" are the same. */
function plain(name: string): string {
  return wordOf(name).toLowerCase().replaceAll('_', ' ').trim();
}
