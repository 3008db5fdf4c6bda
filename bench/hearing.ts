import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { MIC_RATE } from '../lib/audio/pcm.js';
import { type Sound, soundOf, trimmed } from '../lib/audio/sounds.js';
import { parseWav } from '../lib/audio/wav.js';
import { openVoiceActivity } from '../lib/listening/voice-activity.js';
import { openEmbeddedWake } from '../lib/listening/wake.js';
import { openWhisper } from '../lib/listening/whisper.js';
import { packageRoot } from '../test/package-root.js';
import { CONDITIONS, sceneUnder } from './conditions.js';
import { commandOf, type Ears, type Outcome, playScene } from './hearing-scene.js';
import { type Row, rowOf } from './row.js';
import { whisperBase } from './whisper-base.js';

/** Voices of `wake-clips.sh`: what is changed is tried on these… */
const TUNING = [
  'espeak-en-us',
  'espeak-en-us+f4',
  'espeak-en-gb+m1',
  'flite-slt',
  'flite-kal16',
  'festival-kal_diphone',
];
/** …and told of these, which nothing was tuned on. */
const TESTING = [
  'piper-joe',
  'piper-joe+300',
  'piper-joe-300',
  'flite-awb',
  'flite-rms',
  'festival-ked_diphone',
  'espeak-en-gb',
  'espeak-en-gb+f3',
  'espeak-en-gb-x-rp',
  'espeak-en-gb-scotland',
];
/** Scenes at a time: each takes the seconds that it lasts, and Whisper takes them one by one. */
const AT_ONCE = 5;
/** Sentences of each voice under each condition. */
const SENTENCES = 2;
/** Seconds after the end of the words in which listening has to end. */
const SOON = 2.5;

export interface HearingOptions {
  /** "tuning" or "testing", which is what counts. */
  voices?: string | undefined;
  /** Beginnings of the conditions to be tried, parted by commas; all when not given. */
  conditions?: string | undefined;
  /** "given": the wake word is heard always, where it ends, so that only listening is measured, on a busy machine, too. */
  wake?: string | undefined;
}

interface Told {
  condition: string;
  voice: string;
  outcome: Outcome;
  wrong: number | undefined;
  done: boolean;
}

/** How "Hey Jarvis" and a command behind it are heard under each condition, by voices of `wake-clips.sh`. */
export async function benchHearing({ voices = 'testing', conditions = '', wake }: HearingOptions = {}): Promise<Row[]> {
  const folder = process.env['JARVIS_WAKE_CLIPS'];
  if (!folder) throw new Error('JARVIS_WAKE_CLIPS names no folder: bench/wake-clips.sh FOLDER makes one.');
  const ears = openEars(wake !== 'given');
  const scenes = await scenesOf(folder, voices === 'tuning' ? TUNING : TESTING, conditions.split(','));
  const told: Told[] = [];
  let next = 0;
  const player = async () => {
    for (let scene = scenes[next++]; scene; scene = scenes[next++]) told.push(await scene(ears));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, player));
  await Promise.all([ears.engine?.close(), ears.vad.close(), ears.stt.close()]);
  const under = Object.keys(CONDITIONS).flatMap((name) =>
    rowsOf(
      `hearing/${name}`,
      told.filter(({ condition }) => condition === name),
    ),
  );
  const by = [...new Set(told.map(({ voice }) => voice))].flatMap((name) =>
    rowsOf(
      `hearing/by-${name}`,
      told.filter(({ voice }) => voice === name),
    ),
  );
  return [...under, ...by];
}

function rowsOf(name: string, told: Told[]): Row[] {
  const mean = (what: string, values: number[], note: string) => ({
    ...rowOf(`${name}/${what}`, 'ratio', [values.reduce((sum, value) => sum + value, 0) / values.length], note),
    n: values.length,
  });
  if (told.length === 0) return [];
  const [woken, done] = [told.map(({ outcome }) => Number(outcome.woken)), told.map((one) => Number(one.done))];
  const wrong = told.flatMap((one) => one.wrong ?? []);
  const outcomes = told.map(({ outcome }) => outcome);
  const ended = outcomes.flatMap((one) => one.ended ?? []);
  const guesses = outcomes.reduce((sum, one) => sum + (one.guesses ?? 0), 0);
  const dropped = outcomes.reduce((sum, one) => sum + (one.dropped ?? 0), 0);
  const ofWoken = told.filter(({ outcome }) => outcome.woken).map((one) => Number(one.done));
  return [
    mean('woken', woken, 'of the sentences'),
    mean('words-wrong', wrong, 'in those that were understood'),
    mean('done', done, `of the sentences, ended within ${SOON} s`),
    mean('done-of-woken', ofWoken, 'of the sentences whose wake word was heard'),
    rowOf(`${name}/end`, 's', ended, 'from the end of the words to where listening ended'),
    ...(guesses > 0
      ? [{ ...mean('guesses-dropped', [dropped / guesses], 'of the guesses at pauses, thrown away'), n: guesses }]
      : []),
  ];
}

function openEars(wakes: boolean): Ears {
  return {
    engine: wakes ? openEmbeddedWake({ words: ['hey_jarvis'] }) : undefined,
    vad: openVoiceActivity(),
    stt: openWhisper({ folder: whisperBase() }),
  };
}

/** One function a sentence, so that only what plays is in memory. */
async function scenesOf(folder: string, voices: readonly string[], begins: readonly string[]) {
  const texts = readFileSync(path.join(packageRoot(), 'bench/hearing-commands.txt'), 'utf8').trim().split('\n');
  const commands = await Promise.all(texts.map((text) => commandOf(text)));
  const unknown = texts.filter((_, index) => commands[index] === undefined);
  if (unknown.length > 0) throw new Error(`No commands in the demo house: ${unknown.join('; ')}`);
  const others = sentencesByVoice(path.join(folder, 'other'));
  const scenes: ((ears: Ears) => Promise<Told>)[] = [];
  let seed = 0;
  for (const [name, condition] of Object.entries(CONDITIONS)) {
    for (const voice of voices) {
      for (let count = 0; count < SENTENCES; count++) {
        const own = ++seed;
        const index = own % texts.length;
        const text = texts[index] ?? '';
        if (!begins.some((begin) => name.startsWith(begin))) continue;
        scenes.push(async (ears) => {
          const words = trimmed(soundIn(path.join(folder, 'hear', `${voice}_100_${index}.wav`)));
          // Nobody is their own background; voices of one person count as one.
          const rest = [...others].filter(([other]) => personOf(other) !== personOf(voice)).map(([, said]) => said);
          const scene = sceneUnder(condition, words, rest, own);
          const outcome = await playScene(`room-${own}`, scene, ears);
          const { ended = Number.POSITIVE_INFINITY, done } = outcome;
          return {
            condition: name,
            voice,
            outcome,
            wrong: outcome.words === undefined ? undefined : wordsWrong(text, outcome.words),
            done: ended < SOON && done === commands[index],
          };
        });
      }
    }
  }
  return scenes;
}

const personOf = (voice: string) => voice.replace(/[+-]300$/, '').replace(/^festival-cmu_us_slt.*/, 'flite-slt');

function sentencesByVoice(folder: string): Map<string, Sound[]> {
  const said = new Map<string, Sound[]>();
  for (const name of readdirSync(folder).sort()) {
    const voice = name.split('_100_')[0] ?? '';
    said.set(voice, [...(said.get(voice) ?? []), trimmed(soundIn(path.join(folder, name)))]);
  }
  return said;
}

/** A 16 kHz WAV. */
export function soundIn(file: string): Sound {
  const { samples, rate } = parseWav(readFileSync(file));
  if (rate !== MIC_RATE) throw new Error(`${file} has ${rate} samples a second.`);
  return soundOf(samples);
}

/** Words to be changed, added or taken away, for each word that was said. */
function wordsWrong(said: string, heard: string): number {
  const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
  const [from, to] = [wordsOf(said), wordsOf(heard)];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [line, word] of from.entries()) {
    const above = row;
    row = [line + 1];
    for (const [at, other] of to.entries())
      row.push(Math.min((above[at + 1] ?? 0) + 1, (row[at] ?? 0) + 1, (above[at] ?? 0) + (word === other ? 0 : 1)));
  }
  return (row.at(-1) ?? 0) / from.length;
}
