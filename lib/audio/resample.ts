import type { SpeexModule } from '@echogarden/speex-resampler-wasm/simd';
import { JarvisError, reasonOf } from '../turn/errors.js';
import { MIC_RATE, type Pcm, SAMPLE_BYTES } from './pcm.js';

/** A stream of one rate brought to another. It keeps the filter's memory between calls, so chunks join without clicks. */
export interface Resampler {
  /** Whole 16-bit mono samples in, those that are finished out, in a Buffer of its own. */
  push(samples: Buffer): Buffer;
  /** Gives the filter's memory back. After it, `push` gives nothing. */
  close(): void;
}

/** SpeexDSP's scale is 0 to 10; 4 is transparent for speech at a tenth of real time's cost of the best. */
const QUALITY = 4;
/** Samples a call of the filter takes at most; longer input is fed in steps. */
const STEP = 8_192;

let loading: Promise<SpeexModule> | undefined;

/**
 * Loads the resampler (about 60 KB of WebAssembly), once in the process.
 * @returns a function that opens streams from one rate to another, 16 kHz when not given.
 * @throws JarvisError library-missing when the package can't be loaded.
 */
export async function loadResampler(): Promise<(from: number, to?: number) => Resampler> {
  loading ??= import('@echogarden/speex-resampler-wasm/simd').then((speex) => speex.default());
  try {
    const speex = await loading;
    return (from, to = MIC_RATE) => open(speex, from, to, false);
  } catch (thrown) {
    loading = undefined;
    throw new JarvisError(
      'library-missing',
      `Sound of this rate can't be converted: the package @echogarden/speex-resampler-wasm does not load (${reasonOf(thrown)}). ` +
        'Run "npm install @echogarden/speex-resampler-wasm", or send 16 kHz.',
      { cause: thrown },
    );
  }
}

/** A whole sound at another rate, of the same length. @throws JarvisError library-missing. */
export async function resampled(sound: Pcm, rate = MIC_RATE): Promise<Pcm> {
  if (sound.rate === rate) return sound;
  await loadResampler();
  const speex = await (loading as Promise<SpeexModule>);
  const stream = open(speex, sound.rate, rate, true);
  try {
    // The filter gives its last samples only after silence of its own delay.
    const samples = Buffer.concat([stream.push(sound.samples), stream.push(Buffer.alloc(stream.delay * SAMPLE_BYTES))]);
    const wanted = Math.round((sound.samples.length / SAMPLE_BYTES) * (rate / sound.rate)) * SAMPLE_BYTES;
    return { samples: samples.subarray(0, wanted), rate };
  } finally {
    stream.close();
  }
}

function open(speex: SpeexModule, from: number, to: number, skipDelay: boolean): Resampler & { delay: number } {
  const outputStep = Math.ceil((STEP * to) / from) + 16;
  const input = speex._malloc(STEP * SAMPLE_BYTES);
  const output = speex._malloc(outputStep * SAMPLE_BYTES);
  const counts = speex._malloc(8);
  const state = speex._speex_resampler_init(1, from, to, QUALITY, counts);
  const free = () => {
    for (const address of [input, output, counts]) speex._free(address);
  };
  if (!(input && output && counts && state)) {
    if (state) speex._speex_resampler_destroy(state);
    free();
    throw new JarvisError(
      'bad-audio',
      `Sound of ${from} samples a second can't be brought to ${to}: no memory for another stream.`,
    );
  }
  if (skipDelay) speex._speex_resampler_skip_zeros(state);
  let closed = false;

  /** One call of the filter: `count` samples from `at` on in; the Buffer of what came out. */
  const step = (samples: Buffer, at: number, count: number): Buffer => {
    // Views are taken anew each time: the module's memory may have grown.
    const memory = Buffer.from(speex.HEAP16.buffer);
    samples.copy(memory, input, at * SAMPLE_BYTES, (at + count) * SAMPLE_BYTES);
    const words = speex.HEAPU32;
    words[counts >> 2] = count;
    words[(counts >> 2) + 1] = outputStep;
    speex._speex_resampler_process_int(state, 0, input, counts, output, counts + 4);
    const made = speex.HEAPU32[(counts >> 2) + 1] ?? 0;
    return Buffer.from(memory.subarray(output, output + made * SAMPLE_BYTES));
  };

  return {
    delay: speex._speex_resampler_get_input_latency(state),
    push(samples) {
      const count = Math.floor(samples.length / SAMPLE_BYTES);
      if (closed || count === 0) return Buffer.alloc(0);
      if (count <= STEP) return step(samples, 0, count);
      const parts: Buffer[] = [];
      for (let at = 0; at < count; at += STEP) parts.push(step(samples, at, Math.min(STEP, count - at)));
      return Buffer.concat(parts);
    },
    close() {
      if (closed) return;
      closed = true;
      speex._speex_resampler_destroy(state);
      free();
    },
  };
}
