import { monoOf, type Pcm } from '../audio/pcm.js';
import { parseWav } from '../audio/wav.js';
import { isAbort, JarvisError, reasonOf } from '../turn/errors.js';
import { shorten } from '../turn/shorten.js';
import { within } from '../turn/wait.js';
import { checkedSound, checkedText, MAX_SOUND_BYTES } from './sound.js';
import type { TextToSpeech } from './types.js';

const SPEAK_MS = 30_000;
const WARM_MS = 5_000;
/** Rate of the API's headerless "pcm" format. */
const RAW_RATE = 24_000;

/** Where and how an OpenAI-compatible server speaks. */
export interface OpenAiTtsOptions {
  /** Base address with the version, e.g. http://192.168.1.10:8000/v1 */
  url: string;
  key?: string;
  /** "tts-1" when not given. */
  model?: string;
  /** "alloy" when not given. */
  voice?: string;
}

/** Text to speech of any server with OpenAI's `POST /v1/audio/speech`. The language is the model's to recognise. */
export function openOpenAiTts(options: OpenAiTtsOptions): TextToSpeech {
  const base = options.url.replace(/\/+$/, '');
  const what = `The speech server at ${base}`;
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (options.key) headers['authorization'] = `Bearer ${options.key}`;

  const request = async (path: string, init: RequestInit, signal: AbortSignal): Promise<Response> => {
    if (!/^https?:\/\//i.test(base) || !URL.canParse(base)) {
      throw new JarvisError('not-configured', `"${base}" is not an address. Write it as http://host:port/v1.`);
    }
    try {
      // Not followed: words and key are for this address.
      return await fetch(`${base}/${path}`, { ...init, headers, signal, redirect: 'manual' });
    } catch (thrown) {
      if (isAbort(thrown) || thrown instanceof JarvisError) throw thrown;
      throw new JarvisError(
        'tts-unreachable',
        `${what} can't be reached: ${reasonOf(thrown)}. Check that it runs and that the address is right.`,
        { cause: thrown },
      );
    }
  };

  return {
    name: 'openai',
    warm: () =>
      within({ ms: WARM_MS, what, code: 'tts-unreachable' }, async (signal) => {
        // Any answer will do: not every server lists its models.
        const response = await request('models', { method: 'GET' }, signal);
        await response.body?.cancel();
      }),
    speak: (text, { voice, signal }) =>
      within({ ms: SPEAK_MS, what, code: 'tts-unreachable', signal }, async (inner) => {
        const body = JSON.stringify({
          model: options.model || 'tts-1',
          voice: voice || options.voice || 'alloy',
          input: checkedText(text),
          response_format: 'wav',
        });
        const response = await request('audio/speech', { method: 'POST', body }, inner);
        const sound = await bodyOf(response, what, response.ok ? MAX_SOUND_BYTES : 10_000);
        if (!response.ok) throw refusal(what, response.status, sound.toString('utf8'));
        return pcmOf(sound, response.headers.get('content-type') ?? '', what);
      }),
    close: async () => {},
  };
}

async function bodyOf(response: Response, what: string, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      if (bytes > most) break;
      chunks.push(chunk);
    }
  } catch (thrown) {
    if (isAbort(thrown) || thrown instanceof JarvisError) throw thrown;
    throw new JarvisError('tts-unreachable', `${what} broke the connection off: ${reasonOf(thrown)}.`, {
      cause: thrown,
    });
  }
  if (bytes > most && response.ok) throw new JarvisError('tts-failed', `${what} sends sound without end.`);
  return Buffer.concat(chunks);
}

function pcmOf(sound: Buffer, type: string, what: string): Pcm {
  if (sound.toString('latin1', 0, 4) === 'RIFF') return checkedSound(wavSound(sound, what), what);
  // Some servers ignore the wanted format and send the bare samples.
  if (/audio\/(pcm|l16|x-raw)/i.test(type)) return checkedSound({ samples: monoOf(sound, 1), rate: RAW_RATE }, what);
  throw new JarvisError('tts-failed', `${what} answered with "${shorten(type, 100)}" instead of WAV sound.`);
}

/** What it was that couldn't be used: sound of a microphone fails with another code. */
function wavSound(sound: Buffer, what: string): Pcm {
  try {
    return parseWav(sound);
  } catch (thrown) {
    throw new JarvisError('tts-failed', `${what} sent sound that can't be used: ${reasonOf(thrown)}`, {
      cause: thrown,
    });
  }
}

function refusal(what: string, status: number, body: string): JarvisError {
  const message = /"message"\s*:\s*"((?:[^"\\]|\\.){1,300})/.exec(body)?.[1] ?? body.slice(0, 200);
  if (status < 400) {
    return new JarvisError('tts-failed', `${what} sends elsewhere (${status}). Enter the address that answers.`);
  }
  if (status === 401 || status === 403) {
    return new JarvisError('tts-failed', `${what} refused the key (${status}). Set the right one.`);
  }
  return new JarvisError('tts-failed', `${what} could not speak (${status}): ${message}`);
}
