import { MIC_RATE, secondsOf } from '../audio/pcm.js';
import { loadResampler, type Resampler } from '../audio/resample.js';
import { parseWav } from '../audio/wav.js';
import { toJarvisError } from '../turn/errors.js';

/** Brings what satellites send (WAV chunks of any size and rate) to 16 kHz. */
export interface Intake {
  /** Takes one chunk; sound comes out at `emit`, at once when it is 16 kHz. @throws JarvisError bad-audio. */
  push(site: string, wav: Buffer): void;
  /** Forgets the streams of sites that are gone. */
  keepOnly(isKnown: (site: string) => boolean): void;
  close(): void;
}

/** One site's stream of another rate. Until the resampler is loaded its sound waits. */
interface Stream {
  rate: number;
  resampler?: Resampler;
  waiting: Buffer[];
}

/** Most chunks that wait for the resampler to load; then the oldest go. */
const MAX_WAITING = 50;

/** @param emit gets 16 kHz mono sound, possibly lying in the chunk that came. @param failed gets what goes wrong later than `push`. @param mayPass false drops the chunk. */
export function openIntake(
  emit: (site: string, samples: Buffer) => void,
  failed: (site: string, error: Error) => void,
  mayPass: (site: string, seconds: number) => boolean,
): Intake {
  const streams = new Map<string, Stream>();

  const drop = (site: string) => {
    streams.get(site)?.resampler?.close();
    streams.delete(site);
  };

  const load = async (site: string, stream: Stream) => {
    try {
      const open = await loadResampler();
      if (streams.get(site) !== stream) return;
      stream.resampler = open(stream.rate);
      for (const samples of stream.waiting.splice(0)) forward(site, stream.resampler.push(samples));
    } catch (thrown) {
      if (streams.get(site) === stream) drop(site);
      failed(site, toJarvisError(thrown, 'bad-audio', 'Sound could not be converted'));
    }
  };

  const forward = (site: string, samples: Buffer) => {
    if (samples.length > 0) emit(site, samples);
  };

  return {
    push(site, wav) {
      const sound = parseWav(wav);
      if (!mayPass(site, secondsOf(sound))) return;
      if (sound.rate === MIC_RATE) {
        if (streams.size > 0) drop(site);
        return forward(site, sound.samples);
      }
      let stream = streams.get(site);
      if (stream?.rate !== sound.rate) {
        drop(site);
        stream = { rate: sound.rate, waiting: [] };
        streams.set(site, stream);
        void load(site, stream);
      }
      if (stream.resampler) return forward(site, stream.resampler.push(sound.samples));
      stream.waiting.push(sound.samples);
      if (stream.waiting.length > MAX_WAITING) stream.waiting.shift();
    },
    keepOnly(isKnown) {
      for (const site of streams.keys()) if (!isKnown(site)) drop(site);
    },
    close() {
      for (const site of [...streams.keys()]) drop(site);
    },
  };
}
