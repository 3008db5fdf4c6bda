import { MIC_RATE, SAMPLE_BYTES } from '../../audio/pcm.js';
import { randomFrom } from '../../audio/random.js';
import { soundOf } from '../../audio/sounds.js';
import { JarvisError } from '../../turn/errors.js';
import type { WakeModels } from '../wake-models.js';
import { type Heard, openEmbeddings } from './embeddings.js';
import { lookAlikes } from './look-alikes.js';
import { programmeOf, type Scene, type Spoken, sceneOf, surroundings } from './scenes.js';

/** Voices that say what they are asked: 16 kHz, 16-bit mono. */
export interface Speaker {
  /** Names; what stands after a "+" is one throat in several accents. */
  readonly voices: readonly string[];
  speak(voice: string, text: string, signal: AbortSignal): Promise<Buffer>;
}

/** Recordings that are there already: of the phrase, of what sounds like it, of other sentences. */
export type Recordings = Record<'said' | 'near' | 'other', readonly Spoken[]>;

export interface Lesson {
  /** What is said to wake it. */
  phrase: string;
  /** Sentences that mustn't, in the same language. */
  sentences: readonly string[];
  speaker: Speaker;
  /** Beside what the speaker says; they train only. */
  recordings: Recordings;
  models: Pick<WakeModels, 'melspectrogram' | 'embedding'>;
  signal: AbortSignal;
  onProgress: (part: 'speaking' | 'hearing' | 'learning', share: number) => void;
}

/** What some voices said in scenes, as the feature graphs heard it. */
export interface Material {
  scenes: { scene: Scene; heard: Heard }[];
  near: { text: string; heard: Heard }[];
  /** Of `PROGRAMME_SECONDS` each. */
  programmes: Heard[];
}

export const PROGRAMME_SECONDS = 30;
/** The people who train, who tune the threshold, and who test: nobody is two of them. */
const PARTS = {
  training: { from: 0, to: 0.7, seed: 1, said: 330, near: 220, other: 200, scenes: 600, programmes: 50 },
  tuning: { from: 0.7, to: 0.85, seed: 2, said: 50, near: 50, other: 40, scenes: 90, programmes: 16 },
  testing: { from: 0.85, to: 1, seed: 3, said: 60, near: 60, other: 40, scenes: 120, programmes: 10 },
} as const;
export type Part = keyof typeof PARTS;
const LOOK_ALIKES = 90;
/** Of so many programmes one is without words. */
const WORDLESS = 5;
/** Recordings are taken for so large a share of the scenes of the training, where there are some. */
const RECORDED = 0.6;
/** Of each three look-alikes one is kept for tuning and testing. */
const KEPT = 3;
/** Longer sentences are cut. */
const MAX_BYTES = 10 * MIC_RATE * SAMPLE_BYTES;

/** Lets a part of the voices speak, and hears it. @throws JarvisError not-configured where there are too few voices; AbortError */
export async function materialOf(lesson: Lesson, name: Part): Promise<Material> {
  const { phrase, sentences, recordings, signal, onProgress } = lesson;
  const part = PARTS[name];
  const random = randomFrom(part.seed);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const voices = voicesOf(lesson.speaker.voices, part);
  const kept = lookAlikes(phrase, LOOK_ALIKES, randomFrom(0)).filter((_, index) =>
    name === 'training' ? index % KEPT > 0 : index % KEPT === 0,
  );
  const ways = [phrase, phrase, `${phrase}!`, `${phrase}?`, phrase.replace(/ /, ', ')];
  const total = part.said + part.near + part.other;
  let done = 0;
  const speak = async (texts: readonly string[], count: number) => {
    const spoken: (Spoken & { text: string })[] = [];
    for (let index = 0; index < count; index++) {
      const [voice, text] = [pick(voices), texts[index % texts.length] ?? phrase];
      const sound = soundOf((await lesson.speaker.speak(voice, text, signal)).subarray(0, MAX_BYTES));
      // What a voice can't say is silence.
      if (sound.some((sample) => sample !== 0)) spoken.push({ voice, text, sound });
      onProgress('speaking', ++done / total);
      await new Promise(setImmediate);
    }
    if (spoken.length > 0) return spoken;
    throw new JarvisError('tts-failed', `The installed voices can't say "${texts[0]}": try it in another spelling.`);
  };
  const said = await speak(ways, part.said);
  const near = await speak(kept, part.near);
  const other = await speak([...sentences, ...jumbled(sentences, random)], part.other);

  const own: Recordings = name === 'training' ? recordings : { said: [], near: [], other: [] };
  const others = [...other, ...own.other];
  const alike = [...near, ...own.near];
  const recorded = [...new Set(own.said.map(({ voice }) => voice))].map((voice) =>
    own.said.filter((spoken) => spoken.voice === voice),
  );
  const scenes = Array.from({ length: part.scenes }, () =>
    sceneOf(recorded.length > 0 && random() < RECORDED ? pick(pick(recorded)) : pick(said), others, random),
  );
  const nearScenes = near.map((spoken) => sceneOf(spoken, other, random));
  const programmes = Array.from({ length: part.programmes }, (_, index) =>
    index % WORDLESS === 0
      ? surroundings(PROGRAMME_SECONDS, others, random)
      : programmeOf(index % 2 === 0 || name !== 'training' ? others : alike, PROGRAMME_SECONDS, random),
  );
  const hear = await openEmbeddings(lesson.models);
  const sounds = [...scenes, ...nearScenes].map(({ sound }) => sound).concat(programmes);
  const heard = await hear(sounds, signal, (share) => onProgress('hearing', share));
  const at = (index: number) => heard[index] ?? new Float32Array();
  return {
    scenes: scenes.map((scene, index) => ({ scene, heard: at(index) })),
    near: near.map(({ text }, index) => ({ text, heard: at(scenes.length + index) })),
    programmes: programmes.map((_, index) => at(scenes.length + near.length + index)),
  };
}

/** The words of the sentences in other orders: as many sentences again, for other sounds one after the other. */
function jumbled(sentences: readonly string[], random: () => number): string[] {
  const words = sentences.join(' ').split(/[\s,]+/);
  return sentences.map((sentence) =>
    sentence.replace(/[^\s,]+/g, () => words[Math.floor(random() * words.length)] ?? ''),
  );
}

/** The voices of a part: people are shared out in an order of their own, the same each time. */
function voicesOf(voices: readonly string[], { from, to }: { from: number; to: number }): string[] {
  const personOf = (voice: string) => voice.split('+').at(-1) ?? voice;
  const people = [...new Set(voices.map(personOf))];
  if (people.length < Object.keys(PARTS).length)
    throw new JarvisError('not-configured', 'Too few voices are installed: a wake word needs three at least.');
  const random = randomFrom(9);
  const order = new Map(people.map((person) => [person, random()]));
  people.sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
  const count = people.length;
  // Each part has somebody, however few there are.
  const first = from === 0 ? 0 : Math.min(count - (from < 0.8 ? 2 : 1), Math.round(from * count));
  const last = to === 1 ? count : Math.min(count - (to < 0.8 ? 2 : 1), Math.round(to * count));
  const chosen = new Set(people.slice(first, last));
  return voices.filter((voice) => chosen.has(personOf(voice)));
}
