import { z } from 'zod';
import { onlyAsks } from '../language/question.js';
import { dayAt, isoOf } from '../language/when/calendar.js';
import { timeRange } from '../language/when/when.js';
import type { Tool, ToolContext, ToolResult } from '../llm/types.js';
import { shared, wordsOf } from '../memory/graph/line-words.js';
import { MAX_DAYS_AGO, type Meal, mealNote } from '../memory/meals.js';
import type { Memory } from '../memory/memory.js';
import { clock } from '../turn/clock.js';
import { JarvisError } from '../turn/errors.js';
import { tellsSecret } from '../turn/redaction.js';
import { oneLine } from '../turn/shorten.js';
import { dayIn, daysOf, given, loggedTold, mealLine } from './meal-words.js';
import { mendable, NOT_KEPT } from './memory-guards.js';

const MAX_WHAT = 120;
const MAX_KCAL = 5_000;
const MAX_GRAMS = 500;
/** A comma in a number parts nothing. */
const CLAUSE = /(?<=[.!?…,;:])\s+/u;

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
const mealArguments = z.object({
  what: z.string().trim().min(1).max(MAX_WHAT),
  when: given,
  kcal: amount(MAX_KCAL),
  protein: amount(MAX_GRAMS),
  carbs: amount(MAX_GRAMS),
  fat: amount(MAX_GRAMS),
});

/** Logs what a person says that they ate, in their words; the numbers are the model's. */
export function logMeal(memory: Memory): Tool {
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
    run: async (args, context) => await mendable(() => log(memory, args, context)),
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
  // "I had lasagne, how many calories is that?" tells it all the same.
  const isTold = said
    .split(CLAUSE)
    .some((clause) => shared(words, wordsOf(clause).content) > 0 && !onlyAsks(clause, language));
  const isSaid = isTold && shared(words, wordsOf(said).content) === words.size;
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
  const [, date = '', time] = /^(\d{4}-\d\d-\d\d)(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d))?/.exec(when ?? '') ?? [];
  const asked = when === undefined ? today : dayIn(when);
  const day = named ?? asked;
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
