import { type Pcm, SAMPLE_BYTES } from '../audio/pcm.js';

/**
 * How long a piece may be, in seconds. Hermes knows no stop, so a piece is what a satellite plays on when it is cut off; each new
 * piece costs it a gap of a tenth of a second or two (a process for each in Rhasspy's client), so a sentence stays whole.
 */
export const PIECE = { least: 3, most: 6 };
/** A rest as short as this goes with the piece before it, as a share of the longest. */
const REST = 0.25;
/** Loudness is compared over so many seconds. */
const STEP = 0.01;

/** Where the piece that begins at `from` ends, in bytes: at the quietest place that its length allows. */
export function pieceEnd({ samples, rate }: Pcm, from: number, { least, most }: typeof PIECE): number {
  const bytes = (seconds: number) => Math.round(seconds * rate) * SAMPLE_BYTES;
  if (samples.length - from <= bytes(most * (1 + REST))) return samples.length;
  const step = bytes(STEP);
  let quietest = Number.POSITIVE_INFINITY;
  let end = from + bytes(most);
  for (let at = from + bytes(least); at <= from + bytes(most); at += step) {
    const power = powerOf(samples, at - step, at + step);
    if (power > quietest) continue;
    quietest = power;
    end = at;
  }
  return end;
}

function powerOf(samples: Buffer, from: number, to: number): number {
  let power = 0;
  for (let at = from; at + SAMPLE_BYTES <= to; at += SAMPLE_BYTES) power += samples.readInt16LE(at) ** 2;
  return power;
}
