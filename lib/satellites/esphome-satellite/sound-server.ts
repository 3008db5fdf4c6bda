import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import http, { type ServerResponse } from 'node:http';
import { SAMPLE_BYTES } from '../../audio/pcm.js';
import { wavOf } from '../../audio/wav.js';
import { clock } from '../../turn/clock.js';
import { limitSeats, stands } from '../seats.js';

/** A sound that a device may fetch, once, while it is still being made. */
export interface OfferedSound {
  readonly url: string;
  /** The clock's steady milliseconds since which it is fetched. */
  readonly fetchedAt: number | undefined;
  /** 16-bit mono; kept until it is fetched. @param rate samples per second, the same each time */
  write(samples: Buffer, rate: number): void;
  /** That was all. */
  end(): void;
  /** Breaks off, and takes the offer back. */
  drop(): void;
}

/** Where one device fetches what it is to play. */
export interface SoundServer {
  /** @param fetched the device has begun to fetch it */
  offer(fetched: () => void): OfferedSound;
  close(): void;
}

const MAX_OFFERS = 20;
const MAX_CONNECTIONS = 20;
/** What a header says of a sound whose length nobody knows yet: as much as a signed number holds. */
const ENDLESS = 0x7fff_ff00;

/**
 * Serves at an address that only the device's network reaches, on a free port. Addresses can't be guessed, each is good for one fetch.
 * @param local this machine's address as the device sees it
 * @throws Error when it can't listen there
 */
export async function openSoundServer(local: string): Promise<SoundServer> {
  const offers = new Map<string, (response: ServerResponse) => void>();
  const server = http.createServer({ requestTimeout: 10_000, headersTimeout: 10_000 }, (request, response) => {
    const path = request.url ?? '';
    const give = request.method === 'GET' ? offers.get(path) : undefined;
    offers.delete(path);
    response.on('error', () => {});
    if (!give) return void response.writeHead(404).end();
    stands(request.socket, 'served');
    give(response);
  });
  limitSeats(server, MAX_CONNECTIONS);
  server.unref();
  server.listen(0, local);
  await once(server, 'listening');
  server.on('error', () => {});
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  const host = local.includes(':') ? `[${local}]` : local;

  return {
    offer(fetched) {
      const path = `/${randomBytes(16).toString('hex')}.wav`;
      let kept: { samples: Buffer; rate: number }[] = [];
      let isWhole = false;
      let isBegun = false;
      let fetchedAt: number | undefined;
      let response: ServerResponse | undefined;

      const flush = () => {
        if (!response || response.destroyed) return;
        for (const { samples, rate } of kept) {
          if (!isBegun) response.write(header(rate, isWhole ? sizeOf(kept) : ENDLESS));
          isBegun = true;
          response.write(samples);
        }
        kept = [];
        if (isWhole) response.end();
      };
      while (offers.size >= MAX_OFFERS) offers.delete(offers.keys().next().value ?? '');
      offers.set(path, (asked) => {
        response = asked;
        fetchedAt = clock.steady();
        asked.writeHead(200, { 'content-type': 'audio/wav', 'cache-control': 'no-store' });
        fetched();
        flush();
      });
      return {
        url: `http://${host}:${port}${path}`,
        get fetchedAt() {
          return fetchedAt;
        },
        write(samples, rate) {
          if (isWhole) return;
          kept.push({ samples, rate });
          flush();
        },
        end() {
          isWhole = true;
          flush();
        },
        drop() {
          isWhole = true;
          kept = [];
          offers.delete(path);
          response?.destroy();
        },
      };
    },
    close() {
      offers.clear();
      server.close();
      server.closeAllConnections();
    },
  };
}

function sizeOf(parts: readonly { samples: Buffer }[]): number {
  return parts.reduce((sum, { samples }) => sum + samples.length, 0);
}

/** A WAV's beginning; the sound comes after it. @param size bytes of the sound */
function header(rate: number, size: number): Buffer {
  const wav = wavOf({ samples: Buffer.alloc(0), rate });
  wav.writeUInt32LE(size + wav.length - 8, 4);
  wav.writeUInt32LE(size - (size % SAMPLE_BYTES), wav.length - 4);
  return wav;
}
