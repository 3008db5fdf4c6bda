/** Samples of one microphone frame on the wire: 80 ms at 16 kHz. */
export const FRAME_SAMPLES = 1280;
/** Samples per second of the microphone's stream. */
export const MIC_RATE = 16_000;

/** One microphone frame: mono s16le sound and how loud it was, 0 (silence) to 1 (as loud as it gets). */
export interface Frame {
  pcm: ArrayBuffer;
  level: number;
}

/** Cuts a stream of samples (-1 to 1) into whole frames; what doesn't fill one waits for more. */
export function createFramer(size = FRAME_SAMPLES): (samples: Float32Array) => Frame[] {
  const filling = new Float32Array(size);
  let filled = 0;
  return (samples) => {
    const frames: Frame[] = [];
    for (let at = 0; at < samples.length; ) {
      const part = samples.subarray(at, at + size - filled);
      filling.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled === size) {
        frames.push({ pcm: encode(filling), level: levelOf(filling) });
        filled = 0;
      }
    }
    return frames;
  };
}

/** Samples from -1 to 1 as s16le bytes; what is louder is clipped. */
export function encode(samples: Float32Array): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(samples.length * 2));
  samples.forEach((sample, index) => {
    const clipped = Math.max(-1, Math.min(1, sample));
    view.setInt16(index * 2, Math.round(clipped * 32767), true);
  });
  return view.buffer;
}

/** Turns s16le bytes as they come into samples from -1 to 1; a sample cut in two by the wire is put together again. */
export function createDecoder(): (bytes: ArrayBuffer) => Float32Array<ArrayBuffer> {
  let odd: number | undefined;
  return (bytes) => {
    const whole = new Uint8Array(bytes.byteLength + (odd === undefined ? 0 : 1));
    if (odd !== undefined) whole[0] = odd;
    whole.set(new Uint8Array(bytes), odd === undefined ? 0 : 1);
    odd = whole.length % 2 === 1 ? whole[whole.length - 1] : undefined;
    const view = new DataView(whole.buffer);
    return Float32Array.from({ length: Math.floor(whole.length / 2) }, (_, n) => view.getInt16(n * 2, true) / 32768);
  };
}

/** Loudness for a meter: 0 at -55 dB of full scale and below, 1 at -10 dB and above. */
export function levelOf(samples: Float32Array): number {
  let energy = 0;
  for (const sample of samples) energy += sample * sample;
  const decibels = 10 * Math.log10(energy / Math.max(1, samples.length) + 1e-12);
  return Math.max(0, Math.min(1, (decibels + 55) / 45));
}
