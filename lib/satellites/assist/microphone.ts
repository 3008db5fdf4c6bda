import { z } from 'zod';
import { MIC_RATE, monoOf, SAMPLE_BYTES } from '../../audio/pcm.js';
import { loadResampler, type Resampler } from '../../audio/resample.js';
import { JarvisError } from '../../turn/errors.js';

/** Brings sound of other rates and of several channels to 16 kHz mono. */
export interface Microphone {
  /** Samples as they came. @throws JarvisError bad-audio when the rate isn't that of before. */
  write(samples: Buffer, format: SoundFormat): void;
  /** Resolves when everything that was written has come out. @throws JarvisError library-missing */
  end(): Promise<void>;
  close(): void;
}

const formatSchema = z.object({
  rate: z.number().int().min(8_000).max(48_000),
  width: z.literal(SAMPLE_BYTES),
  channels: z.number().int().min(1).max(2),
});
export type SoundFormat = z.infer<typeof formatSchema>;

/** The format of a chunk of sound. @throws JarvisError bad-audio for everything but 16-bit PCM of 8 to 48 kHz, mono or stereo. */
export function soundFormat(data: unknown): SoundFormat {
  const format = formatSchema.safeParse(data);
  if (format.success) return format.data;
  throw new JarvisError('bad-audio', 'Sound must be 16-bit PCM of 8 to 48 kHz, mono or stereo.');
}

/** Seconds of sound in bytes of a format. */
export function lengthOf(bytes: number, { rate, channels }: SoundFormat): number {
  return bytes / SAMPLE_BYTES / channels / rate;
}

/** @param emit gets the sound; not after `close` */
export function openMicrophone(emit: (samples: Buffer) => void): Microphone {
  let rate: number | undefined;
  let resampler: Resampler | undefined;
  let loading: Promise<void> | undefined;
  let waiting: Buffer[] = [];
  let isClosed = false;

  const convert = (samples: Buffer) => {
    const converted = resampler?.push(samples);
    if (converted && converted.length > 0) emit(converted);
  };
  const load = async (from: number) => {
    const open = await loadResampler();
    if (isClosed) return;
    resampler = open(from);
    for (const samples of waiting.splice(0)) convert(samples);
  };
  return {
    write(samples, format) {
      if (isClosed) return;
      rate ??= format.rate;
      if (rate !== format.rate)
        throw new JarvisError('bad-audio', 'The rate of the sound changed within an utterance.');
      const mono = monoOf(samples, format.channels);
      if (mono.length === 0) return;
      if (rate === MIC_RATE) return emit(mono);
      if (resampler) return convert(mono);
      waiting.push(mono);
      loading ??= load(rate);
      // Whoever ends the sound is told.
      loading.catch(() => {
        waiting = [];
      });
    },
    end: async () => await loading,
    close() {
      isClosed = true;
      waiting = [];
      resampler?.close();
    },
  };
}
