import { Readable } from 'node:stream';
import { z } from 'zod';
import { SAMPLE_BYTES } from '../../audio/pcm.js';
import { resampled } from '../../audio/resample.js';
import type { AssistSpeaking } from './voice.js';
import { voiceName } from './wyoming-info.js';

/** Most characters of one text; the rest isn't spoken. */
export const MAX_TEXT = 2_000;
/** Samples of one chunk. */
const CHUNK = 2_048;
/** Where a text has nothing to be said, Home Assistant still wants a sound: a tenth of a second. */
const NOTHING = { samples: Buffer.alloc(2_205 * SAMPLE_BYTES), rate: 22_050 };

const voiceSchema = z.object({
  voice: z.object({ name: z.string().max(300).nullish(), language: z.string().max(35).nullish() }).nullish(),
});

/** The language of the voice that is wanted; undefined where none is, or it isn't ours. */
export function wantedLanguage({ voice, languages }: AssistSpeaking, data: unknown): string | undefined {
  const { name, language } = voiceSchema.safeParse(data).data?.voice ?? {};
  return languages.find((one) => voiceName(voice, one) === name || one.toLowerCase() === language?.toLowerCase());
}

/** A text that comes in pieces, until it is too long or ended. */
export interface PiecesOfText {
  readonly pieces: AsyncIterable<string>;
  readonly isOpen: boolean;
  /** False when it was too long: what is over the limit isn't spoken. */
  push(text: string): boolean;
  end(): void;
}

export function openPieces(signal: AbortSignal): PiecesOfText {
  const pieces = new Readable({ objectMode: true, read() {}, signal });
  // Whoever reads is told; nobody may.
  pieces.on('error', () => {});
  let left = MAX_TEXT;
  let isOpen = true;
  return {
    pieces,
    get isOpen() {
      return isOpen && !signal.aborted;
    },
    push(text) {
      const taken = text.slice(0, left);
      left -= taken.length;
      if (taken !== '' && this.isOpen) pieces.push(taken);
      return taken.length === text.length;
    },
    end() {
      if (isOpen) pieces.push(null);
      isOpen = false;
    },
  };
}

/** Where sound goes. */
interface Outlet {
  send(type: string, data?: Record<string, unknown>, payload?: Buffer): void;
  /** Resolves when the other side has taken what was sent. @throws AbortError */
  drained(): Promise<void>;
}

/** Speaks a text: `audio-start`, chunks and `audio-stop`, one sound at one rate whatever the sentences have. */
export async function speakTo(
  { send, drained }: Outlet,
  speaking: AssistSpeaking,
  text: AsyncIterable<string>,
  options: { language: string | undefined; signal: AbortSignal },
): Promise<void> {
  let format: { rate: number; width: number; channels: number } | undefined;
  const play = async (sound: { samples: Buffer; rate: number }) => {
    if (!format) {
      format = { rate: sound.rate, width: SAMPLE_BYTES, channels: 1 };
      send('audio-start', format);
    }
    const { samples } = await resampled(sound, format.rate);
    for (let at = 0; at < samples.length; at += CHUNK * SAMPLE_BYTES)
      send('audio-chunk', format, samples.subarray(at, at + CHUNK * SAMPLE_BYTES));
    await drained();
  };
  for await (const sound of speaking.speak(text, options)) if (sound.samples.length > 0) await play(sound);
  if (!format) await play(NOTHING);
  send('audio-stop');
}
