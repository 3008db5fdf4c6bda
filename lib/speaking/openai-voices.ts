import { z } from 'zod';
import { readText, ServerError, send } from '../llm/http.js';
import { JarvisError, reasonOf } from '../turn/errors.js';
import { readJson } from '../turn/foreign.js';
import { within } from '../turn/wait.js';

const VOICES_MS = 10_000;
/** Names, and characters of each, that are taken from a server. */
const MAX_VOICES = 500;
const MAX_NAME = 200;
const MAX_BYTES = 1024 * 1024;

const name = z.string().min(1).max(MAX_NAME);
const voice = z.union([
  name,
  z.object({ voice_id: name }).transform((one) => one.voice_id),
  z.object({ id: name }).transform((one) => one.id),
  z.object({ name }).transform((one) => one.name),
]);
/** No standard has it: these are the shapes that servers have. */
const voicesSchema = z.union([
  z.array(voice),
  z.object({ voices: z.array(voice) }).transform(({ voices }) => voices),
  z.object({ data: z.array(voice) }).transform(({ data }) => data),
]);

/**
 * The voices of an OpenAI-compatible speech server, by `GET /audio/voices`; none where it doesn't tell them, as OpenAI itself.
 * @throws JarvisError tts-unreachable, not-configured; AbortError.
 */
export async function openAiVoices(of: { url: string; key: string }, signal?: AbortSignal): Promise<string[]> {
  const base = of.url.replace(/\/+$/, '');
  if (!/^https?:\/\//i.test(base) || !URL.canParse(base)) {
    throw new JarvisError('not-configured', `"${base}" is not an address. Write it as http://host:port/v1.`);
  }
  const what = `The speech server at ${base}`;
  return await within({ ms: VOICES_MS, what, code: 'tts-unreachable', ...(signal && { signal }) }, async (inner) => {
    try {
      const headers: Record<string, string> = of.key ? { authorization: `Bearer ${of.key}` } : {};
      const answer = await readText(
        await send(`${base}/audio/voices`, { method: 'GET', headers, signal: inner }),
        MAX_BYTES,
      );
      return [...new Set(voicesSchema.safeParse(jsonOf(answer)).data ?? [])].slice(0, MAX_VOICES);
    } catch (thrown) {
      if (inner.aborted) throw thrown;
      if (thrown instanceof ServerError && (thrown.status === 401 || thrown.status === 403)) {
        throw new JarvisError('tts-failed', `${what} refused the key (status ${thrown.status}).`, { cause: thrown });
      }
      if (thrown instanceof ServerError) return [];
      throw new JarvisError('tts-unreachable', `${what} can't be reached: ${reasonOf(thrown)}.`, { cause: thrown });
    }
  });
}

function jsonOf(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}
