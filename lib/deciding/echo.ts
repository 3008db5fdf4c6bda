import { editDistance } from '../language/edit-distance.js';
import { words } from '../language/fold.js';
import { LANGUAGES } from '../language/folders.js';
import { numberIn, numberWords } from '../language/numbers.js';
import { isStop } from './stop-command.js';

/** Times in milliseconds on one clock. */
export interface EchoInput {
  /** What the microphone heard, as transcribed. */
  heard: string;
  /** What the assistant says or said last. */
  spoken: string;
  /** Whether it is still speaking. */
  speaking: boolean;
  /** Milliseconds since it stopped speaking. */
  sinceSpoken?: number | undefined;
  /** When what was heard began and ended. */
  heardFrom?: number | undefined;
  heardTo?: number | undefined;
  /** When its playback began and ended. */
  spokenFrom?: number | undefined;
  spokenTo?: number | undefined;
  /** How fast it speaks, where the end of the playback isn't known; 165 when not given. */
  wordsPerMinute?: number | undefined;
  /** An answer is waited for: true, or for how many milliseconds after the question. */
  answerWindow?: boolean | number | undefined;
}

export interface Echo {
  verdict: 'echo' | 'speech' | 'mixed';
  /** What a person said: all of it, nothing, or what remains without our own words. */
  text: string;
}

/** Sound travels, and recognisers take their time: this long after the end of a playback an echo may still come. */
const TAIL_MS = 1500;
/** How much earlier and later than it was played a word may be heard: clocks and voice activity are off by this much. */
const EARLY_MS = 400;
const LATE_MS = 900;
/** Share of the time spoken so far by which a voice drifts from an even pace: with both ends of its playback known, or one. */
const DRIFT = 0.2;
const GUESSED_DRIFT = 0.35;
const SHORT = 3;
const MAX_SPOKEN_WORDS = 250;
/** Half a minute of it; nobody says more at once. */
const MAX_HEARD_WORDS = 100;
/** Letters of a word that are compared. */
const MAX_LETTERS = 24;
/** Pairs of letters that are compared in search of typing errors: a millisecond or two; speech needs far fewer. */
const MAX_COMPARED = 20_000;
/** Share of the words that agree in an echo, and in one that was heard while that was being played. */
const LIKENESS = 0.75;
const TIMED_LIKENESS = 0.6;
const LONG_WORD = 7;
/** A letter of a script without spaces, which counts as a word, or letters up to the next space or such a letter. */
const UNSPACED = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}ー\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}';
const PIECE = new RegExp(`[${UNSPACED}]\\p{M}*|[^\\s${UNSPACED}]+`, 'gu');
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u');
/** How many of these letters are spoken in the time of a word. */
const LETTERS_PER_WORD = 1.75;
const MAX_NUMBER_WORDS = 5;
/** Left out: one writes "21°" and "50%", another "21 degrees Celsius" and "fifty percent". */
const UNITS = new Set('degree degrees grad degre degres grado grados celsius percent prozent euro euros'.split(' '));
const PERCENT = /^(?:pour cent|por ciento)$/;
const CONTRACTED: Readonly<Record<string, string>> = { s: 'is', ve: 'have', ll: 'will', re: 'are', m: 'am' };
const CONTRACTION = /(?<=\w)['’](s|ve|ll|re|m)(?!\w)/i;
const inFull = (_: string, end: string) => ` ${CONTRACTED[end.toLowerCase()]}`;

/**
 * Whether the microphone heard the assistant itself. It takes all three: the time fits, the words come in the order in
 * which they were spoken, and they fill about the same stretch of it. An answer to a question is no echo unless it falls
 * into the playback or repeats the whole question, nor is a stop, alone or beside words of ours.
 */
export function detectEcho(input: EchoInput): Echo {
  const speech: Echo = { verdict: 'speech', text: input.heard.trim() };
  const heard = placedWords(input.heard, MAX_HEARD_WORDS);
  const spoken = placedWords(input.spoken, MAX_SPOKEN_WORDS).map(({ word }) => word);
  if (heard.length === 0 || spoken.length === 0 || !isTime(input)) return speech;
  if (heard.length <= SHORT && (isAwaited(input) || isStop(input.heard, { speaking: false }))) return speech;

  const own = heard.map(({ word }) => word);
  const run = bestRun(own, spoken, timing(input, spoken));
  const likeness = isWithin(input) ? TIMED_LIKENESS : LIKENESS;
  if (!run || run.matched < (run.to - run.from) * likeness || !fills(run)) return speech;
  const before = run.from;
  const after = heard.length - run.to;
  const isAnswerBehind = after > 1 && run.matched > SHORT && beganWithin(input);
  if (isAwaited(input) && run.matched < spoken.length * LIKENESS && !isAnswerBehind) return speech;
  const isLeading = before <= after;
  // our last word may be the one that was misheard
  const lost = !input.speaking && isLeading && after > 1 && run.end === spoken.length - 1 ? 1 : 0;
  const kept = isLeading ? heard.slice(run.to + lost) : heard.slice(0, run.from);
  const rest = input.heard.slice(kept[0]?.from ?? input.heard.length, isLeading ? undefined : kept.at(-1)?.to).trim();
  const mixed: Echo = { verdict: 'mixed', text: rest };
  // a stop is short: it goes first, so that long rests aren't compared word by word
  const isStopped = Math.min(before, after) === 0 && run.matched > 1 && isStop(rest, { speaking: false });
  if (isStopped && kept.some(({ word }) => !spoken.some((said) => isAlike(word, said)))) return mixed;
  if (Math.max(before, after) <= 1 && run.matched / heard.length >= likeness) {
    return isShortEcho(input, heard.length, run, spoken.length) ? { verdict: 'echo', text: '' } : speech;
  }
  // A person spoke after a stretch of echo, or before it: that must be too long to be chance.
  if (Math.min(before, after) > 1) return speech;
  const isTail = input.speaking || run.end + lost === spoken.length;
  const isLong = run.matched > (isLeading && before === 0 ? SHORT : 2 * SHORT);
  return isLong && (isLeading ? isTail : input.speaking) ? mixed : speech;
}

interface PlacedWord {
  word: string;
  /** Where the piece of text begins and ends in which it stands, punctuation and all. */
  from: number;
  to: number;
}

/** The words of a text as they are compared: numbers in digits, contractions in full, no units. */
function placedWords(text: string, most: number): PlacedWord[] {
  const read: PlacedWord[] = [];
  for (const { 0: piece, index } of text.matchAll(PIECE)) {
    const full = /['’°]/.test(piece) ? piece.replace(/°[CF]?/g, ' ').replace(CONTRACTION, inFull) : piece;
    for (const word of words(full)) {
      read.push({ word: word.slice(0, MAX_LETTERS), from: index, to: index + piece.length });
    }
    if (read.length >= most) break;
  }
  const placed: PlacedWord[] = [];
  for (let at = 0; at < read.length; ) {
    const length = unitLength(read, at);
    const { digits, words: said } = length > 0 ? { digits: [], words: length } : numberAt(read, at);
    const [first, last] = [read[at], read[at + said - 1]];
    if (first && last) for (const word of digits) placed.push({ word, from: first.from, to: last.to });
    at += said;
  }
  return placed;
}

function unitLength(read: readonly PlacedWord[], at: number): number {
  const word = read[at]?.word ?? '';
  if (UNITS.has(word)) return 1;
  return word.startsWith('po') && PERCENT.test(`${word} ${read[at + 1]?.word}`) ? 2 : 0;
}

let numerals: ReadonlySet<string> | undefined;

/** The longest number that words say from here, in any language that has number words, in digits; else the word itself. */
function numberAt(read: readonly PlacedWord[], at: number): { digits: string[]; words: number } {
  numerals ??= new Set(LANGUAGES.flatMap(numberWords));
  let most = 0;
  while (most < MAX_NUMBER_WORDS && numerals.has(read[at + most]?.word ?? '')) most++;
  for (let length = most; length > 0; length--) {
    const said = read.slice(at, at + length).map(({ word }) => word);
    for (const language of LANGUAGES) {
      const value = numberIn(said.join(' '), language);
      if (value !== undefined) return { digits: String(value).split('.'), words: length };
    }
  }
  return { digits: [read[at]?.word ?? ''], words: 1 };
}

function isTime({ speaking, sinceSpoken, heardFrom, spokenFrom }: EchoInput): boolean {
  if (heardFrom !== undefined && spokenFrom !== undefined && heardFrom < spokenFrom - EARLY_MS) return false;
  return speaking || (sinceSpoken !== undefined && sinceSpoken <= TAIL_MS);
}

/** Whether all of it was heard while we were speaking, give or take. */
function isWithin({ heardFrom, heardTo, spokenFrom, spokenTo }: EchoInput): boolean {
  if (heardFrom === undefined || spokenFrom === undefined || heardTo === undefined || spokenTo === undefined)
    return false;
  return heardFrom >= spokenFrom - EARLY_MS && heardTo <= spokenTo + EARLY_MS;
}

/** Whether it certainly began while we were speaking. */
function beganWithin({ heardFrom, spokenTo }: EchoInput): boolean {
  return heardFrom !== undefined && spokenTo !== undefined && heardFrom < spokenTo - EARLY_MS;
}

/** Whether what was heard may be the answer: not when most of it fell into the playback of the question. */
function isAwaited({ answerWindow, speaking, sinceSpoken, heardFrom, heardTo, spokenTo }: EchoInput): boolean {
  if (speaking) return false;
  if (heardFrom !== undefined && spokenTo !== undefined && (heardFrom + (heardTo ?? heardFrom)) / 2 < spokenTo)
    return false;
  return typeof answerWindow === 'number' ? (sinceSpoken ?? 0) <= answerWindow : answerWindow === true;
}

/** Whether a heard word can be a spoken one, by the times: an echo keeps the pace of what was spoken. */
function timing(input: EchoInput, spoken: readonly string[]): (heard: number, spoken: number) => boolean {
  const { heardFrom, spokenFrom, spokenTo, wordsPerMinute = 165 } = input;
  if (heardFrom === undefined || spokenFrom === undefined) return () => true;
  const unspaced = spoken.filter((word) => IS_UNSPACED.test(word)).length / spoken.length;
  const guessed = 60_000 / (wordsPerMinute * (1 + unspaced * (LETTERS_PER_WORD - 1)));
  const each = spokenTo === undefined ? guessed : (spokenTo - spokenFrom) / spoken.length;
  const drift = spokenTo === undefined ? GUESSED_DRIFT : DRIFT;
  return (i, j) => {
    const late = heardFrom + i * each - (spokenFrom + j * each);
    return late >= -EARLY_MS - drift * j * each && late <= LATE_MS + drift * j * each;
  };
}

/** A stretch of heard words beside one of spoken words: first, last + 1, and how many heard words agree. */
interface Run {
  from: number;
  to: number;
  start: number;
  end: number;
  matched: number;
}

const AGREED = 2;
/** Of a word that was misheard, lost, or one too many. */
const WRONG = -1;

/** The stretch where heard and spoken words agree best, a word lost or misheard here and there (Smith and Waterman's local alignment). */
function bestRun(
  heard: readonly string[],
  spoken: readonly string[],
  isTimely: (heard: number, spoken: number) => boolean,
): Run | undefined {
  const width = spoken.length + 1;
  const score = new Int32Array((heard.length + 1) * width);
  /** The cell at which the run to a cell begins, and its words that agree. */
  const origin = new Int32Array(score.length);
  const matched = new Int32Array(score.length);
  const take = (at: number, from: number, worth: number, agreed: number) => {
    const before = score[from] ?? 0;
    if (before + worth <= (score[at] ?? 0)) return;
    score[at] = before + worth;
    origin[at] = before > 0 ? (origin[from] ?? 0) : from;
    matched[at] = (before > 0 ? (matched[from] ?? 0) : 0) + agreed;
  };
  const budget = { left: MAX_COMPARED };
  let best = 0;
  for (let i = 1; i <= heard.length; i++) {
    for (let j = 1; j <= spoken.length; j++) {
      const at = i * width + j;
      const [own, said] = [heard[i - 1] ?? '', spoken[j - 1] ?? ''];
      const timely = isTimely(i - 1, j - 1);
      const alike = timely && isAlike(own, said, budget);
      take(at, at - width - 1, alike ? AGREED : WRONG, alike ? 1 : 0);
      take(at, at - width, WRONG, 0);
      take(at, at - 1, WRONG, 0);
      // two words that are one in the other text: "Wohnzimmer Licht", "livingroom"
      if (timely && i > 1 && isJoint(heard[i - 2] ?? '', own, said)) take(at, at - 2 * width - 1, 2 * AGREED, 2);
      if (timely && j > 1 && isJoint(spoken[j - 2] ?? '', said, own)) take(at, at - width - 2, AGREED, 1);
      if ((score[at] ?? 0) > (score[best] ?? 0)) best = at;
    }
  }
  if (best === 0) return undefined;
  const first = origin[best] ?? 0;
  return {
    from: Math.floor(first / width),
    to: Math.floor(best / width),
    start: first % width,
    end: best % width,
    matched: matched[best] ?? 0,
  };
}

/** Whether as much was heard as was spoken in that stretch, give or take a word in five. */
function fills({ from, to, start, end }: Run): boolean {
  return Math.abs(to - from - (end - start)) <= Math.max(1, (to - from) * 0.2);
}

function isJoint(first: string, second: string, whole: string): boolean {
  return whole.length === first.length + second.length && whole === first + second;
}

/** Whether two words are one, maybe misheard: that keeps its beginning or its end. */
function isAlike(a: string, b: string, budget = { left: MAX_COMPARED }): boolean {
  if (a === b) return true;
  // "twenty tree" for "twenty three"
  if (a.length === 2 && a[1] === '0') return b.length === 2 && a[0] === b[0];
  if (a.length < 4 || b.length < 4 || Math.abs(a.length - b.length) > 2) return false;
  if ((a[0] !== b[0] && a.at(-1) !== b.at(-1)) || budget.left <= 0) return false;
  budget.left -= a.length * b.length;
  const typos = a.length >= LONG_WORD ? 2 : 1;
  return editDistance(a, b, typos) <= typos;
}

/** A word or two are an echo only where they belong: at the very end of a finished speech, or in the one that runs. */
function isShortEcho({ speaking, sinceSpoken }: EchoInput, heard: number, run: Run, spoken: number): boolean {
  if (speaking || heard > SHORT) return true;
  return run.end === spoken && (sinceSpoken ?? 0) <= TAIL_MS / 2;
}
