import { z } from 'zod';
import { type Day, dayAt, dayOf, isoOf } from '../language/when/calendar.js';
import { timeRange } from '../language/when/when.js';
import type { Tool, ToolContext, ToolResult } from '../llm/types.js';
import { shared, wordsOf } from '../memory/graph/line-words.js';
import { MAX_DAYS_AGO, type Meal, mealNote, mealsBetween, type Nutrition, sumOf } from '../memory/meals.js';
import type { Memory } from '../memory/memory.js';
import { clock } from '../turn/clock.js';
import { JarvisError } from '../turn/errors.js';
import { tellsSecret } from '../turn/redaction.js';
import { oneLine } from '../turn/shorten.js';

import { daysOf, eatenTold, loggedTold, mealLine, mealsAsked } from './meal-words.js';
import { guarded, NOT_KEPT, notForGuests } from './memory-guards.js';
import type { MemoryToolSource } from './memory-tools.js';
import { refusedQuestion } from './refused-question.js';

const MAX_WHAT = 120;
const MAX_KCAL = 5_000;
const MAX_GRAMS = 500;
/** Days of one question, and meals that a model is told of each. */
const MAX_DAYS = 31;
const MAX_LISTED = 40;

const NOT_TOLD =
  'Not done: in this turn the user did not say that they ate this. Give what they ate in their own words, or ask them.';

/** Small models write a number as text with its unit. */
const amount = (most: number) =>
  z
    .preprocess(
      (value) => (typeof value === 'string' ? Number(/^\s*(\d+(?:\.\d+)?)/.exec(value)?.[1] ?? Number.NaN) : value),
      z.number().min(0).max(most),
    )
    .transform(Math.round);
const given = z.preprocess(
  (value) => (value === null || value === '' ? undefined : value),
  z.string().max(40).optional(),
);
const mealArguments = z.object({
  what: z.string().trim().min(1).max(MAX_WHAT),
  when: given,
  kcal: amount(MAX_KCAL),
  protein: amount(MAX_GRAMS),
  carbs: amount(MAX_GRAMS),
  fat: amount(MAX_GRAMS),
});
const daysArguments = z.object({ from: given, to: given });

/** The log of what was eaten, in the memory: one tool writes, one reads. What is logged is erased as all that is remembered. */
export function mealTools({ memory }: MemoryToolSource): Tool[] {
  return [logMeal(memory), meals(memory)].map(notForGuests);
}

function logMeal(memory: Memory): Tool {
  const grams = { type: 'number', description: 'Grams, your estimate.' };
  return {
    name: 'log_meal',
    description: 'Logs what the user says they ate or drank, with its nutrition.',
    acts: true,
    parameters: {
      type: 'object',
      properties: {
        what: { type: 'string', description: 'The food, in the words of the user.' },
        when: { type: 'string', description: 'YYYY-MM-DD or YYYY-MM-DD HH:MM. Default: now.' },
        kcal: { type: 'number', description: 'Kilocalories, your estimate.' },
        ...{ protein: grams, carbs: grams, fat: grams },
      },
      required: ['what', 'kcal', 'protein', 'carbs', 'fat'],
    },
    run: async (args, context) => refusedQuestion(context) ?? (await guarded(() => log(memory, args, context))),
  };
}

async function log(
  memory: Memory,
  args: Record<string, unknown>,
  { site, said = '', language, trace }: ToolContext,
): Promise<ToolResult> {
  const { what: food, when, ...nutrition } = mealArguments.parse(args);
  const what = oneLine(food, MAX_WHAT);
  const words = wordsOf(what).content;
  const isSaid = words.size > 0 && shared(words, wordsOf(said).content) === words.size;
  if (!isSaid || tellsSecret(what)) return { ok: false, text: NOT_TOLD };
  const at = clock.now();
  if (!(await memory.privacy.remembers(site, at))) return { ok: false, text: NOT_KEPT };
  const meal: Meal = { ...eatenAt(said, when, language, at), what, ...nutrition };
  const text = mealLine(meal, language);
  await memory.entries.put(mealNote(text, { at, site, turns: trace ? [trace.id] : [] }));
  return { ok: true, text: `Logged: ${text}`, told: loggedTold(meal, language) };
}

/** The day that the person named counts more than a model's. @throws JarvisError bad-input */
function eatenAt(said: string, when: string | undefined, language: string, now: number): Pick<Meal, 'day' | 'time'> {
  const today = dayAt(now);
  const days = daysOf(timeRange(said, { now: new Date(now), language }));
  const named = days && days.to - days.from === 1 ? days.from : undefined;
  const [, date = '', time] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d))?/.exec(when ?? '') ?? [];
  if (when !== undefined && date === '') throw wrongDay();
  const day = named ?? (date === '' ? today : dayIn(date));
  if (day > today || day < today - MAX_DAYS_AGO) {
    throw new JarvisError(
      'bad-input',
      `A meal is logged on its day or within ${MAX_DAYS_AGO} days, and not before it is eaten.`,
    );
  }
  const present = new Date(now).toTimeString().slice(0, 5);
  if (time !== undefined) return { day: isoOf(day), time };
  return { day: isoOf(day), ...(day === today && named === undefined && date === '' && { time: present }) };
}

function meals(memory: Memory): Tool {
  return {
    name: 'meals',
    description: 'Tells which meals were logged on some days, with sums of their nutrition.',
    parameters: {
      type: 'object',
      properties: {
        from: { type: 'string', description: 'First day, YYYY-MM-DD. Default: today.' },
        to: { type: 'string', description: 'Last day, YYYY-MM-DD. Default: the first.' },
      },
    },
    ahead(query, { language }) {
      const days = mealsAsked(query, language, clock.now());
      return days && { from: isoOf(days.from), to: isoOf(days.to - 1) };
    },
    async run(args, { language, signal }) {
      return await guarded(async () => {
        const { from, to } = daysArguments.parse(args);
        const first = from === undefined ? dayAt(clock.now()) : dayIn(from);
        const last = to === undefined ? first : dayIn(to);
        if (last < first || last - first >= MAX_DAYS) {
          throw new JarvisError('bad-input', `The last day comes after the first, and ${MAX_DAYS} days are the most.`);
        }
        const eaten = await mealsBetween(memory, first, last + 1, signal);
        const told = eatenTold(eaten, sumOf(eaten), language);
        if (eaten.length === 0) return { ok: true, text: 'No meal was logged on these days.', told };
        return { ok: true, text: eatenText(eaten), told };
      });
    },
  };
}

/** A line a meal, the newest of too many, and the sums of each day and of all. */
function eatenText(eaten: readonly Meal[]): string {
  const listed = eaten.slice(-MAX_LISTED).map((meal) => {
    return `${meal.day}${meal.time ? ` ${meal.time}` : ''}: ${oneLine(meal.what, MAX_WHAT)}, ${amounts(meal)}`;
  });
  const days = [...new Set(eaten.map(({ day }) => day))];
  const sums = days.map((day) => `Sum of ${day}: ${amounts(sumOf(eaten.filter((one) => one.day === day)))}`);
  const all = days.length > 1 ? [`Sum of all: ${amounts(sumOf(eaten))}`] : [];
  return [...listed, ...sums, ...all, 'All numbers are estimates.'].join('\n');
}

const amounts = ({ kcal, protein, carbs, fat }: Nutrition) =>
  `${kcal} kcal, protein ${protein} g, carbs ${carbs} g, fat ${fat} g`;

/** @throws JarvisError bad-input */
function dayIn(text: string): Day {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)/.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || date === undefined) throw wrongDay();
  return dayOf(year, month, date);
}

const wrongDay = () => new JarvisError('bad-input', 'A day is written as YYYY-MM-DD.');
