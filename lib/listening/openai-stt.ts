import { z } from 'zod';
import { MIC_RATE, SAMPLE_BYTES } from '../audio/pcm.js';
import { wavOf } from '../audio/wav.js';
import { primaryLanguage } from '../language/tags.js';
import { JarvisError, reasonOf } from '../turn/errors.js';
import { readJson } from '../turn/foreign.js';
import type { Heard } from '../turn/turn.js';
import { abortError, within } from '../turn/wait.js';
import { speechBuffer } from './speech-buffer.js';
import type { SpeechOptions, SpeechToText } from './types.js';

const TRANSCRIBING_MS = 60_000;
const CHECKING_MS = 10_000;
/** Most bytes of an answer: a transcript is a few hundred. */
const MAX_BYTES = 1024 * 1024;

const answerSchema = z.object({ text: z.string() });

export interface OpenAiSttOptions {
  /** The server's base URL up to the version, e.g. "http://127.0.0.1:8000/v1". */
  url: string;
  /** Sent as bearer token when given. */
  key?: string | undefined;
  /** The server's name of the model; "whisper-1" when not given. */
  model?: string | undefined;
}

/**
 * Speech to text by a server with OpenAI's interface (`POST …/audio/transcriptions`): sent as one WAV when the utterance
 * is over.
 * @throws JarvisError from `warm` and `finish`: not-configured (URL, key or model refused), stt-unreachable, stt-failed;
 * AbortError.
 */
export function openOpenAiStt(options: OpenAiSttOptions): SpeechToText {
  const { key, model = 'whisper-1' } = options;
  const url = options.url.replace(/\/+$/, '');
  const what = `The speech-to-text server at ${url}`;
  const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {};
  const closing = new AbortController();

  const ask = async (path: string, init: RequestInit, ms: number, signal: AbortSignal): Promise<string> =>
    await within({ ms, what, code: 'stt-failed', signal }, async (inner) => {
      let response: Response;
      let text: string;
      try {
        // Not followed: what was said, and the key, are for this address.
        response = await fetch(`${url}${path}`, { ...init, headers, signal: inner, redirect: 'manual' });
        text = await bodyOf(response);
      } catch (thrown) {
        if (signal.aborted) throw abortError(signal);
        if (thrown instanceof JarvisError) throw thrown;
        throw new JarvisError('stt-unreachable', `${what} can't be reached: ${reasonOf(thrown)}. Check that it runs.`, {
          cause: thrown,
        });
      }
      if (response.ok) return text;
      const refused = response.status >= 300 && response.status < 500 && ![408, 429].includes(response.status);
      throw new JarvisError(
        refused ? 'not-configured' : 'stt-failed',
        `${what} answered ${response.status}: ${text.slice(0, 300) || response.statusText}. Check its address, key and model.`,
      );
    });

  const transcribe = async (sound: Buffer, { language, prompt, signal }: SpeechOptions): Promise<Heard> => {
    const form = new FormData();
    form.set(
      'file',
      new Blob([new Uint8Array(wavOf({ samples: sound, rate: MIC_RATE }))], { type: 'audio/wav' }),
      'speech.wav',
    );
    form.set('model', model);
    form.set('response_format', 'json');
    const tag = primaryLanguage(language);
    if (tag) form.set('language', tag);
    if (prompt) form.set('prompt', prompt);
    const text = await ask('/audio/transcriptions', { method: 'POST', body: form }, TRANSCRIBING_MS, signal);
    return { text: transcriptOf(text, what), seconds: sound.length / SAMPLE_BYTES / MIC_RATE, by: 'openai' };
  };

  return {
    name: 'openai',
    takesPrompt: true,
    async warm() {
      if (!URL.canParse(url) || !/^https?:/.test(url)) {
        throw new JarvisError('not-configured', `"${url}" is not a URL. Write it like http://127.0.0.1:8000/v1.`);
      }
      await ask('/models', {}, CHECKING_MS, closing.signal);
    },
    open: (options) => speechBuffer((sound) => transcribe(sound, options)),
    async close() {
      closing.abort();
    },
  };
}

function transcriptOf(body: string, what: string): string {
  try {
    return answerSchema.parse(readJson(body)).text.trim();
  } catch (thrown) {
    throw new JarvisError('stt-failed', `${what} answered with something that is not a transcript.`, { cause: thrown });
  }
}

async function bodyOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > MAX_BYTES) throw new JarvisError('stt-failed', 'The speech-to-text server answered without end.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
