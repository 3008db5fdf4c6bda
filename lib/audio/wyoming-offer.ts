import { z } from 'zod';
import { type ErrorCode, JarvisError } from '../turn/errors.js';
import { within } from '../turn/wait.js';
import { connectWyoming } from './wyoming.js';

const DESCRIBE_MS = 10_000;
/** Names, and characters of each, that are taken from a server. */
const MAX_NAMES = 500;
const MAX_NAME = 200;

const named = z.array(z.object({ name: z.string().max(MAX_NAME) })).catch([]);
const infoSchema = z.object({
  wake: z.array(z.object({ models: named })).catch([]),
  tts: z.array(z.object({ voices: named })).catch([]),
});

/** The names of what a Wyoming server offers. */
export interface WyomingOffer {
  wakeWords: string[];
  voices: string[];
}

/**
 * Asks the server at `tcp://host:port` what it offers; empty lists where it is a server of another kind.
 * @throws JarvisError not-configured for a bad address, `code` when nobody answers within 10 s; AbortError.
 */
export async function wyomingOffer(url: string, code: ErrorCode, signal?: AbortSignal): Promise<WyomingOffer> {
  const what = `The Wyoming server at ${url}`;
  return await within({ ms: DESCRIBE_MS, what, code, ...(signal && { signal }) }, async (inner) => {
    const connection = await connectWyoming(url, { signal: inner, code });
    try {
      connection.send({ type: 'describe' });
      for await (const { type, data } of connection.events()) {
        if (type !== 'info') continue;
        const { wake = [], tts = [] } = infoSchema.safeParse(data).data ?? {};
        return {
          wakeWords: namesOf(wake.flatMap(({ models }) => models)),
          voices: namesOf(tts.flatMap(({ voices }) => voices)),
        };
      }
      throw new JarvisError(code, `${what} closed the connection without saying what it is.`);
    } finally {
      connection.close();
    }
  });
}

function namesOf(things: readonly { name: string }[]): string[] {
  return [...new Set(things.map(({ name }) => name))].slice(0, MAX_NAMES);
}
