import { type EchoCanceller, echoCanceller, TAIL } from '../audio/echo/canceller.js';
import { MIC_RATE, type Pcm, SAMPLE_BYTES, secondsOf } from '../audio/pcm.js';
import { loadResampler, type Resampler } from '../audio/resample.js';
import { clock } from '../turn/clock.js';

/** Our own voice, taken out of what the microphone beside the loudspeaker hears. */
export interface Echoes {
  /** A site begins to play a sound, instead of what it played before. @returns to be called when it is cut off */
  plays(site: string, sound: Pcm): () => void;
  /** @returns sound of a site without what is played there; the same Buffer where nothing is. It may be empty. */
  hears(site: string, samples: Buffer): Buffer;
  /** As `EchoCanceller.erle`; 0 where nothing is played. */
  erle(site: string): number;
  /** Forgets the sites that are gone. */
  keepOnly(isKnown: (site: string) => boolean): void;
  close(): void;
}

/** A sound that is played, brought to 16 kHz as far as the microphone is. */
interface Source {
  sound: Pcm;
  /** Where it begins and ends, in samples of the microphone. */
  from: number;
  to: number;
  /** When it is over, in milliseconds of `now`. */
  over: number;
  resampler?: Resampler | undefined;
  /** Bytes that went in, samples that were used, and what came out and isn't used yet. */
  given: number;
  used: number;
  made: Buffer;
}

interface Ear {
  /** From the first sound played on. */
  canceller?: EchoCanceller;
  sources: Source[];
  /** Samples of the microphone until now, with those it didn't send in its pauses, and when the last came. */
  heard: number;
  heardAt: number;
  /** After this sample nothing is heard any more of what was played. */
  until: number;
}

/** Sound that is brought to 16 kHz at a time, in seconds. */
const SLAB = 0.1;
/** A microphone that is silent for longer is thought to have paused, in samples. */
const PAUSE = 1 * MIC_RATE;
/** Sounds of one site that are kept at most. */
const MAX_SOURCES = 16;

/** @param now milliseconds of a clock that only goes forward */
export function openEchoes(now = clock.steady): Echoes {
  const ears = new Map<string, Ear>();
  let open: Awaited<ReturnType<typeof loadResampler>> | undefined;

  const earOf = (site: string): Ear => {
    const known = ears.get(site);
    if (known) return known;
    const ear: Ear = { sources: [], heard: 0, heardAt: now(), until: 0 };
    ears.set(site, ear);
    return ear;
  };
  const drop = (ear: Ear, isMeant: (source: Source) => boolean) => {
    for (const source of ear.sources) if (isMeant(source)) source.resampler?.close();
    ear.sources = ear.sources.filter((source) => !isMeant(source));
  };
  /** The sample of the microphone that comes in at this moment. */
  const position = ({ heard, heardAt }: Ear) => heard + Math.round(((now() - heardAt) * MIC_RATE) / 1000);

  /** Samples of a source at 16 kHz, from a place on that only goes forward; silence after its end, and until the resampler is loaded. */
  const pull = (source: Source, from: number, into: Int16Array) => {
    const { sound } = source;
    if (sound.rate !== MIC_RATE) source.resampler ??= open?.(sound.rate);
    const slab = Math.round(SLAB * sound.rate) * SAMPLE_BYTES;
    const bytes = (from - source.used + into.length) * SAMPLE_BYTES;
    const slabs = [source.made];
    let length = source.made.length;
    while (length < bytes && source.given < sound.samples.length) {
      const next = sound.samples.subarray(source.given, source.given + slab);
      source.given += slab;
      const made =
        sound.rate === MIC_RATE ? next : (source.resampler?.push(next) ?? Buffer.alloc(SLAB * MIC_RATE * SAMPLE_BYTES));
      slabs.push(made);
      length += made.length;
    }
    const made = Buffer.concat(slabs);
    const asked = made.subarray((from - source.used) * SAMPLE_BYTES, bytes);
    for (let at = 0; at * SAMPLE_BYTES + 1 < asked.length; at++) into[at] = asked.readInt16LE(at * SAMPLE_BYTES);
    source.made = made.subarray(bytes);
    source.used = from + into.length;
  };

  return {
    plays(site, sound) {
      if (sound.rate !== MIC_RATE && !open) {
        loadResampler().then(
          (loaded) => {
            open = loaded;
          },
          () => {
            // Without it only sound of 16 kHz is taken out.
          },
        );
      }
      const ear = earOf(site);
      const from = position(ear);
      const ms = secondsOf(sound) * 1000;
      drop(ear, ({ over }) => over < now() - (TAIL / MIC_RATE) * 1000);
      for (const before of ear.sources) before.to = Math.min(before.to, from);
      const to = from + Math.ceil((ms / 1000) * MIC_RATE);
      const source: Source = { sound, from, to, over: now() + ms, given: 0, used: 0, made: Buffer.alloc(0) };
      ear.sources.push(source);
      const oldest = ear.sources[0];
      if (ear.sources.length > MAX_SOURCES) drop(ear, (one) => one === oldest);
      ear.until = Math.max(ear.heard, to) + TAIL;
      return () => {
        source.to = Math.min(source.to, position(ear));
        source.over = Math.min(source.over, now());
      };
    },
    hears(site, samples) {
      const ear = earOf(site);
      const count = Math.floor(samples.length / SAMPLE_BYTES);
      const began = position(ear) - count;
      const hasPaused = began - ear.heard > PAUSE;
      const from = hasPaused ? began : ear.heard;
      ear.heard = from + count;
      ear.heardAt = now();
      // What it holds yet is older than the pause.
      if (hasPaused) ear.canceller?.rest();
      if (from >= ear.until) return samples;
      ear.canceller ??= echoCanceller();
      const played = new Int16Array(ear.heard - from);
      for (const source of ear.sources) {
        const [begin, end] = [Math.max(from, source.from), Math.min(ear.heard, source.to)];
        if (begin < end) pull(source, begin - source.from, played.subarray(begin - from, end - from));
      }
      drop(ear, ({ to }) => to <= ear.heard);
      const left = ear.canceller.push(samples, played);
      return ear.heard < ear.until ? left : Buffer.concat([left, ear.canceller.rest()]);
    },
    erle: (site) => ears.get(site)?.canceller?.erle ?? 0,
    keepOnly(isKnown) {
      for (const [site, ear] of ears) {
        if (isKnown(site)) continue;
        drop(ear, () => true);
        ears.delete(site);
      }
    },
    close() {
      for (const ear of ears.values()) drop(ear, () => true);
      ears.clear();
    },
  };
}
