/** Token ids of one Whisper model, from its `generation_config.json`. */
export interface WhisperTokens {
  start: number;
  /** Stands before what was said before; missing in exports that take no prompt. */
  previous: number | undefined;
  /** Language code ("en") to its token; empty for an English-only model. */
  languages: ReadonlyMap<string, number>;
  transcribe: number | undefined;
  noTimestamps: number;
  noSpeech: number;
  end: number;
  suppressed: ReadonlySet<number>;
  suppressedAtBegin: ReadonlySet<number>;
}

/** The token that a decoder would say next, and its probability, 0 to 1. */
export interface Choice {
  token: number;
  probability: number;
}

/** What the decoder is given in front of its own first word. @param prompt tokens of what was said before */
export function beginning(tokens: WhisperTokens, language: string | undefined, prompt: readonly number[]): number[] {
  const { start, previous, languages, transcribe, noTimestamps } = tokens;
  const before = previous === undefined || prompt.length === 0 ? [] : [previous, ...prompt];
  const spoken = language === undefined ? undefined : languages.get(language);
  const task = spoken === undefined || transcribe === undefined ? [] : [spoken, transcribe];
  return [...before, start, ...task, noTimestamps];
}

/** By how much English scores too high: Whisper learned most from it, and a wake phrase in front is taken for it. */
const LEANS = 2;
const LEANS_CALLED = 3;

/** The languages that an utterance may be in. */
export interface PossibleLanguages {
  /** Codes; all where the model knows none of them. */
  among?: readonly string[] | undefined;
  /** A wake phrase stands in front. */
  isCalled?: boolean;
}

/** The likeliest language. @param scores those behind `start`, one for each token */
export function likeliestLanguage(
  { languages }: WhisperTokens,
  scores: Float32Array,
  { among = [], isCalled = false }: PossibleLanguages = {},
): string | undefined {
  const possible = [...languages].filter(([code]) => among.includes(code));
  const leans = possible.length === 0 ? 0 : isCalled ? LEANS_CALLED : LEANS;
  const scoreOf = ([code, token]: [string, number]) =>
    (scores[token] ?? Number.NEGATIVE_INFINITY) - (code === 'en' ? leans : 0);
  return (possible.length > 0 ? possible : [...languages]).reduce<[string, number] | undefined>(
    (best, one) => (best && scoreOf(best) >= scoreOf(one) ? best : one),
    undefined,
  )?.[0];
}

/** The likeliest token of those that may come. @param isFirst of what is said */
export function choose(tokens: WhisperTokens, scores: Float32Array, isFirst: boolean): Choice {
  const { suppressed, suppressedAtBegin } = tokens;
  for (const token of suppressed) scores[token] = Number.NEGATIVE_INFINITY;
  if (isFirst) for (const token of suppressedAtBegin) scores[token] = Number.NEGATIVE_INFINITY;
  const token = highest(scores);
  return { token, probability: probabilityOf(token, scores) };
}

/** Of a token, among all: 0 to 1. */
export function probabilityOf(token: number, scores: Float32Array): number {
  return Math.exp((scores[token] ?? Number.NEGATIVE_INFINITY) - logSum(scores));
}

/** Natural logarithm of the sum of what the scores are logarithms of. */
export function logSum(scores: Float32Array): number {
  const most = scores[highest(scores)] ?? Number.NEGATIVE_INFINITY;
  let sum = 0;
  // There are 52,000 for each token, and an iterator over them takes four times as long.
  for (let at = 0; at < scores.length; at++) sum += Math.exp((scores[at] as number) - most);
  return most + Math.log(sum);
}

/** Where the highest score is, the first of equal ones. */
function highest(scores: Float32Array): number {
  let best = 0;
  let most = scores[0] as number;
  for (let at = 1; at < scores.length; at++) {
    const score = scores[at] as number;
    if (score > most) {
      most = score;
      best = at;
    }
  }
  return best;
}
