import { MIC_RATE, SAMPLE_BYTES } from '../pcm.js';
import { adaptiveFilter, BLOCK } from './adaptive-filter.js';
import { delayFinder, HEARD_SAMPLES, PLAYED_SAMPLES } from './delay.js';
import { suppressor } from './suppressor.js';

/** Takes the echo of what is played out of what a microphone hears: 16 kHz mono, 16 bit. */
export interface EchoCanceller {
  /**
   * @param heard whole samples, any number @param played what was sent to the loudspeaker while they came in, as many:
   * how much later it is heard is found out
   * @returns what is left of them, in whole blocks of 16 ms and one block late
   */
  push(heard: Buffer, played: Int16Array): Buffer;
  /** Nothing is played any more: what hasn't come out yet. What was learned of the room stays. */
  rest(): Buffer;
  /** By how much what came out last is softer than what was heard: echo return loss enhancement, dB, over about half a second. */
  readonly erle: number;
}

/** The longest that an echo may come late, and what is heard of it after that: nothing sounds any more, in samples. */
export const TAIL = 1.3 * MIC_RATE;

/** Both rings; a power of two above what the comparison takes. */
const RING = 32_768;
/** So much earlier than the place found the filter begins: the place is the loudest path, which needn't be the first. */
const HEAD = 256;
/** How often the delay is looked for: a quarter of a second. */
const COMPARED = 16;
/** How far the place may move without a new beginning of the filter, in samples. */
const SAME = 24;
/** Power below which a block is silent: -66 dBFS. */
const SILENT = 10 ** -6.6;
/** How much softer the echo has to be made to count as known: 6 dB. */
const SETTLED = 0.25;
const SMOOTHING = 0.97;
const FULL = 32_768;
/** A filter that adds to what is heard so often in a row has lost its way. */
const ASTRAY = 12;

export function echoCanceller(): EchoCanceller {
  const filter = adaptiveFilter();
  const finder = delayFinder();
  const left = suppressor();
  const heardRing = new Float64Array(RING);
  const playedRing = new Float64Array(RING);
  const blockOf = () => new Float64Array(BLOCK);
  const [reference, echo, rest, out] = [blockOf(), blockOf(), blockOf(), blockOf()];
  const heardWindow = new Float64Array(HEARD_SAMPLES);
  const playedWindow = new Float64Array(PLAYED_SAMPLES);
  /** Samples taken in, and those that went through the filter. */
  let [taken, done] = [0, 0];
  let blocks = 0;
  /** How much later than it is played a sound gets into the filter. */
  let delay: number | undefined;
  let place = 0;
  let candidate: number | undefined;
  let astray = 0;
  let isRunning = false;
  /** Loudness of what is heard and of what the filter leaves of it while something is played. */
  let [heardPower, restPower] = [0, 0];
  /** Loudness of what went in and of what came out, always. */
  let [inPower, outPower] = [0, 0];
  let isSettled = false;

  const read = (ring: Float64Array, to: number, into: Float64Array) => {
    for (let at = 0; at < into.length; at++) into[at] = ring[(to - into.length + at) & (RING - 1)] as number;
  };
  const powerOf = (samples: Float64Array) => {
    let power = 0;
    for (let at = 0; at < samples.length; at++) power += (samples[at] as number) ** 2;
    return power / samples.length;
  };

  /** Looks for the delay, where enough is played and what is known of it doesn't do. */
  const align = () => {
    if (isSettled && restPower < SETTLED * heardPower) return;
    read(playedRing, done, playedWindow);
    read(heardRing, done, heardWindow);
    if (powerOf(playedWindow) < SILENT || powerOf(heardWindow) < SILENT / 100) return;
    const found = finder.compare(heardWindow, playedWindow);
    if (found === undefined) return;
    const isSeenTwice = candidate !== undefined && Math.abs(found - candidate) <= SAME;
    candidate = found;
    if (delay !== undefined && (!isSeenTwice || Math.abs(found - place) <= SAME)) return;
    // The room stays as it is: only the way to it has another length now.
    if (delay === undefined) filter.clear();
    place = found;
    delay = Math.max(0, found - HEAD);
    filter.doubt();
  };

  const block = () => {
    done += BLOCK;
    const heard = rest;
    read(heardRing, done, heard);
    const before = powerOf(heard);
    echo.fill(0);
    if (delay !== undefined) {
      read(playedRing, done - delay, reference);
      filter.play(reference);
      filter.predict(echo);
      for (let at = 0; at < BLOCK; at++) rest[at] = (heard[at] as number) - (echo[at] as number);
      const after = powerOf(rest);
      const isPlayed = powerOf(reference) > SILENT;
      filter.learn(rest);
      astray = after > 2 * before && after > SILENT ? astray + 1 : 0;
      if (isPlayed) {
        heardPower = SMOOTHING * heardPower + (1 - SMOOTHING) * before;
        restPower = SMOOTHING * restPower + (1 - SMOOTHING) * after;
        if (restPower < SETTLED * heardPower) isSettled = true;
      }
      if (after > before) {
        for (let at = 0; at < BLOCK; at++) rest[at] = (rest[at] as number) + (echo[at] as number);
        echo.fill(0);
      }
      if (astray > ASTRAY) {
        filter.clear();
        isSettled = false;
        astray = 0;
      }
    }
    left.push(rest, echo, out);
    inPower = SMOOTHING * inPower + (1 - SMOOTHING) * before;
    outPower = SMOOTHING * outPower + (1 - SMOOTHING) * powerOf(out);
    if (++blocks % COMPARED === 0) align();
  };

  return {
    get erle() {
      return inPower > 0 && outPower > 0 ? 10 * Math.log10(inPower / outPower) : 0;
    },
    push(heard, played) {
      if (!isRunning) {
        heardRing.fill(0);
        playedRing.fill(0);
        done = taken;
        left.begin(out.fill(0));
      }
      const count = Math.floor(heard.length / SAMPLE_BYTES);
      const made: Buffer[] = [];
      for (let at = 0; at < count; at++) {
        heardRing[taken & (RING - 1)] = heard.readInt16LE(at * SAMPLE_BYTES) / FULL;
        playedRing[taken & (RING - 1)] = (played[at] ?? 0) / FULL;
        taken++;
        if (taken - done < BLOCK) continue;
        block();
        // The first block is what came out before.
        if (isRunning) made.push(samplesOf(out));
        isRunning = true;
      }
      return Buffer.concat(made);
    },
    rest() {
      const waiting = new Float64Array(taken - done);
      read(heardRing, taken, waiting);
      const made = isRunning ? [...left.flush(), ...waiting] : [...waiting];
      done = taken;
      isRunning = false;
      [inPower, outPower] = [0, 0];
      finder.clear();
      return samplesOf(made);
    },
  };
}

function samplesOf(sound: ArrayLike<number>): Buffer {
  const samples = Buffer.allocUnsafe(sound.length * SAMPLE_BYTES);
  for (let at = 0; at < sound.length; at++) {
    const value = Math.round((sound[at] as number) * FULL);
    samples.writeInt16LE(Math.max(-FULL, Math.min(FULL - 1, value)), at * SAMPLE_BYTES);
  }
  return samples;
}
