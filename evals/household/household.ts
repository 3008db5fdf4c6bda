import { randomFrom } from '../../lib/audio/random.js';
import { GERMAN } from './de.js';
import { ENGLISH } from './en.js';
import { SPANISH } from './es.js';
import { FRENCH } from './fr.js';
import { ITALIAN } from './it.js';
import { DAYS, type SaidTime, TODAY, waysToSay } from './times.js';
import { type HouseholdWords, LISTS, type List, TOPICS, type Topic } from './types.js';

/** A year of a household's diary, and questions about it whose answers are known. */
export interface Household {
  /** In the order of time. */
  entries: { at: number; text: string }[];
  questions: {
    text: string;
    /** Index of the one entry that answers it. */
    right: number;
    /** Asked in other words than it was written in: only vectors can find it. */
    otherWords: boolean;
    time: SaidTime;
  }[];
}

interface Happening {
  topic: Topic;
  day: number;
  at: number;
  text: string;
  /** What stands for the lists in it, as questions say it. */
  asked: Partial<Record<List, string>>;
}

const WORDS: Readonly<Record<string, HouseholdWords>> = {
  en: ENGLISH,
  de: GERMAN,
  fr: FRENCH,
  es: SPANISH,
  it: ITALIAN,
};
export const HOUSEHOLD_LANGUAGES = Object.keys(WORDS);
/** The moment the questions are asked, in milliseconds since the epoch; the house stands in Berlin. */
export const ASKED_AT = Date.parse('2026-11-21T18:00:00+01:00');
export const HOUSE_ZONE = 'Europe/Berlin';

const DAY_MS = 86_400_000;
/** How likely each is on a day, and the hour (UTC) it is written at. */
const HABITS: Record<Topic, [chance: number, hour: number]> = {
  dinner: [1, 19],
  lunch: [0.7, 12],
  film: [0.25, 20],
  visit: [0.4, 15],
  repair: [0.2, 10],
  purchase: [0.7, 16],
  health: [0.35, 9],
  school: [0.4, 13],
  pet: [0.8, 17],
  garden: [0.5, 14],
  trip: [0.2, 18],
  call: [0.8, 11],
  chore: [0.8, 8],
};

/** The same household for the same language, seed and number of questions. */
export function household(language: string, questions = 60, seed = 1): Household {
  const words = WORDS[language] ?? ENGLISH;
  const random = randomFrom(seed * 1_000 + HOUSEHOLD_LANGUAGES.indexOf(language));
  const year = Array.from({ length: DAYS }, (_, index) => TODAY - DAYS + index);
  const happenings = year
    .flatMap((day) =>
      TOPICS.filter((topic) => random() < HABITS[topic][0]).map((topic) => happening(topic, day, words, random)),
    )
    .sort((a, b) => a.at - b.at);
  return {
    entries: happenings.map(({ at, text }) => ({ at, text })),
    questions: questionsAbout(happenings, words, questions, random),
  };
}

function happening(topic: Topic, day: number, words: HouseholdWords, random: () => number): Happening {
  const asked: Happening['asked'] = {};
  const sentence = pick(words.entries[topic], random);
  const text = sentence.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'price') return String(Math.floor(5 + random() * 190));
    const list = LISTS.find((one) => one === name) ?? 'remark';
    const [written = '', said = written] = pick(words.lists[list].split(';'), random).split('|');
    asked[list] = said;
    return written;
  });
  const at = day * DAY_MS + (HABITS[topic][1] + random()) * 3_600_000;
  return { topic, day, at: Math.floor(at), text: text.trim(), asked };
}

/** Questions by turns about every topic; each has exactly one entry of its topic, time and things that it names. */
function questionsAbout(
  all: readonly Happening[],
  words: HouseholdWords,
  most: number,
  random: () => number,
): Household['questions'] {
  const asked: Household['questions'] = [];
  const texts = new Set<string>();
  for (let turn = 0; asked.length < most && turn < most * 50; turn++) {
    const topic = TOPICS[asked.length % TOPICS.length] ?? 'dinner';
    const of = all.filter((one) => one.topic === topic);
    const one = pick(of, random);
    const { own, other = [] } = words.questions[topic];
    const otherWords = other.length > 0 && random() < 0.15;
    const sentence = pick(otherWords ? other : own, random);
    const named = LISTS.filter((list) => sentence.includes(`{${list}}`));
    if (named.some((list) => one.asked[list] === undefined)) continue;
    const { days, spans } = waysToSay(one.day, words.times);
    const time = pick(named.length > 0 && random() < 0.6 ? spans : days, random);
    const fitting = of.filter(
      ({ day, asked: said }) =>
        day >= time.first && day <= time.last && named.every((list) => said[list] === one.asked[list]),
    );
    if (fitting.length !== 1) continue;
    const filled = sentence.replace(/\{(\w+)\}/g, (_, name: string) => {
      const list = LISTS.find((each) => each === name);
      return list ? (one.asked[list] ?? '') : time.text;
    });
    const text = filled.charAt(0).toUpperCase() + filled.slice(1);
    if (texts.has(text)) continue;
    texts.add(text);
    asked.push({ text, right: all.indexOf(one), otherWords, time });
  }
  return asked;
}

function pick<T>(from: readonly T[], random: () => number): T {
  const found = from[Math.floor(random() * from.length)];
  if (found === undefined) throw new RangeError('There is nothing to pick from.');
  return found;
}
