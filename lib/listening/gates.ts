import { z } from 'zod';
import { LANGUAGES, languageTable, listed } from '../language/folders.js';
import { primaryLanguage } from '../language/tags.js';
import { patternOfAll } from '../language/word-lists.js';

/** A transcript and what is known about it. */
export interface TranscriptEvidence {
  text: string;
  /** BCP 47 tag. */
  language: string;
  /** Probability that nobody spoke, by the engine, 0 to 1. */
  noSpeech?: number | undefined;
  /** How sure the engine is of the words, 0 to 1. */
  confidence?: number | undefined;
  /** Length of the sound in milliseconds. */
  duration?: number | undefined;
  /** Loudness: negative in dB below full scale, or 0 to 1 as a share of it (RMS). */
  level?: number | undefined;
  /** It is what somebody was waited for to say. */
  isExpected?: boolean | undefined;
}

export interface TranscriptVerdict {
  keep: boolean;
  reason?: 'empty' | 'sound' | 'phantom' | 'repetition' | 'no-speech' | 'low-confidence' | 'too-many-words';
}

/** From here on the engine believes that nobody spoke, unless it is sure of the words. */
const NO_SPEECH = 0.6;
const SURE = 0.5;
/** Below this the words are a guess: Whisper's own limit, a mean log probability of -1, is 0.37. */
const GUESS = 0.3;
/** Nobody speaks this softly, and what is softer than that is doubtful; in dB below full scale. */
const SILENCE_LEVEL = -60;
const SOFT_LEVEL = -50;
/** Faster than anybody speaks. */
const MAX_WORDS_PER_SECOND = 8;

/** Captions that speech models learnt from films and put on silence; nobody says them to a house. */
const CAPTION = new RegExp(patternOfAll('captions', 'whole'), 'u');

/** Between two captions in one sentence: "Thanks for watching and see you in the next video". */
const JOINTS = /[,、，]|\s(?:and|und|et|y|e|en|и)(?=\s)/iu;

/** Scripts that a language written in Latin letters has none of; Chinese, Japanese and Korean write foreign names in them. */
const SCRIPTS = [
  /\p{sc=Latin}/u,
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u,
  ...['Hangul', 'Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Thai', 'Devanagari'].map(
    (name) => new RegExp(`\\p{sc=${name}}`, 'u'),
  ),
];
const MIXES_SCRIPTS: ReadonlySet<string> = new Set(['ja', 'zh', 'ko']);

const LIST = z.string().transform(listed);
/** What speech models make of a language's silence, as `normalise` leaves it. */
const PHANTOMS = z.object({
  /** Made of breath and hum; people do say them too, so silence must speak against them. */
  fillers: LIST,
  /** Said to nobody by anybody: what Whisper makes of silence. */
  never: LIST,
});

/** Most characters looked at: an utterance of 15 s has some 300. */
const MAX_CHARACTERS = 4_000;

/** Decides whether a transcript is something a person said, or what a speech model makes of noise and silence. */
export function filterTranscript(evidence: TranscriptEvidence): TranscriptVerdict {
  const { noSpeech, confidence, duration } = evidence;
  const raw = evidence.text.slice(0, MAX_CHARACTERS);
  // words between two notes are a song's
  const spoken = raw.replace(/[♪♫🎵🎶][^♪♫🎵🎶]*[♪♫🎵🎶]|\[[^[\]]*\]|\([^()]*\)|\*[^*]*\*|[♪♫🎵🎶]/gu, ' ');
  const words = normalise(spoken);
  if (words === '') return drop(normalise(raw) !== '' || /[♪♫🎵🎶]/u.test(raw) ? 'sound' : 'empty');
  if (loops(words)) return drop('repetition');
  const language = primaryLanguage(evidence.language);
  const { fillers, never } = languageTable(language, 'phantoms', PHANTOMS) ?? { fillers: [], never: [] };
  if (isMixed(raw, language) || areCaptions(sentencesOf(spoken), fillers)) return drop('phantom');
  if (never.includes(words)) return drop('phantom');

  const nobody = noSpeech !== undefined && noSpeech >= NO_SPEECH;
  const unsure = confidence !== undefined && confidence < SURE;
  const level = decibels(evidence.level);
  if (
    !evidence.isExpected &&
    fillers.includes(once(words)) &&
    (unsure || level < SOFT_LEVEL || (noSpeech ?? 0) >= NO_SPEECH / 2)
  )
    return drop('phantom');
  if (nobody && (confidence === undefined || unsure)) return drop('no-speech');
  if (level <= SILENCE_LEVEL) return drop('no-speech');
  if (confidence !== undefined && confidence < GUESS) return drop('low-confidence');
  // Under a tenth of a second there is nothing to count words in.
  if (
    duration !== undefined &&
    duration >= 100 &&
    words.split(' ').length > 2 + (duration / 1000) * MAX_WORDS_PER_SECOND
  ) {
    return drop('too-many-words');
  }
  return { keep: true };
}

function drop(reason: NonNullable<TranscriptVerdict['reason']>): TranscriptVerdict {
  return { keep: false, reason };
}

/** Lower case, letters and digits only, single spaces. */
function normalise(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

function sentencesOf(text: string): string[] {
  return text.split(/[.!?…\n]+(?=\s|$)|[。！？]+/u).filter((sentence) => normalise(sentence) !== '');
}

/** Whether there is a caption and nothing but fillers beside it: "Thanks for watching. Bye." */
function areCaptions(sentences: readonly string[], fillers: readonly string[]): boolean {
  const isCaption = (part: string) => CAPTION.test(once(normalise(part)));
  const isNothing = (part: string) => isCaption(part) || fillers.includes(once(normalise(part)));
  const parts = sentences.flatMap((one) => (isNothing(one) ? [one] : one.split(JOINTS)));
  return parts.some(isCaption) && parts.every(isNothing);
}

/** What a person said of a transcript, without the captions that a speech model has put before or behind it. */
export function withoutCaptions(text: string): string {
  const sentences = text.split(/(?<=[.!?…]\s)|(?<=[。！？])/u);
  const isCaption = (sentence: string | undefined) => sentence !== undefined && CAPTION.test(once(normalise(sentence)));
  while (isCaption(sentences.at(-1))) sentences.pop();
  while (isCaption(sentences[0])) sentences.shift();
  return sentences.length > 0 ? sentences.join('').trim() : text;
}

/** Words that are said twice or more and nothing else, once: "thanks for watching thanks for watching". */
function once(words: string): string {
  return /^(.+?)(?: \1)+$/u.exec(words)?.[1] ?? words;
}

/**
 * Whether one word is written in two scripts, the text in three, or all of it is a letter of another one: no language that
 * is written in Latin letters is.
 */
function isMixed(text: string, language: string): boolean {
  if (text.includes('\ufffd')) return true;
  if (MIXES_SCRIPTS.has(language)) return false;
  const scriptsIn = (part: string) => SCRIPTS.filter((script) => script.test(part)).length;
  const words = normalise(text);
  if (scriptsIn(text) === 1) return words.length === 1 && !/\p{sc=Latin}/u.test(words) && isLatin(language);
  return scriptsIn(text) > 2 || (scriptsIn(text) > 1 && words.split(' ').some((word) => scriptsIn(word) > 1));
}

function isLatin(language: string): boolean {
  return LANGUAGES.some((known) => known === language);
}

/** True when the same words come round and round: a decoder that repeats itself. */
function loops(words: string): boolean {
  const list = words.split(' ');
  for (let size = 1; size <= 12 && size * 3 <= list.length; size++) {
    // "No, no, no, no" is said by people; a whole clause three times in a row isn't.
    const times = size === 1 ? 6 : size === 2 ? 4 : 3;
    let same = 0;
    for (let at = size; at < list.length; at++) {
      same = list[at] === list[at - size] ? same + 1 : 0;
      if (same >= size * (times - 1)) return true;
    }
  }
  // Scripts without spaces, and one syllable without end.
  return list.some((word) => word.length >= 12 && /^(.{1,8}?)\1{4,}/u.test(word));
}

function decibels(level: number | undefined): number {
  if (level === undefined || Number.isNaN(level)) return 0;
  return level < 0 ? level : level === 0 ? Number.NEGATIVE_INFINITY : 20 * Math.log10(level);
}
