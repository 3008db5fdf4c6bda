import { withinTypos, words } from '../home/fold.js';
import { isStop } from './stop-words.js';

export interface EchoInput {
  /** What the microphone heard, as transcribed. */
  heard: string;
  /** What the assistant says or said last. */
  spoken: string;
  /** Whether it is still speaking. */
  speaking: boolean;
  /** Milliseconds since it stopped speaking. */
  sinceSpoken?: number | undefined;
  /** Milliseconds on one clock: when what was heard began. */
  heardFrom?: number | undefined;
  /** Milliseconds on the same clock: when the speech began. */
  spokenFrom?: number | undefined;
  /** How fast it speaks; 165 when not given. */
  wordsPerMinute?: number | undefined;
  /** An answer is waited for: true, or for how many milliseconds after the question. */
  answerWindow?: boolean | number | undefined;
}

export interface Echo {
  verdict: 'echo' | 'speech' | 'mixed';
  /** What a person said: all of it, nothing, or what remains without our own words. */
  text: string;
}

/** Sound travels, and recognisers take their time: this long after the end an echo may still come. */
const TAIL_MS = 1500;
/** An echo can't begin before the speech; clocks and voice activity are off by this much. */
const EARLY_MS = 400;
const SHORT = 3;
const MOST_WORDS = 400;
/** A minute of it; nobody says more at once. */
const MOST_HEARD = 200;
/** Letters of a word that are compared. */
const MOST_LETTERS = 24;
/** Pairs of letters that are compared in search of typing errors: a few milliseconds; speech needs far fewer. */
const MOST_COMPARED = 100_000;
/** Pairs of places that runs pass: only a few words over and over have more. */
const MOST_PLACES = 8000;
const LIKENESS = 0.75;
const LONG_WORD = 7;
/** A letter of a script without spaces, which counts as a word, or letters up to the next space or such a letter. */
const UNSPACED = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}ー\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}';
const PIECE = new RegExp(`[${UNSPACED}]\\p{M}*|[^\\s${UNSPACED}]+`, 'gu');
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u');
/** How many of these letters are spoken in the time of a word. */
const LETTERS_PER_WORD = 1.75;

/**
 * Whether the microphone heard the assistant itself. It takes all three: the time fits, the words come in the order in
 * which they were spoken, and they fill about the same stretch of it. Short answers to a question are never an echo, nor
 * is a stop, alone or beside words of ours.
 */
export function detectEcho(input: EchoInput): Echo {
  const speech: Echo = { verdict: 'speech', text: input.heard.trim() };
  const heard = placedWords(input.heard, MOST_HEARD);
  const spoken = placedWords(input.spoken, MOST_WORDS).map(({ word }) => word);
  if (heard.length === 0 || spoken.length === 0 || !isTime(input)) return speech;
  if (heard.length <= SHORT && isAwaited(input)) return speech;
  if (heard.length <= SHORT && isStop(input.heard, { speaking: false })) return speech;

  const run = bestRun(
    heard.map(({ word }) => word),
    spoken,
    expectedStart(input, spoken),
  );
  if (!run) return speech;
  const before = run.from;
  const after = heard.length - run.to;
  const kept = before > 0 ? heard.slice(0, before) : heard.slice(run.to);
  const rest = input.heard.slice(kept[0]?.from ?? input.heard.length, before > 0 ? kept.at(-1)?.to : undefined).trim();
  const mixed: Echo = { verdict: 'mixed', text: rest };
  if ((before === 0 || after === 0) && isInterruption(rest, kept, spoken, run)) return mixed;
  if (before <= 1 && after <= 1 && run.matched / heard.length >= LIKENESS && fills(run)) {
    return isShortEcho(input, heard.length, run, spoken.length) ? { verdict: 'echo', text: '' } : speech;
  }
  // a person spoke after a stretch of echo (or before it): that must be too long and too exact to be chance
  if (run.matched < run.to - run.from || !fills(run) || (before > 0 && after > 0)) return speech;
  const isTail = input.speaking || run.end === spoken.length;
  if (before === 0 ? run.matched <= SHORT || !isTail : run.matched <= 2 * SHORT || !input.speaking) return speech;
  return mixed;
}

interface PlacedWord {
  word: string;
  /** Where the piece of text begins and ends in which it stands, punctuation and all. */
  from: number;
  to: number;
}

function placedWords(text: string, most: number): PlacedWord[] {
  const placed: PlacedWord[] = [];
  for (const { 0: piece, index } of text.matchAll(PIECE)) {
    for (const word of words(piece))
      placed.push({ word: word.slice(0, MOST_LETTERS), from: index, to: index + piece.length });
    if (placed.length >= most) break;
  }
  return placed;
}

/** Whether what we didn't say, beside a stretch of what we did, is a stop. */
function isInterruption(rest: string, kept: readonly PlacedWord[], spoken: readonly string[], run: Run): boolean {
  if (run.matched < 2 || run.matched < (run.to - run.from) * LIKENESS) return false;
  // a stop is short: it goes first, so that long rests aren't compared word by word
  return isStop(rest, { speaking: false }) && kept.some(({ word }) => !spoken.some((own) => sameWord(own, word)));
}

function isTime({ speaking, sinceSpoken, heardFrom, spokenFrom }: EchoInput): boolean {
  if (heardFrom !== undefined && spokenFrom !== undefined && heardFrom < spokenFrom - EARLY_MS) return false;
  return speaking || (sinceSpoken !== undefined && sinceSpoken <= TAIL_MS);
}

function isAwaited({ answerWindow, speaking, sinceSpoken }: EchoInput): boolean {
  if (typeof answerWindow === 'number') return !speaking && (sinceSpoken ?? 0) <= answerWindow;
  return answerWindow === true;
}

/** The word of the speech that should be heard first, from the clocks; undefined when they aren't known. */
function expectedStart(
  { heardFrom, spokenFrom, wordsPerMinute = 165 }: EchoInput,
  spoken: readonly string[],
): { at: number; within: number } | undefined {
  if (heardFrom === undefined || spokenFrom === undefined) return undefined;
  const unspaced = spoken.filter((word) => IS_UNSPACED.test(word)).length / spoken.length;
  const pace = wordsPerMinute * (1 + unspaced * (LETTERS_PER_WORD - 1));
  const at = (Math.max(0, heardFrom - spokenFrom) / 60_000) * pace;
  return { at, within: Math.max(4, at * 0.35, spoken.length * 0.1) };
}

interface RunEnd {
  /** Last + 1 word of what was heard, and of what was spoken. */
  to: number;
  end: number;
  matched: number;
}

interface Run extends RunEnd {
  /** First word of what was heard, and of what was spoken. */
  from: number;
  start: number;
}

/** Words passed over before the next two that agree, in what was heard and in what was spoken. */
type Step = readonly [heard: number, spoken: number];
type Alike = (heard: number, spoken: number) => boolean;

/** The longest stretch in which heard and spoken words run side by side, a word lost or misheard here and there. */
function bestRun(
  heard: readonly string[],
  spoken: readonly string[],
  expected: { at: number; within: number } | undefined,
): Run | undefined {
  const alike = comparison(heard, spoken);
  const known = { places: 0, ends: new Int32Array(heard.length * spoken.length * 3) };
  let best: Run | undefined;
  for (let start = 0; start < spoken.length && known.places < MOST_PLACES; start++) {
    // nothing that begins later can be longer than the best
    for (let from = 0; from < heard.length - (best?.matched ?? 0); from++) {
      if (expected && Math.abs(start - from - expected.at) > expected.within) continue;
      if (!alike(from, start)) continue;
      if (from > 0 && start > 0 && alike(from - 1, start - 1)) continue;
      const run = { from, start, ...follow(heard, spoken, from, start, alike, known) };
      if (best === undefined || run.matched > best.matched) best = run;
    }
  }
  return best;
}

/** Whether the words at two places are alike. Looked at once each; typing errors are counted for so many only. */
function comparison(heard: readonly string[], spoken: readonly string[]): Alike {
  const known = new Int8Array(heard.length * spoken.length);
  let compared = 0;
  return (i, j) => {
    if (i >= heard.length || j >= spoken.length) return false;
    const at = i * spoken.length + j;
    if (known[at] === 0) {
      const [a = '', b = ''] = [heard[i], spoken[j]];
      const isCompared = a !== b && compared < MOST_COMPARED && mayBeMisheard(a, b);
      if (isCompared) compared += a.length * b.length;
      known[at] = a === b || (isCompared && withinTypos(a, b, typosIn(a))) ? 1 : -1;
    }
    return known[at] === 1;
  };
}

/**
 * Where the run from here ends. What follows a place is the same whichever way it was reached, so it is kept in `known.ends`:
 * for every pair of places the words that agree from there on, and the two ends.
 */
function follow(
  heard: readonly string[],
  spoken: readonly string[],
  from: number,
  start: number,
  alike: Alike,
  known: { places: number; ends: Int32Array },
): RunEnd {
  const { ends } = known;
  const way: number[] = [];
  let [i, j] = [from, start];
  let [matched, to, end] = [0, from, start];
  while (i < heard.length && j < spoken.length) {
    const at = 3 * (i * spoken.length + j);
    const after = ends[at] ?? 0;
    if (after > 0) {
      [matched, to, end] = [after, ends[at + 1] ?? 0, ends[at + 2] ?? 0];
      break;
    }
    const own = isJoint(heard, i, spoken[j]);
    const step = own ? OWN_JOINT : isJoint(spoken, j, heard[i]) ? OTHER_JOINT : stepFrom(i, j, alike);
    if (!step) break;
    i += step[0] + 1;
    j += step[1] + 1;
    [to, end] = [i, j];
    way.push(at, own ? 2 : 1);
    known.places++;
  }
  for (let k = way.length - 2; k >= 0; k -= 2) {
    const at = way[k] ?? 0;
    matched += way[k + 1] ?? 0;
    ends[at] = matched;
    ends[at + 1] = to;
    ends[at + 2] = end;
  }
  return { to, end, matched };
}

function stepFrom(i: number, j: number, alike: Alike): Step | undefined {
  for (const step of STEPS) if (alike(i + step[0], j + step[1])) return step;
  return undefined;
}

/** Whether as much was heard as was spoken in that stretch, give or take a word in five. */
function fills({ from, to, start, end }: Run): boolean {
  return Math.abs(to - from - (end - start)) <= Math.max(1, (to - from) * 0.2);
}

/** What may go wrong between two words that agree: one misheard, one lost, one too many, two misheard. */
const STEPS: readonly Step[] = [
  [0, 0],
  [1, 1],
  [0, 1],
  [1, 0],
  [0, 2],
  [2, 1],
  [1, 2],
  [2, 2],
];
/** Two of the words that were heard are one that was spoken, and the other way round. */
const OWN_JOINT: Step = [1, 0];
const OTHER_JOINT: Step = [0, 1];

/** Whether two words in a row are one in the other text: "Wohnzimmer Licht", "livingroom". */
function isJoint(list: readonly string[], at: number, word: string | undefined): boolean {
  const first = list[at];
  const second = list[at + 1];
  if (first === undefined || second === undefined) return false;
  return word?.length === first.length + second.length && word === first + second;
}

function sameWord(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return a === b || (mayBeMisheard(a, b) && withinTypos(a, b, typosIn(a)));
}

/** What is misheard keeps its beginning or its end: most words are told apart without counting letters. */
function mayBeMisheard(a: string, b: string): boolean {
  if (a.length < 4 || b.length < 4 || Math.abs(a.length - b.length) > 2) return false;
  return a[0] === b[0] || a[a.length - 1] === b[b.length - 1];
}

function typosIn(word: string): number {
  return word.length >= LONG_WORD ? 2 : 1;
}

/** A word or two are an echo only where they belong: at the very end of a finished speech, or in the one that runs. */
function isShortEcho({ speaking, sinceSpoken }: EchoInput, heard: number, run: Run, spoken: number): boolean {
  if (speaking || heard > SHORT) return true;
  return run.end === spoken && (sinceSpoken ?? 0) <= TAIL_MS / 2;
}
