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

/** A copy of the samples for a worker to take. @param most samples; what is over is left out */
export function int16Of(sound: Buffer, most = Number.POSITIVE_INFINITY): Int16Array<ArrayBuffer> {
  const samples = new Int16Array(Math.min(Math.floor(sound.length / SAMPLE_BYTES), most));
  Buffer.from(samples.buffer).set(sound.subarray(0, samples.byteLength));
  return samples;
}

/** 16-bit samples of several channels, averaged to one. */
export function monoOf(samples: Buffer, channels: number): Buffer {
  const frames = Math.floor(samples.length / SAMPLE_BYTES / channels);
  if (channels === 1) return samples.subarray(0, frames * SAMPLE_BYTES);
  const mono = Buffer.allocUnsafe(frames * SAMPLE_BYTES);
  for (let frame = 0; frame < frames; frame++) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++) {
      sum += samples.readInt16LE((frame * channels + channel) * SAMPLE_BYTES);
    }
    mono.writeInt16LE(Math.round(sum / channels), frame * SAMPLE_BYTES);
  }
  return mono;
}
