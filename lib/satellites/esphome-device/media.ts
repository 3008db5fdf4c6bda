import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import type { Pcm } from '../../audio/pcm.js';
import { parseWav } from '../../audio/wav.js';
import { JarvisError, toJarvisError } from '../../turn/errors.js';
import { within } from '../../turn/wait.js';

/** Five minutes at 22,050 samples a second, and some. */
const MAX_BYTES = 16 * 1024 * 1024;
const FETCH_MS = 60_000;

/** What Home Assistant makes of its sounds for us: a WAV of this rate, in samples per second. */
export const SOUND_RATE = 22_050;

/**
 * The sound at an address that a client named. It is asked of the machine that the client itself is on, whatever name the
 * address has, so that nobody has us ask elsewhere; redirections aren't followed.
 * @param from the client's own address
 * @throws JarvisError satellite-unreachable or bad-audio; AbortError when the signal fires
 */
export async function fetchSound(address: string, from: string, signal: AbortSignal): Promise<Pcm> {
  const limit = { ms: FETCH_MS, what: `The sound at ${from}`, signal };
  const wav = await within(limit, (inner) => fetchBytes(address, from, inner)).catch((thrown: unknown) => {
    if (signal.aborted) throw thrown;
    throw toJarvisError(thrown, 'satellite-unreachable', `The sound of Home Assistant at ${from} can't be had`);
  });
  return parseWav(wav);
}

function fetchBytes(address: string, from: string, signal: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    const transport = url?.protocol === 'http:' ? http : url?.protocol === 'https:' ? https : undefined;
    if (!url || !transport) return reject(new JarvisError('bad-input', 'The address of a sound is none.'));
    const request = transport.get({
      host: from,
      port: url.port || undefined,
      path: url.pathname + url.search,
      headers: { host: url.host },
      // A certificate is one of the name.
      ...(isIP(url.hostname.replace(/^\[|\]$/g, '')) ? {} : { servername: url.hostname }),
      agent: false,
      signal,
    });
    request.on('error', reject);
    request.on('response', (response) => {
      if (response.statusCode !== 200) {
        request.destroy(new Error(`it answers ${response.statusCode}`));
        return;
      }
      const parts: Buffer[] = [];
      let length = 0;
      response.on('error', reject);
      response.on('data', (part: Buffer) => {
        parts.push(part);
        length += part.length;
        if (length > MAX_BYTES) request.destroy(new Error(`it has more than ${MAX_BYTES} bytes`));
      });
      response.on('end', () => resolve(Buffer.concat(parts)));
      response.on('close', () => reject(new Error('it broke off')));
    });
  });
}
