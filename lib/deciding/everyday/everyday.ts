import { z } from 'zod';
import type { House } from '../../home/types.js';
import { fold } from '../../language/fold.js';
import { languagesWith, languageTable, listed, oneOf } from '../../language/folders.js';
import { filled, spoken, spokenLanguageOf } from '../../language/spoken.js';
import { primaryLanguage } from '../../language/tags.js';
import { compile } from '../sentences/template.js';
import { type Clock, dateOf, hourOf, timeOf } from './clock.js';
import { houseExamples } from './examples.js';

/** Longer utterances say more than "hello". */
const MAX_LETTERS = 100;
/** "please", "Jarvis" and the like, before and after. */
const MAX_FILLERS = 4;
const NOON = 12;
const EVENING = 18;
const MORNING = 5;

const KINDS = ['time', 'date', 'help', 'hello', 'night', 'thanks', 'goodbye', 'microphone'] as const;
/** What everybody says to an assistant that is neither a command to the house nor a question for a model. */
export type Everyday = (typeof KINDS)[number];

/** Whole utterances of a language, as its folder has them: templates of `sentences/template.ts`. */
const EVERYDAY = z.object({
  macros: z.record(z.string(), z.string()).default({}),
  says: z.partialRecord(z.enum(KINDS), z.array(z.string())).default({}),
  /** May stand before and after each of them. */
  beside: z.string().default('').transform(listed),
});
/** Automations of Home Assistant are often called with these: it is asked first. */
const ROUTINES: ReadonlySet<Everyday> = new Set(['hello', 'night', 'goodbye']);

/** A language's sentences, and what may stand before and after them. */
interface Patterns {
  kinds: [Everyday, RegExp][];
  lead: RegExp;
  tail: RegExp;
}

const EVERYDAY_LANGUAGES = languagesWith('everyday.json');
const compiled = new Map<string, Patterns>();

function patternsOf(language: string): Patterns {
  const known = compiled.get(language);
  if (known) return known;
  const { macros, says, beside } = languageTable(language, 'everyday', EVERYDAY) ?? EVERYDAY.parse({});
  const kinds = KINDS.flatMap((kind): [Everyday, RegExp][] => {
    const templates = says[kind];
    return templates ? [[kind, compile(`((${templates.join(')|(')}))`, macros, {})]] : [];
  });
  const words = oneOf(beside);
  const made = { kinds, lead: new RegExp(`^ ${words}(?= |$)`), tail: new RegExp(` ${words}$`) };
  compiled.set(language, made);
  return made;
}

/** What an utterance as a whole is, in its language: not one that only contains a greeting. Never throws. */
export function everyday(text: string, language: string): Everyday | undefined {
  const known = EVERYDAY_LANGUAGES.find((one) => one === primaryLanguage(language));
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

/** How everyday sentences are answered. */
const ANSWERS = z.object({
  time: z.string(),
  /** Where it is one o'clock and some minutes. */
  timeAtOne: z.string().optional(),
  date: z.string(),
  /** Before noon, after noon, in the evening and where nobody knows better. */
  hello: z.tuple([z.string(), z.string(), z.string()]),
  night: z.string(),
  thanks: z.string(),
  goodbye: z.string(),
  /** What is understood, with the examples of this house, if there are any. */
  help: z.string(),
  examples: z.string(),
  quoted: z.string(),
  /** To "stop" when nothing runs. */
  nothingRuns: z.string(),
});
const answersOf = (language: string) => spoken(language, 'everyday', ANSWERS);

/** The answer, without a model; to a test of the microphone see `microphone.ts`. */
export function everydayAnswer(kind: Exclude<Everyday, 'microphone'>, said: Said): string {
  const language = spokenLanguageOf(said.language);
  const answers = answersOf(language);
  switch (kind) {
    case 'time': {
      const time = (hourOf(said) === 1 && answers.timeAtOne) || answers.time;
      return filled(time, { clock: timeOf(said, language) });
    }
    case 'date':
      return filled(answers.date, { date: dateOf(said, language) });
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
  const known = spokenLanguageOf(language);
  const answers = answersOf(known);
  const quoted = houseExamples(house, known, area).map((sentence) => filled(answers.quoted, { sentence }));
  const list = new Intl.ListFormat(known, { type: 'disjunction' }).format(quoted);
  return filled(answers.help, { examples: quoted.length > 0 ? filled(answers.examples, { examples: list }) : '' });
}

/** What is said to "stop" when nothing runs. */
export function nothingRunsAnswer(language: string): string {
  return answersOf(language).nothingRuns;
}
