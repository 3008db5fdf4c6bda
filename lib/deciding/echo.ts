import { withinTypos, words } from '../home/fold.js';

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
const LIKENESS = 0.75;
const LONG_WORD = 7;

/**
 * Whether the microphone heard the assistant itself. It takes all three: the time fits, the words come in the order in
 * which they were spoken, and they fill about the same stretch of it. Short answers to a question are never an echo.
 */
export function detectEcho(input: EchoInput): Echo {
  const speech: Echo = { verdict: 'speech', text: input.heard.trim() };
  const pieces = [...input.heard.matchAll(/\S+/g)].slice(0, MOST_WORDS);
  const heard = pieces.flatMap((piece, position) => words(piece[0]).map((word) => ({ word, position })));
  const spoken = words(input.spoken).slice(0, MOST_WORDS);
  if (heard.length === 0 || spoken.length === 0 || !isTime(input)) return speech;
  if (heard.length <= SHORT && isAwaited(input)) return speech;

  const run = bestRun(
    heard.map(({ word }) => word),
    spoken,
    expectedStart(input, spoken.length),
  );
  if (!run) return speech;
  const before = run.from;
  const after = heard.length - run.to;
  if (before <= 1 && after <= 1 && run.matched / heard.length >= LIKENESS && fills(run)) {
    return isShortEcho(input, heard.length, run, spoken.length) ? { verdict: 'echo', text: '' } : speech;
  }
  // a person spoke after a stretch of echo (or before it): that must be too long and too exact to be chance
  if (run.matched < run.to - run.from || !fills(run) || (before > 0 && after > 0)) return speech;
  const isTail = input.speaking || run.end === spoken.length;
  if (before === 0 ? run.matched <= SHORT || !isTail : run.matched <= 2 * SHORT || !input.speaking) return speech;
  const rest = before > 0 ? [0, before - 1] : [run.to, heard.length - 1];
  const [first, last] = rest.map((at) => heard[at ?? 0]?.position ?? 0);
  const kept = pieces.slice(first ?? 0, (last ?? 0) + 1).map((piece) => piece[0]);
  return { verdict: 'mixed', text: kept.join(' ') };
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
  length: number,
): { at: number; within: number } | undefined {
  if (heardFrom === undefined || spokenFrom === undefined) return undefined;
  const at = (Math.max(0, heardFrom - spokenFrom) / 60_000) * wordsPerMinute;
  return { at, within: Math.max(4, at * 0.35, length * 0.1) };
}

interface Run {
  /** First and last + 1 word of what was heard. */
  from: number;
  to: number;
  /** The same in what was spoken. */
  start: number;
  end: number;
  matched: number;
}

/** The longest stretch in which heard and spoken words run side by side, a word lost or misheard here and there. */
function bestRun(
  heard: readonly string[],
  spoken: readonly string[],
  expected: { at: number; within: number } | undefined,
): Run | undefined {
  let best: Run | undefined;
  for (let start = 0; start < spoken.length; start++) {
    for (let from = 0; from < heard.length; from++) {
      if (!sameWord(heard[from], spoken[start])) continue;
      if (expected && Math.abs(start - from - expected.at) > expected.within) continue;
      if (from > 0 && start > 0 && sameWord(heard[from - 1], spoken[start - 1])) continue;
      const run = follow(heard, spoken, from, start);
      if (best === undefined || run.matched > best.matched) best = run;
    }
  }
  return best;
}

function follow(heard: readonly string[], spoken: readonly string[], from: number, start: number): Run {
  let [i, j, matched] = [from, start, 0];
  let [to, end] = [from, start];
  while (i < heard.length && j < spoken.length) {
    const step = STEPS.find(([h, s]) => sameWord(heard[i + h], spoken[j + s]));
    if (!step) break;
    i += step[0] + 1;
    j += step[1] + 1;
    matched++;
    to = i;
    end = j;
  }
  return { from, to, start, end, matched };
}

/** Whether as much was heard as was spoken in that stretch, give or take a word in five. */
function fills({ from, to, start, end }: Run): boolean {
  return Math.abs(to - from - (end - start)) <= Math.max(1, (to - from) * 0.2);
}

/** What may go wrong between two words that agree: one misheard, one lost, one too many, two misheard. */
const STEPS = [
  [0, 0],
  [1, 1],
  [0, 1],
  [1, 0],
  [0, 2],
  [2, 1],
  [1, 2],
  [2, 2],
] as const;

function sameWord(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return a === b || (a.length >= 4 && b.length >= 4 && withinTypos(a, b, a.length >= LONG_WORD ? 2 : 1));
}

/** A word or two are an echo only where they belong: at the very end of a finished speech, or in the one that runs. */
function isShortEcho({ speaking, sinceSpoken }: EchoInput, heard: number, run: Run, spoken: number): boolean {
  if (speaking || heard > SHORT) return true;
  return run.end === spoken && (sinceSpoken ?? 0) <= TAIL_MS / 2;
}
