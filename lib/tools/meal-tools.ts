import { z } from 'zod';
import { dayAt, isoOf } from '../language/when/calendar.js';
import type { Tool } from '../llm/types.js';
import { type Meal, mealsBetween, type Nutrition, sumOf } from '../memory/meals.js';
import type { Memory } from '../memory/memory.js';
import { clock } from '../turn/clock.js';
import { JarvisError } from '../turn/errors.js';
import { oneLine } from '../turn/shorten.js';
import { logMeal } from './log-meal.js';
import { dayIn, eatenTold, given, mealsAsked } from './meal-words.js';
import { mendable, notForGuests } from './memory-guards.js';
import type { MemoryToolSource } from './memory-tools.js';

/** Days of one question, and meals of them that a model is told one by one. */
const MAX_DAYS = 31;
const MAX_LISTED = 40;
const MAX_LETTERS = 120;

const daysArguments = z.object({ from: given, to: given });

/** The log of what was eaten, in the memory: one tool writes, one reads. What is logged is erased as all that is remembered. */
export function mealTools({ memory }: MemoryToolSource): Tool[] {
  return [logMeal(memory), meals(memory)].map(notForGuests);
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
      return await mendable(async () => {
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
    return `${meal.day}${meal.time ? ` ${meal.time}` : ''}: ${oneLine(meal.what, MAX_LETTERS)}, ${amounts(meal)}`;
  });
  const days = [...new Set(eaten.map(({ day }) => day))];
  const sums = days.map((day) => `Sum of ${day}: ${amounts(sumOf(eaten.filter((one) => one.day === day)))}`);
  const all = days.length > 1 ? [`Sum of all: ${amounts(sumOf(eaten))}`] : [];
  return [...listed, ...sums, ...all, 'All numbers are estimates.'].join('\n');
}

const amounts = ({ kcal, protein, carbs, fat }: Nutrition) =>
  `${kcal} kcal, protein ${protein} g, carbs ${carbs} g, fat ${fat} g`;
