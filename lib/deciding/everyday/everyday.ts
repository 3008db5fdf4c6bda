import type { House } from '../../home/types.js';
import { fold } from '../../language/fold.js';
import { LANGUAGES, type Language, primaryLanguage, supportedLanguage } from '../../language/tags.js';
import { compile } from '../sentences/template.js';
import { EVERYDAY_ANSWERS } from './answers.js';
import { type Clock, dateOf, hourOf, timeOf } from './clock.js';
import { houseExamples } from './examples.js';
import { EVERYDAY, type Everyday } from './sentences.js';

/** Longer utterances say more than "hello". */
const MAX_LETTERS = 100;
/** "please", "Jarvis" and the like, before and after. */
const MAX_FILLERS = 4;
const NOON = 12;
const EVENING = 18;
const MORNING = 5;

const KINDS = ['time', 'date', 'help', 'hello', 'night', 'thanks', 'goodbye'] as const satisfies readonly Everyday[];
/** Automations of Home Assistant are often called with these: it is asked first. */
const ROUTINES: ReadonlySet<Everyday> = new Set(['hello', 'night', 'goodbye']);

/** A language's sentences, and what may stand before and after them. */
interface Patterns {
  kinds: [Everyday, RegExp][];
  lead: RegExp;
  tail: RegExp;
}

const compiled = new Map<Language, Patterns>();

function patternsOf(language: Language): Patterns {
  const known = compiled.get(language);
  if (known) return known;
  const { macros, says, beside } = EVERYDAY[language];
  const kinds = KINDS.map((kind): [Everyday, RegExp] => [kind, compile(`((${says[kind].join(')|(')}))`, macros, {})]);
  const words = beside
    .split('|')
    .map(fold)
    .sort((a, b) => b.length - a.length)
    .join('|');
  const made = { kinds, lead: new RegExp(`^ (?:${words})(?= |$)`), tail: new RegExp(` (?:${words})$`) };
  compiled.set(language, made);
  return made;
}

/** What an utterance as a whole is, in its language: not one that only contains a greeting. Never throws. */
export function everyday(text: string, language: string): Everyday | undefined {
  const known = LANGUAGES.find((one) => one === primaryLanguage(language));
  if (!known || text.length > MAX_LETTERS) return undefined;
  const { kinds, lead, tail } = patternsOf(known);
  let spoken = ` ${fold(text)}`;
  for (let fillers = 0; fillers <= MAX_FILLERS && spoken !== ''; fillers++) {
    const found = kinds.find(([, pattern]) => pattern.test(spoken))?.[0];
    if (found) return found;
    const before = spoken;
    spoken = before.replace(lead, '');
    if (spoken === before) spoken = before.replace(tail, '');
    if (spoken === before) return undefined;
  }
  return undefined;
}

/** Compiles a language's patterns in steps, to be taken while nobody waits: each on its first words, and once more on its second. */
export function* warmUp(language: Language): Generator<void> {
  for (const [, pattern] of patternsOf(language).kinds) {
    yield;
    for (let run = 0; run < 2; run++) pattern.test(' x x x');
  }
}

/** Whether somebody may have made a routine of their own of it. */
export function isRoutine(kind: Everyday): boolean {
  return ROUTINES.has(kind);
}

/** Where and when it was said. */
export interface Said extends Clock {
  house: House;
  /** Id or name of the area the speaker is in. */
  area: string | undefined;
}

/** The answer, without a model. */
export function everydayAnswer(kind: Everyday, said: Said): string {
  const language = supportedLanguage(said.language);
  const answers = EVERYDAY_ANSWERS[language];
  switch (kind) {
    case 'time':
      return answers.time(timeOf(said, language), hourOf(said));
    case 'date':
      return answers.date(dateOf(said, language));
    case 'hello': {
      const hour = hourOf(said);
      return answers.hello[hour >= MORNING && hour < NOON ? 0 : hour >= NOON && hour < EVENING ? 1 : 2];
    }
    case 'help':
      return helpAnswer(said);
    default:
      return answers[kind];
  }
}

/** What is understood, with examples of this house. */
export function helpAnswer({ house, language, area }: Pick<Said, 'house' | 'language' | 'area'>): string {
  const known = supportedLanguage(language);
  const { help, quoted } = EVERYDAY_ANSWERS[known];
  const examples = houseExamples(house, known, area).map(quoted);
  return help(examples.length === 0 ? undefined : new Intl.ListFormat(known, { type: 'disjunction' }).format(examples));
}

/** What is said to "stop" when nothing runs. */
export function nothingRunsAnswer(language: string): string {
  return EVERYDAY_ANSWERS[supportedLanguage(language)].nothingRuns;
}
