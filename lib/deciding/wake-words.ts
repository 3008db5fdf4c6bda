import { fold, words } from '../home/fold.js';
import { primaryLanguage } from '../turn/language.js';
import { soundDistance } from './phonetics.js';

export interface WakeOptions {
  /** The wake phrase, e.g. "hey jarvis" or "hey_jarvis". */
  wake: string;
  /** Other phrases that count as the wake phrase itself. */
  aliases?: readonly string[] | undefined;
  /** BCP 47 tag of what is spoken; names are looked for in the same way in every language. */
  language?: string | undefined;
}

export interface Woken {
  woken: boolean;
  /** The words without the wake word; the whole text when it isn't there. */
  query: string;
}

const set = (text: string) => new Set(text.split(/\s+/));
const GREETINGS = set('hey hi hello ok okay yo hej he hallo servus moin salut bonjour dis coucou oye hola ey heh hay');
const BEFORE = set(
  'so and um uh oh ah well yeah yes alright also then please und äh ah ähm also na ja ach alors euh eh bon et y bueno pues excuse me',
);
/** Words after a name that make it someone who is spoken about; before it, too. */
const TELLS = set(
  `is was has had says said told called calls likes loves lives lived works worked went came goes comes wants wanted thinks thought
   made makes and or who isnt wasnt gave got needs knows knew does looks looked seems plays played asked asks will would s
   ist war hat hatte sagt sagte rief ruft mag liebt wohnt arbeitet ging kam geht kommt will wollte und oder der die heisst hiess wird macht sieht spielt
   est etait a avait dit disait aime habite travaille va vient veut et ou qui appelle fait joue m
   es era esta estaba ha habia dijo dice llamo gusta vive trabaja fue va viene quiere y o que se tiene hace juega`,
);
const SPEAKS_OF = set(
  `is was be been am are called named name call me him to with of about and or for from by like than not the a an my your his her our their mr mrs
   dear uncle played meet met know knows saw see said says love asked told
   ist war heisst heisse bin nenn nenne mich mit von zu zum und oder fur bei der die das den mein dein sein ihr unser herr onkel kennst kenne kennt
   est etait suis appelle moi avec de a et ou pour chez le la mon ton son notre monsieur connais
   es era soy llamo llama me con de a y o para por el la mi tu su nuestro senor conoces`,
);
/** Questions may begin so after a name without a pause: "Jarvis can you …". */
const ADDRESSES = /^ ?(?:is|are|was|will|would|does|has|have) (?:it|there|the|my|any|you|this|that|everything)\b/;
const MOST_WORDS_AWAY = 2;
const LONGEST = 2000;

interface Token {
  word: string;
  from: number;
  to: number;
  /** A comma, full stop or the like stands between this and the next word. */
  pause: boolean;
  capital: boolean;
}

interface Names {
  /** The words of the name, joined: "jarvis", "computer". */
  names: string[];
  /** Nouns are written with a capital, so that one tells nothing. */
  capitals: boolean;
}

/**
 * Whether a text calls the assistant by its wake word, at the start of a sentence or at its end, and what it asks.
 * Misheard names count after a greeting ("Hey Travis, …"), near ones also alone ("Jervis, …"); a name that is only
 * spoken about ("Travis called", "Jarvis is a nice name") doesn't.
 */
export function findWakeWord(text: string, options: WakeOptions): Woken {
  const said = text.slice(0, LONGEST);
  const named = namesOf(options);
  const tokens = tokensOf(said);
  for (const start of sentenceStarts(tokens)) {
    const end = calledAt(tokens, start, named, said);
    if (end === undefined) continue;
    return { woken: true, query: queryFrom(said, tokens, end, named) };
  }
  const from = calledAtEnd(tokens, named);
  if (from === undefined) return { woken: false, query: text.trim() };
  const before = tokens[from - 1];
  const ending = /[?!.…]+\s*$/.exec(said)?.[0].trim() ?? '';
  return { woken: true, query: before ? said.slice(0, before.to).trim() + ending : '' };
}

/**
 * Takes the wake word off words whose sound has already woken the assistant: speech to text may have kept a part of it,
 * or misheard it altogether. What doesn't look like it stays.
 */
export function stripWakeWord(text: string, options: WakeOptions): string {
  const named = namesOf(options);
  let rest = text.slice(0, LONGEST).trim();
  for (let i = 0; i < 2; i++) {
    const tokens = tokensOf(rest);
    const skip = skipGreeting(tokens, 0);
    const length = nameLength(tokens, skip, named, looseLimit) ?? (skip === 0 ? remains(tokens, named) : undefined);
    const end = length === undefined ? (skip > 0 && tokens[skip - 1]?.pause ? skip : 0) : skip + length;
    if (end === 0) break;
    rest = rest.slice(tokens[end]?.from ?? rest.length);
  }
  const { woken, query } = findWakeWord(rest, options);
  return woken ? query : rest.trim();
}

function namesOf({ wake, aliases = [], language }: WakeOptions): Names {
  const names = [wake, ...aliases].flatMap((phrase) => {
    const spoken = words(phrase.replace(/[_-]/g, ' '));
    const own = spoken.slice(spoken.findIndex((word) => !GREETINGS.has(word)));
    return own.length > 0 ? [own.join('')] : [];
  });
  return { names: [...new Set(names)], capitals: primaryLanguage(language) === 'de' };
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(/[\p{L}\p{N}\p{M}]+(?:['’][\p{L}]+)*/gu)) {
    const before = tokens.at(-1);
    if (before) before.pause = /[,.;:!?…—–]/.test(text.slice(before.to, match.index));
    const word = fold(match[0]).replaceAll(' ', '');
    tokens.push({
      word,
      from: match.index,
      to: match.index + match[0].length,
      pause: true,
      capital: /^\p{Lu}/u.test(match[0]),
    });
  }
  const last = tokens.at(-1);
  if (last) last.pause = true;
  return tokens;
}

/** Where a sentence may begin: at the start, after a pause, and after words like "so" or "um" there. */
function sentenceStarts(tokens: readonly Token[]): number[] {
  const starts = new Set<number>();
  tokens.forEach((_, i) => {
    if (i > 0 && !tokens[i - 1]?.pause) return;
    let start = i;
    starts.add(start);
    while (start < i + MOST_WORDS_AWAY && BEFORE.has(tokens[start]?.word ?? '')) starts.add(++start);
  });
  return [...starts].filter((start) => start < tokens.length).sort((a, b) => a - b);
}

function skipGreeting(tokens: readonly Token[], start: number): number {
  return GREETINGS.has(tokens[start]?.word ?? '') ? start + 1 : start;
}

/** The token after the wake word when it is spoken at `start`. */
function calledAt(tokens: readonly Token[], start: number, named: Names, text: string): number | undefined {
  const name = skipGreeting(tokens, start);
  const greeted = name > start;
  const exact = nameLength(tokens, name, named, () => 0);
  const length = exact ?? nameLength(tokens, name, named, greeted ? greetedLimit : aloneLimit);
  if (length === undefined) return undefined;
  const end = name + length;
  if (greeted && exact !== undefined) return end;
  const last = tokens[end - 1];
  const next = tokens[end];
  if (!next || last?.pause) {
    // "…, Jarvis, …" in the middle of a sentence calls nobody unless it was greeted
    return greeted || start === 0 || isSentenceEnd(text, tokens, start) || BEFORE.has(tokens[start - 1]?.word ?? '')
      ? end
      : undefined;
  }
  if (start > 0 && !greeted && !isSentenceEnd(text, tokens, start)) return undefined;
  if (TELLS.has(next.word) && !/\?\s*$/.test(text) && !ADDRESSES.test(text.slice(next.from).toLowerCase()))
    return undefined;
  // "Jarvis Cocker sings": a second name, where nouns aren't written with a capital
  const second = tokens[end + 1];
  const isName = next.capital && next.word !== 'i' && second !== undefined && !second.capital;
  return isName && !greeted && !named.capitals ? undefined : end;
}

function isSentenceEnd(text: string, tokens: readonly Token[], start: number): boolean {
  const before = tokens[start - 1];
  return before === undefined || /[.!?…]/.test(text.slice(before.to, tokens[start]?.from));
}

/** The token at which the wake word begins when the text ends with it ("…, Jarvis"). */
function calledAtEnd(tokens: readonly Token[], named: Names): number | undefined {
  for (let length = 1; length <= 3; length++) {
    const from = tokens.length - length;
    const before = tokens[from - 1];
    if (!before || nameLength(tokens, from, named, before.pause ? aloneLimit : () => 0) !== length) continue;
    const greeting = GREETINGS.has(before.word);
    const previous = greeting ? tokens[from - 2] : before;
    if (!previous) return undefined;
    if (greeting && !previous.pause) return undefined;
    if (previous.pause && !/^(?:call|name|nenn|appelle|llama)/.test(previous.word)) return greeting ? from - 1 : from;
    return SPEAKS_OF.has(previous.word) ? undefined : from;
  }
  return undefined;
}

type Limit = (name: string) => number;
const greetedLimit: Limit = (name) => (name.length < 5 ? 0.5 : name.length < 8 ? 1 : 1.5);
const aloneLimit: Limit = (name) => (name.length < 5 ? 0 : name.length < 8 ? 0.5 : 1);
const looseLimit: Limit = (name) => (name.length < 5 ? 0.5 : 1.5);

/** How many tokens at `from` make one of the names, at most as far from it as the limit says. */
function nameLength(tokens: readonly Token[], from: number, { names }: Names, limit: Limit): number | undefined {
  let best: { length: number; distance: number } | undefined;
  for (let length = 1; length <= 3 && from + length <= tokens.length; length++) {
    const group = tokens.slice(from, from + length);
    if (group.slice(0, -1).some(({ pause }) => pause)) break;
    const spoken = group.map(({ word }) => word).join('');
    for (const name of names) {
      if (Math.abs(spoken.length - name.length) > 4) continue;
      const distance = spoken === name ? 0 : limit(name) === 0 ? 1 : Math.max(soundDistance(spoken, name), 0.1);
      if (distance <= limit(name) && (best === undefined || distance < best.distance)) best = { length, distance };
    }
  }
  return best?.length;
}

/** A rest of the name that was cut off ("arvis, …"). */
function remains(tokens: readonly Token[], { names }: Names): number | undefined {
  const first = tokens[0];
  if (!first || first.word.length < 3 || !first.pause) return undefined;
  return names.some((name) => name.endsWith(first.word)) ? 1 : undefined;
}

function queryFrom(text: string, tokens: readonly Token[], end: number, named: Names): string {
  const next = tokens[end];
  if (!next) return '';
  // called twice: "Hey Jarvis, hey Jarvis, …"
  const again = calledAt(tokens, end, named, text);
  return again !== undefined && again > end && tokens[end - 1]?.pause
    ? queryFrom(text, tokens, again, named)
    : text.slice(next.from).trim();
}
