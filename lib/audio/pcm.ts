/**
 * Sound inside the house: signed 16-bit little-endian mono PCM in a Buffer. Microphones are brought to 16 kHz
 * where they come in; voices keep the rate of their engine, so sound to be played carries it.
 */
export interface Pcm {
  samples: Buffer;
  /** Samples per second. */
  rate: number;
}

/** The rate of every microphone stream inside the house, in samples per second. */
export const MIC_RATE = 16_000;
/** Bytes of one sample. */
export const SAMPLE_BYTES = 2;
/** What travels on a wire at a time: 80 ms, the step of the wake word model. */
export const CHUNK_BYTES = 1280 * SAMPLE_BYTES;

/** Length of a stretch of sound in seconds. */
export function secondsOf(sound: Pcm): number {
  return sound.samples.length / SAMPLE_BYTES / sound.rate;
}
