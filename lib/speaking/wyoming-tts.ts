import { z } from 'zod';
import { monoOf, type Pcm } from '../audio/pcm.js';
import { connectWyoming, type WyomingConnection, type WyomingEvent } from '../audio/wyoming.js';
import { JarvisError } from '../turn/errors.js';
import { shorten } from '../turn/shorten.js';
import { within } from '../turn/wait.js';
import { checkedSound, checkedText, MAX_REASON, MAX_SOUND_BYTES } from './sound.js';
import type { TextToSpeech } from './types.js';

const SPEAK_MS = 30_000;
/** A text of more characters than a long sentence has may take twice as long. */
const LONG_TEXT = 500;
const WARM_MS = 5_000;

const formatSchema = z.object({
  rate: z.number().int().min(8_000).max(192_000),
  width: z.literal(2),
  channels: z.number().int().min(1).max(8),
});

/** A speech server whose voices may have several speakers. */
export interface WyomingTts extends TextToSpeech {
  /** @param options.language empty is left to the server @param options.speaker name of one of the voice's speakers */
  speak(text: string, options: Parameters<TextToSpeech['speak']>[1] & { speaker?: string | undefined }): Promise<Pcm>;
}

/**
 * A speech server of the Wyoming protocol, e.g. wyoming-piper.
 * @param options.url tcp://host:port
 * @param options.voice name of one of the server's voices; its own choice for the language when not given
 */
export function openWyomingTts(options: { url: string; voice?: string }): WyomingTts {
  const { url } = options;
  const what = `The speech server at ${url}`;

  const talk = <T>(ms: number, signal: AbortSignal | undefined, work: (server: WyomingConnection) => Promise<T>) =>
    within({ ms, what, code: 'tts-unreachable', ...(signal && { signal }) }, async (inner) => {
      const server = await connectWyoming(url, { signal: inner, code: 'tts-unreachable' });
      try {
        return await work(server);
      } finally {
        server.close();
      }
    });

  return {
    name: 'wyoming',
    warm: () =>
      talk(WARM_MS, undefined, async (server) => {
        server.send({ type: 'describe' });
        for await (const { type, data } of server.events()) {
          if (type !== 'info') continue;
          if (Array.isArray(data['tts']) && data['tts'].length > 0) return;
          throw new JarvisError('not-configured', `${what} speaks Wyoming but offers no text to speech.`);
        }
        throw new JarvisError('tts-unreachable', `${what} closed the connection without an answer.`);
      }),
    speak: async (given, { language, voice, speaker, signal }) => {
      const text = checkedText(given);
      if (text === '') throw new JarvisError('bad-input', 'There is nothing to speak: the text is empty.');
      const name = voice || options.voice;
      const wanted = { ...(name && { name }), ...(language && { language }), ...(speaker && { speaker }) };
      return await talk(text.length > LONG_TEXT ? 2 * SPEAK_MS : SPEAK_MS, signal, (server) => {
        server.send({ type: 'synthesize', data: { text, voice: wanted } });
        return collect(server.events(), what);
      });
    },
    close: async () => {},
  };
}

/** The sound between audio-start and audio-stop; servers send a sentence when all of it is made, so nothing is gained before. */
async function collect(events: AsyncIterable<WyomingEvent>, what: string): Promise<Pcm> {
  let format: z.infer<typeof formatSchema> | undefined;
  let bytes = 0;
  const chunks: Buffer[] = [];
  for await (const { type, data, payload } of events) {
    if (type === 'error') {
      const why = shorten(String(data['text'] ?? 'no reason given'), MAX_REASON);
      throw new JarvisError('tts-failed', `${what} could not speak: ${why}`);
    }
    if (type === 'audio-start') {
      const parsed = formatSchema.safeParse(data);
      if (!parsed.success) throw new JarvisError('tts-failed', `${what} sends sound that is not 16-bit PCM.`);
      format = parsed.data;
    }
    if (type === 'audio-chunk' && payload) {
      bytes += payload.length;
      if (bytes > MAX_SOUND_BYTES) throw new JarvisError('tts-failed', `${what} sends sound without end.`);
      chunks.push(payload);
    }
    if (type === 'audio-stop') {
      if (!format) break;
      return checkedSound({ samples: monoOf(Buffer.concat(chunks), format.channels), rate: format.rate }, what);
    }
  }
  throw new JarvisError('tts-failed', `${what} ended without finishing the sentence.`);
}
