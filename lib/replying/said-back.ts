import { isQuestion } from '../deciding/question.js';
import { type Language, primaryLanguage, supportedLanguage } from '../language/tags.js';
import { isoOf } from '../language/when/calendar.js';
import { dayTold } from '../language/when/when.js';
import { memoryAsked } from '../memory/asked.js';
import { datedLine } from '../memory/graph/dated.js';
import { WISHES_HEADING } from '../memory/graph/warm-profile.js';
import { runsOf, termsOf, wordsOfRun } from '../memory/words/words.js';
import { REFERENCE_WORDS } from '../recall/reference-words.js';
import { ownTerms } from '../recall/search-terms.js';
import { shorten } from '../turn/shorten.js';
import { aboutYou } from './second-person.js';

/** More than these nobody remembers. */
const MAX_SAID = 3;
const MAX_LINE = 200;

/** Folded words by which a line or a question is about the person who talks. Spanish leaves its pronouns out. */
const FIRST_PERSON: Record<Language, RegExp> = {
  en: /^(?:i|me|my|mine|myself|we|us|our|ours|im|ive)$/,
  de: /^(?:ich|mich|mir|wir|uns|mein(?:e[mnrs]?)?|unser(?:e[mnrs]?)?)$/,
  fr: /^(?:je|j|me|m|moi|mon|ma|mes|nous|notre|nos)$/,
  es: /^(?:yo|me|mi|mis|mio|mia|nos|nosotros|nosotras|nuestr[oa]s?|conmigo|debo|puedo|tengo|soy|estoy|quiero|vivo|trabajo|como|bebo|duermo|prefiero|odio|llamo|he|debemos|podemos|tenemos|somos|estamos|vivimos)$/,
};

/** Words that a line begins with whose subject is the person. */
const IS_SUBJECT = /^(?:i|im|ive|we|ich|wir|je|j|nous|yo|nosotros|nosotras)$/;
/** A Spanish verb that says "I": "no tomo café"; names are written with a capital. */
const SPANISH_I = /^(?:no |me |nunca |siempre |ya |también )*(?!no )\p{Ll}+o(?= |$)/u;

/** Asks for what was said, whatever it is about. */
const WAS_TOLD: Record<Language, RegExp> = {
  en: /\b(?:(?:did|have|had) (?:i|we) (?:ever )?(?:tell|told|say|said|mention|mentioned)|do you (?:still )?remember|remind me|(?:i|we) (?:told|asked) you)\b/i,
  de: /(?:habe?n? (?:ich|wir) (?:dir )?.*(?:gesagt|erzählt|erwähnt)|(?:ich|wir) dir .*(?:gesagt|erzählt)|weißt du noch|erinnerst du dich|erinnere mich)/i,
  fr: /(?:(?:je|j['’]|on|nous) ?t['’](?:ai|avons|a) .*(?:dit|raconté|parlé)|t['’]ai[- ]je (?:dit|parlé|raconté)|tu te (?:souviens|rappelles)|te (?:souviens|rappelles)[- ]tu|rappelle[- ]moi)/i,
  es: /(?:te (?:he |hemos )?(?:dije|dicho|conté|contado|mencioné|dijimos)|te acuerdas|recuerdas|recuérdame)/i,
};

/** Ask for nothing by themselves; folded. */
const NEEDLESS = new Set(
  (
    'should shall may might can could must darf durfen durfte soll sollte sollen sollten muss mussen musste kann konnen konnte ' +
    'mag mochte will wollen dois doit devons devrais devrait puis peux peut pouvons pourrais faut veux veut ' +
    'debo debe debemos deberia puedo puede podemos tengo tiene quiero quiere hay dije dicho conte contado'
  ).split(' '),
);

/** What leads to what was told, by the person themselves or of others, and how each of it is put; "…" stands for it. */
interface Saying {
  own: string;
  other: string;
  each: string;
}

/** Clauses behind "that", where a language has them, lines in quotation marks, and what is said where there is nothing. */
const SAYINGS: Record<Language, { that?: Saying; quoted: Saying; nothing: string }> = {
  en: {
    that: { own: 'You told me', other: 'I remember', each: 'that …' },
    quoted: { own: 'You told me:', other: 'I remember this:', each: '“…”' },
    nothing: 'You haven’t told me about that.',
  },
  de: {
    that: { own: 'Du hast mir gesagt,', other: 'Ich habe mir gemerkt,', each: 'dass …' },
    quoted: { own: 'Du hast mir gesagt:', other: 'Das habe ich mir gemerkt:', each: '„…“' },
    nothing: 'Davon hast du mir nichts gesagt.',
  },
  fr: {
    quoted: { own: 'Tu m’as dit :', other: 'J’ai retenu ceci :', each: '« … »' },
    nothing: 'Tu ne m’en as pas parlé.',
  },
  es: {
    quoted: { own: 'Me dijiste:', other: 'Recuerdo esto:', each: '«…»' },
    nothing: 'No me has contado nada de eso.',
  },
};

export interface Remembered {
  query: string;
  /** BCP 47 tag. */
  language: string;
  now: Date;
  /** What the memory was found to hold for the question: "[2026-05-03] I can't eat nuts". */
  found: readonly string[];
  /** What is known of the people in any case, a line each: "- I can't eat nuts". */
  about: readonly string[];
}

/** What is said back, and whether that is the whole answer: a question may be about something else after all. */
export interface SaidBack {
  text: string;
  whole: boolean;
}

/**
 * What a person has told, said back to a question about it, by words and rules. Only what has all the question's own words
 * is said; a question of one word has to be about the person who told it, or name what the line begins with.
 * @returns undefined where nothing tells that the memory is asked.
 */
export function saidBack({ query, language, now, found, about }: Remembered): SaidBack | undefined {
  const known = supportedLanguage(language);
  const asksAll = memoryAsked(query, now.getTime())?.intent === 'known';
  const asksTold = WAS_TOLD[known].test(query);
  if (!asksAll && !asksTold && !isQuestion(query, language)) return undefined;
  const day = dayTold(query, { now, language });
  const terms = ownTerms(day?.rest ?? query, { now, language });
  const isTimed = terms.from !== undefined || terms.to !== undefined;
  // Of a day only what the memory has of it.
  const lines = unlike([...found.map(withoutDate), ...(isTimed ? [] : factsIn(about))]);
  const topics = topicsOf(terms.words, language);
  const saysI = has(query, FIRST_PERSON[known]);
  const fitting = lines.filter((line) => {
    if (asksAll) return true;
    const on = day && datedLine(line);
    if (on && topics.length === 0) return on.from < isoOf(day.to) && on.to >= isoOf(day.from);
    if (topics.length === 0) return asksTold;
    const words = new Set(termsOf(line));
    if (!topics.every((topic) => words.has(topic))) return false;
    if (topics.length > 1 || asksTold) return true;
    return saysI
      ? isOwn(line, known)
      : !IS_SUBJECT.test(runsOf(line)[0] ?? '') && firstTopic(line, language) === topics[0];
  });
  if (fitting.length > 0) return { text: sentencesFor(fitting.slice(0, MAX_SAID), known), whole: true };
  if (!asksAll && !asksTold && !(saysI && topics.length > 0)) return undefined;
  return { text: SAYINGS[known].nothing, whole: asksAll || asksTold };
}

function sentencesFor(lines: readonly string[], language: Language): string {
  const dated = lines.flatMap((line) => datedLine(line) ?? []);
  if (dated.length > 0) {
    const others = lines.filter((line) => !datedLine(line));
    const told = dated.map((line) => `${dayIn(line.from, language)}: ${line.what}.`).join(' ');
    return [told, ...(others.length > 0 ? [sentencesFor(others, language)] : [])].join(' ');
  }
  const said = [lines.filter((line) => isOwn(line, language)), lines.filter((line) => !isOwn(line, language))];
  return said.flatMap((some, index) => (some.length > 0 ? [sayingOf(some, index === 0, language)] : [])).join(' ');
}

/** "Monday, November 23". */
function dayIn(iso: string, language: Language): string {
  const options = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
  const said = new Intl.DateTimeFormat(language, options).format(Date.parse(iso));
  return said.charAt(0).toUpperCase() + said.slice(1);
}

function sayingOf(lines: readonly string[], isOwn: boolean, language: Language): string {
  const { that, quoted } = SAYINGS[language];
  const clauses = lines.flatMap((line) => aboutYou(line, language) ?? []);
  const isTurned = that && clauses.length === lines.length;
  const { own, other, each } = isTurned ? that : quoted;
  const told = (isTurned ? clauses : lines).map((line) => each.replace('…', () => line));
  return `${isOwn ? own : other} ${new Intl.ListFormat(language).format(told)}.`;
}

/** What the question is about, as the memory looks words up; verbs that fit anything only where there is nothing else. */
function topicsOf(words: readonly string[], language: string): string[] {
  const general = REFERENCE_WORDS[primaryLanguage(language)]?.general;
  const asked = words.filter((word) => !NEEDLESS.has(word));
  const telling = asked.filter((word) => !general?.has(word));
  return (telling.length > 0 ? telling : asked).flatMap((word) => wordsOfRun(word).map(({ term }) => term));
}

function firstTopic(line: string, language: string): string | undefined {
  const [first] = ownTerms(datedLine(line)?.what ?? line, { now: new Date(0), language }).words;
  return first === undefined ? undefined : wordsOfRun(first)[0]?.term;
}

/** Whether a line tells something of the person who told it. */
function isOwn(line: string, language: Language): boolean {
  return has(line, FIRST_PERSON[language]) || (language === 'es' && SPANISH_I.test(line));
}

function has(text: string, word: RegExp): boolean {
  return runsOf(text).some((run) => word.test(run));
}

/** Headings are no memories, and wishes about how we behave no answers. */
function factsIn(profile: readonly string[]): string[] {
  const wishes = profile.indexOf(WISHES_HEADING);
  const facts = wishes < 0 ? profile : profile.slice(0, wishes);
  return facts.flatMap((line) => (line.startsWith('- ') ? [line.slice(2)] : []));
}

function withoutDate(line: string): string {
  return line.replace(/^\[\d{4}-\d\d-\d\d\] /, '');
}

function unlike(lines: readonly string[]): string[] {
  const plain = lines.map((line) => shorten(line.replace(/[\s.]+$/, ''), MAX_LINE));
  return [...new Map(plain.map((line) => [line.toLowerCase(), line])).values()];
}
