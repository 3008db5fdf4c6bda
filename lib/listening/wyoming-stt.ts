import { MIC_RATE, SAMPLE_BYTES } from '../audio/pcm.js';
import { connectWyoming, type WyomingConnection } from '../audio/wyoming.js';
import { wyomingOffer } from '../audio/wyoming-offer.js';
import { primaryLanguage } from '../language/tags.js';
import { JarvisError } from '../turn/errors.js';
import { shorten } from '../turn/shorten.js';
import type { Heard } from '../turn/turn.js';
import { within } from '../turn/wait.js';
import { fits, tooLong } from './speech-buffer.js';
import type { SpeechToText } from './types.js';

const TRANSCRIBING_MS = 45_000;
/** Most characters of a server's own words in an error. */
const MAX_REASON = 300;
const FORMAT = { rate: MIC_RATE, width: SAMPLE_BYTES, channels: 1 };

/**
 * Speech to text by a Wyoming server at `tcp://host:port`: sound is sent while it is spoken, one connection an utterance.
 * @throws JarvisError from `warm` and `finish`: stt-unreachable, stt-failed, bad-audio, not-configured; AbortError.
 */
export function openWyomingStt(options: { url: string }): SpeechToText {
  const { url } = options;
  const what = `The speech-to-text server at ${url}`;
  const closing = new AbortController();
  return {
    name: 'wyoming',
    takesPrompt: false,
    async warm() {
      await wyomingOffer(url, 'stt-unreachable', closing.signal);
    },
    open({ language, signal }) {
      let waiting: Buffer[] = [];
      let bytes = 0;
      let connection: WyomingConnection | undefined;
      const tag = primaryLanguage(language);
      const send = (payload: Buffer) => connection?.send({ type: 'audio-chunk', data: FORMAT, payload });
      const connecting = connectWyoming(url, { signal, code: 'stt-unreachable' }).then((opened) => {
        connection = opened;
        opened.send({ type: 'transcribe', data: tag ? { language: tag } : {} });
        opened.send({ type: 'audio-start', data: FORMAT });
        for (const samples of waiting) send(samples);
        waiting = [];
        return opened;
      });
      // Who asks for the transcript is told; an utterance that is given up is told nothing.
      connecting.catch(() => {
        waiting = [];
      });
      return {
        write(samples) {
          bytes += samples.length;
          if (!fits(bytes)) connection?.close();
          else if (connection) send(samples);
          else waiting.push(samples);
        },
        async finish() {
          if (!fits(bytes)) throw tooLong();
          const opened = await connecting;
          try {
            return await within({ ms: TRANSCRIBING_MS, what, code: 'stt-failed', signal }, async () => {
              opened.send({ type: 'audio-stop' });
              return heardOf(await transcriptOf(opened, what), bytes);
            });
          } finally {
            opened.close();
          }
        },
      };
    },
    async close() {
      closing.abort();
    },
  };
}

/** The data of the transcript; whatever else comes is skipped. */
async function transcriptOf(connection: WyomingConnection, what: string): Promise<Record<string, unknown>> {
  for await (const { type, data } of connection.events()) {
    if (type === 'transcript') return data;
    if (type === 'error') {
      const why = typeof data['text'] === 'string' ? shorten(data['text'], MAX_REASON) : 'it does not say why';
      throw new JarvisError('stt-failed', `${what} failed: ${why}`);
    }
  }
  throw new JarvisError('stt-failed', `${what} closed the connection without a transcript. Look into its log.`);
}

function heardOf({ text, language }: Record<string, unknown>, bytes: number): Heard {
  return {
    text: typeof text === 'string' ? text.trim() : '',
    ...(typeof language === 'string' && language !== '' && { language }),
    seconds: bytes / SAMPLE_BYTES / MIC_RATE,
    by: 'wyoming',
  };
}
