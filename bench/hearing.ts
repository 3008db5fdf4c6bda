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
import { answerOf, commandOf, type Ears, type Outcome, playScene } from './hearing-scene.js';
import { type Row, rowOf, shareRow } from './row.js';
import { whisperBase } from './whisper-base.js';

/** Voices of `wake-clips.sh`: what is changed is tried on these, and on every other person of Kokoro's… */
const TUNING = [
  'espeak-en-us',
  'espeak-en-us+f4',
  'espeak-en-gb+m1',
  'flite-slt',
  'flite-kal16',
  'festival-kal_diphone',
];
/** …and told of these and the rest of Kokoro's, which nothing was tuned on. */
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
const SENTENCES = 6;
/** Seconds after the end of the words in which listening has to end. */
const SOON = 2.5;
/** Conditions in which what is no order is heard, and answers are. */
const NO_ORDERS_IN = ['clean', 'living-room', 'tv-10'];
const ANSWERS_IN = ['living-room', 'pink-10'];

export interface HearingOptions {
  /** "tuning" or "testing", which is what counts. */
  voices?: string | undefined;
  /** Beginnings of the conditions to be tried, parted by commas; all when not given. */
  conditions?: string | undefined;
  /** "given": the wake word is heard always, where it ends, so that only listening is measured, on a busy machine, too. */
  wake?: string | undefined;
}

/** A clip of a voice, and what it says. */
interface Said {
  kind: 'hear' | 'none' | 'answer';
  voice: string;
  text: string;
  file: string;
  condition: string;
}

interface Told extends Said {
  outcome: Outcome;
  wanted: string | undefined;
}

/** How "Hey Jarvis" and a command behind it are heard under each condition, by voices of `wake-clips.sh`. */
export async function benchHearing({ voices = 'testing', conditions = '', wake }: HearingOptions = {}): Promise<Row[]> {
  const folder = process.env['JARVIS_WAKE_CLIPS'];
  if (!folder) throw new Error('JARVIS_WAKE_CLIPS names no folder: bench/wake-clips.sh FOLDER makes one.');
  const ears = openEars(wake !== 'given');
  const begins = conditions.split(',');
  const said = clipsOf(folder, voices).filter(({ condition }) => begins.some((begin) => condition.startsWith(begin)));
  const others = sentencesByVoice(path.join(folder, 'other'));
  const told: Told[] = [];
  let next = 0;
  const player = async () => {
    for (let one = said[next++]; one; one = said[next++]) {
      told.push(await play(one, next, others, ears));
      if (process.env['HEARING_SHOWN']) console.log(JSON.stringify(told.at(-1)));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, player));
  await Promise.all([ears.engine?.close(), ears.vad.close(), ears.stt.close()]);
  const of = (kind: Said['kind']) => told.filter((one) => one.kind === kind);
  return [
    ...grouped(of('hear'), ({ condition }) => `hearing/${condition}`, commandRows),
    ...grouped(of('hear'), ({ voice }) => `hearing/by-${voice.split(/[-+]/)[0]}`, commandRows),
    ...grouped(of('none'), ({ condition }) => `hearing/no-order/${condition}`, noOrderRows),
    ...grouped(
      of('answer'),
      ({ condition, text }) => `hearing/answer-${text.replaceAll(' ', '-')}/${condition}`,
      answerRows,
    ),
  ];
}

function grouped(
  told: readonly Told[],
  nameOf: (one: Told) => string,
  rowsOf: (name: string, told: Told[]) => Row[],
): Row[] {
  return groups(told, nameOf).flatMap(([name, some]) => rowsOf(name, some));
}

function groups<One>(all: readonly One[], nameOf: (one: One) => string): [string, One[]][] {
  const byName = new Map<string, One[]>();
  for (const one of all) byName.set(nameOf(one), [...(byName.get(nameOf(one)) ?? []), one]);
  return [...byName];
}

function commandRows(name: string, told: Told[]): Row[] {
  const woken = told.filter(({ outcome }) => outcome.woken);
  const outcomes = told.map(({ outcome }) => outcome);
  const ended = outcomes.flatMap((one) => one.ended ?? []);
  const wrong = told.flatMap(({ text, outcome: { words } }) => (words === undefined ? [] : wordsWrong(text, words)));
  const guesses = outcomes.reduce((sum, one) => sum + (one.guesses ?? 0), 0);
  const dropped = outcomes.reduce((sum, one) => sum + (one.dropped ?? 0), 0);
  return [
    shareRow(`${name}/woken`, woken.length, told.length, 'of the sentences'),
    { ...rowOf(`${name}/words-wrong`, 'ratio', [mean(wrong)], 'in those that were understood'), n: wrong.length },
    shareRow(`${name}/done`, told.filter(isRight).length, told.length, `of the sentences, ended within ${SOON} s`),
    shareRow(`${name}/done-of-woken`, woken.filter(isRight).length, woken.length, 'of those whose wake word was heard'),
    shareRow(`${name}/another-order`, told.filter(isAnother).length, told.length, 'of the sentences'),
    shareRow(`${name}/asked-back`, told.filter(({ outcome }) => outcome.asks).length, told.length, 'of the sentences'),
    rowOf(`${name}/end`, 's', ended, 'from the end of the words to where listening ended'),
    ...(guesses > 0
      ? [shareRow(`${name}/guesses-dropped`, dropped, guesses, 'of the guesses at pauses, thrown away')]
      : []),
  ];
}

const noOrderRows = (name: string, told: Told[]): Row[] => [
  shareRow(
    `${name}/acted`,
    told.filter(({ outcome }) => outcome.done !== undefined).length,
    told.length,
    'of the sentences',
  ),
  shareRow(`${name}/asked-back`, told.filter(({ outcome }) => outcome.asks).length, told.length, 'of the sentences'),
];

const answerRows = (name: string, told: Told[]): Row[] => [
  shareRow(`${name}/taken`, told.filter(isRight).length, told.length, 'of the answers'),
  shareRow(`${name}/as-another`, told.filter(isAnother).length, told.length, 'of the answers'),
];

const isRight = ({ outcome: { done, ended = Number.POSITIVE_INFINITY }, wanted }: Told) =>
  ended < SOON && done === wanted;
const isAnother = ({ outcome: { done }, wanted }: Told) => done !== undefined && done !== wanted;
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function openEars(wakes: boolean): Ears {
  return {
    engine: wakes ? openEmbeddedWake({ words: ['hey_jarvis'] }) : undefined,
    vad: openVoiceActivity(),
    stt: openWhisper({ folder: whisperBase() }),
  };
}

/** The clips of some voices, each under every condition that it is heard in. */
function clipsOf(folder: string, voices: string): Said[] {
  const clips = (['hear', 'none', 'answer'] as const).flatMap((kind) => {
    const texts = textsOf({ hear: 'commands', none: 'no-orders', answer: 'answers' }[kind]);
    return readdirSync(path.join(folder, kind))
      .sort()
      .flatMap((name) => {
        const [, voice = '', at = ''] = /^(.*)_100_(\d+)\.wav$/.exec(name) ?? [];
        return { kind, voice, text: texts[Number(at)] ?? '', file: path.join(folder, kind, name) };
      });
  });
  const kokoro = [...new Set(clips.map(({ voice }) => voice).filter((voice) => voice.startsWith('kokoro-')))];
  const people = [...new Set(kokoro.map(personOf))].sort();
  const isTuning = (voice: string) => TUNING.includes(voice) || people.indexOf(personOf(voice)) % 2 === 0;
  const isTesting = (voice: string) => TESTING.includes(voice) || people.indexOf(personOf(voice)) % 2 === 1;
  const spoken = clips.filter(({ voice }) => (voices === 'tuning' ? isTuning : isTesting)(voice));
  return groups(spoken, ({ kind, voice }) => `${kind} ${voice}`).flatMap(([, own], of) => {
    const kind = own[0]?.kind ?? 'hear';
    // The older voices say all commands: each is heard with others.
    const some = kind === 'hear' ? [...own, ...own].slice((of * SENTENCES) % own.length).slice(0, SENTENCES) : own;
    const within = { hear: Object.keys(CONDITIONS), none: NO_ORDERS_IN, answer: ANSWERS_IN }[kind];
    return within.flatMap((condition) => some.map((clip) => ({ ...clip, condition })));
  });
}

const textsOf = (name: string) =>
  readFileSync(path.join(packageRoot(), `bench/hearing/${name}.txt`), 'utf8')
    .trim()
    .split('\n');

async function play(said: Said, number: number, others: Map<string, Sound[]>, ears: Ears): Promise<Told> {
  const { kind, voice, text, file, condition } = said;
  // Nobody is their own background; voices of one person count as one.
  const rest = [...others].filter(([other]) => personOf(other) !== personOf(voice)).map(([, sentences]) => sentences);
  const scene = sceneUnder(CONDITIONS[condition] ?? {}, trimmed(soundIn(file)), rest, number);
  const question = /^the .* fan$/.test(text) ? 'turn off the fan' : 'unlock the front door';
  const outcome = await playScene(`room-${number}`, scene, ears, kind === 'answer' ? question : undefined);
  const meant = { hear: () => commandOf(text), none: () => undefined, answer: () => answerOf(text, question) };
  const wanted = await meant[kind]();
  if (kind !== 'none' && wanted === undefined) throw new Error(`It means nothing in the demo house: ${text}`);
  return { ...said, outcome, wanted };
}

/** Of Kokoro's voices those of one name are one person's. */
const personOf = (voice: string) =>
  voice
    .replace(/[+-]300$/, '')
    .replace(/^festival-cmu_us_slt.*/, 'flite-slt')
    .replace(/^kokoro-.*_/, 'kokoro-');

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
