import { MIC_RATE, SAMPLE_BYTES } from '../../audio/pcm.js';
import { clock } from '../../turn/clock.js';
import { JarvisError } from '../../turn/errors.js';
import type { Speaker } from '../../turn/turn.js';
import { within } from '../../turn/wait.js';
import { MAX_PEOPLE, type Person, readPeople, writePeople } from './people.js';
import type { VoicePrinter } from './voice-print.js';
import { closeness, meanOf } from './voice-prints.js';

/**
 * How close a voice has to be to that of somebody known. Chosen so that nobody else's is, by three voices of the clips
 * of `bench/wake-clips.sh`; see `npm run bench -- speakers`.
 */
export const KNOWN = 0.78;
/** Utterances that a voice is learnt from, and the least seconds of each. */
export const ENROLMENT = 4;
const LEAST_SECONDS = 1;
/** A turn doesn't wait longer, in milliseconds: asked beside speech to text, it nearly never waits. */
const ANSWER_MS = 4_000;
/** Nobody is learnt from what is said long after it was asked for. */
const LEARNING_MS = 5 * 60_000;

/** A voice that is being learnt. */
export interface Learning {
  name: string;
  /** The room that it is heard in. */
  site: string;
  /** Utterances that are still to come. */
  left: number;
}

/** Who speaks, by the voices that are known. */
export interface Speakers {
  /** Loads the model, so that the first utterance doesn't wait. @throws as `who` */
  warm(): Promise<void>;
  /** Names of the people whose voices are known. @throws JarvisError store-failed */
  names(): string[];
  /** The voice that is being learnt now, if any. */
  learning(): Learning | undefined;
  /**
   * Learns a voice from the next four utterances of a room, each a second or longer; a known name is learnt anew.
   * @throws JarvisError bad-input
   */
  learn(name: string, site: string): void;
  /** Forgets a voice for good. @throws JarvisError store-failed */
  forget(name: string): void;
  /**
   * Who says what is heard in a room; undefined while no voice is known.
   * @param sound one utterance, 16 kHz mono PCM
   * @param isOver it is the whole utterance: nothing is learnt from parts, and while a room is learnt from none is looked at
   * @throws JarvisError store-failed, library-missing, failed, timeout after four seconds; AbortError
   */
  who(site: string, sound: Buffer, signal?: AbortSignal, isOver?: boolean): Promise<Speaker | undefined>;
  close(): Promise<void>;
}

/** @param file where the voices are kept, as vectors: no sound is */
export function openSpeakers({ file, printer }: { file: string; printer: VoicePrinter }): Speakers {
  let learning: (Pick<Learning, 'name' | 'site'> & { until: number; prints: Float32Array[] }) | undefined;

  const current = () => {
    if (learning && clock.now() > learning.until) learning = undefined;
    return learning;
  };
  const isNamed = (name: string) => (person: Person) => person.name.toLowerCase() === name.toLowerCase();
  const without = (name: string) => readPeople(file).filter((person) => !isNamed(name)(person));

  const learnFrom = (site: string, print: Float32Array) => {
    const now = current();
    if (now?.site !== site) return;
    now.prints.push(print);
    if (now.prints.length < ENROLMENT) return;
    learning = undefined;
    // Six digits tell voices apart as well as all of them.
    const mean = Array.from(meanOf(now.prints), (value) => Math.round(value * 1e6) / 1e6);
    writePeople(file, [...without(now.name), { name: now.name, print: mean }]);
  };

  return {
    async warm() {
      await printer.printOf(Buffer.alloc(0));
    },
    names: () => readPeople(file).map(({ name }) => name),
    learning() {
      const now = current();
      return now && { name: now.name, site: now.site, left: ENROLMENT - now.prints.length };
    },
    learn(entered, site) {
      const name = entered.replace(/[\p{C}\p{Z}<>[\]`]+/gu, ' ').trim();
      if (name === '' || name.length > 40) throw new JarvisError('bad-input', 'A name has 1 to 40 letters.');
      if (without(name).length >= MAX_PEOPLE) {
        throw new JarvisError('bad-input', `${MAX_PEOPLE} voices are known already. Remove one first.`);
      }
      learning = { name, site, until: clock.now() + LEARNING_MS, prints: [] };
    },
    forget(name) {
      if (learning?.name === name) learning = undefined;
      writePeople(file, without(name));
    },
    async who(site, sound, signal, isOver = true) {
      if (!isOver && current()?.site === site) return undefined;
      const people = readPeople(file);
      const isLearnt = current()?.site === site && sound.length >= LEAST_SECONDS * MIC_RATE * SAMPLE_BYTES;
      if (people.length === 0 && !isLearnt) return undefined;
      const limit = { ms: ANSWER_MS, what: 'The speaker model', ...(signal && { signal }) };
      const print = await within(limit, (inner) => printer.printOf(sound, inner));
      if (isLearnt) learnFrom(site, print);
      const [closest] = people
        .map(({ name, print: known }) => ({ name, score: closeness(print, known) }))
        .sort((a, b) => b.score - a.score);
      return closest && { name: closest.score >= KNOWN ? closest.name : null, score: closest.score };
    },
    close: () => printer.close(),
  };
}
