import { fold } from '../language/fold.js';
import { primaryLanguage } from '../language/tags.js';
import { STOP_LANGUAGES, STOPS_EVERYWHERE, type StopPhrases, stopPhrases, UNSPACED_LANGUAGES } from './stop-phrases.js';
import { findWakeWord } from './wake-words.js';

export interface StopOptions {
  /** Whether the assistant is speaking: then "thanks" and "wait" end it, too. */
  speaking: boolean;
  /** BCP 47 tag; all that are known when not given or another one. */
  language?: string | undefined;
  /** The wake phrase, which may stand before or after the stop. */
  wake?: string | undefined;
  aliases?: readonly string[] | undefined;
}

const MAX_WORDS = 8;
/** Of an utterance without spaces. */
const MAX_LETTERS = 16;

/** Folded phrases; those of languages without spaces are looked for letter by letter. */
interface Phrases {
  stops: ReadonlySet<string>;
  beside: ReadonlySet<string>;
}

const known = new Map<string, Phrases>();

/** True when the whole utterance is a stop: not when it only contains or negates one ("don't stop", "stop the music"). */
export function isStop(text: string, { speaking, language, wake = 'jarvis', aliases }: StopOptions): boolean {
  const { woken, query } = findWakeWord(text, { wake, aliases });
  const said = fold(woken ? query : text);
  if (said === '' || said.split(' ').length > MAX_WORDS) return false;
  const primary = primaryLanguage(language);
  const spoken = STOP_LANGUAGES.includes(primary) ? primary : '';
  const unspaced = said.replaceAll(' ', '');
  return (
    isOnly(said.split(' '), ' ', phrasesOf(spoken, speaking, false)) ||
    (unspaced.length <= MAX_LETTERS && isOnly([...unspaced], '', phrasesOf(spoken, speaking, true)))
  );
}

/** Whether stops are all that remains of the words, also where one is parted: "hör bitte auf". */
function isOnly(said: readonly string[], gap: string, { stops, beside }: Phrases): boolean {
  return isMadeOf(said, gap, stops, beside) || isMadeOf(without(beside, said, gap), gap, stops);
}

/** Whether stops, at least one, follow each other without a rest, with words of `beside` between and around them. */
function isMadeOf(
  said: readonly string[],
  gap: string,
  stops: ReadonlySet<string>,
  beside?: ReadonlySet<string>,
): boolean {
  // for every place: 0 not reached, 1 reached over words beside a stop, 2 over a stop
  const reached = [1, ...said.map(() => 0)];
  for (let from = 0; from < said.length; from++) {
    const before = reached[from] ?? 0;
    if (before === 0) continue;
    for (let to = from + 1; to <= said.length; to++) {
      const phrase = said.slice(from, to).join(gap);
      const now = stops.has(phrase) ? 2 : beside?.has(phrase) ? before : 0;
      reached[to] = Math.max(reached[to] ?? 0, now);
    }
  }
  return reached[said.length] === 2;
}

/** The words without these phrases, the longest taken first. */
function without(phrases: ReadonlySet<string>, said: readonly string[], gap: string): string[] {
  const rest: string[] = [];
  for (let from = 0; from < said.length; ) {
    let to = said.length;
    while (to > from && !phrases.has(said.slice(from, to).join(gap))) to--;
    if (to === from) rest.push(said[from++] ?? '');
    else from = to;
  }
  return rest;
}

/** The phrases of one language, or of all when it is '', of those written with or without spaces. */
function phrasesOf(language: string, speaking: boolean, unspaced: boolean): Phrases {
  const key = `${language} ${speaking} ${unspaced}`;
  const made = known.get(key);
  if (made) return made;
  const lists = (language === '' ? STOP_LANGUAGES : [language])
    .filter((name) => UNSPACED_LANGUAGES.includes(name) === unspaced)
    .flatMap((name) => stopPhrases(name) ?? []);
  const folded = (pick: (list: StopPhrases) => readonly string[]) => lists.flatMap(pick).map(fold);
  const phrases = {
    stops: new Set([
      ...folded(({ stop }) => stop),
      ...(speaking ? folded((list) => list.speaking) : []),
      ...STOPS_EVERYWHERE,
    ]),
    beside: new Set(folded(({ beside }) => beside)),
  };
  known.set(key, phrases);
  return phrases;
}
