import { z } from 'zod';
import { commandSchema } from './types.js';

/** What is so or not beside what devices tell. */
export const FACTS = ['dark', 'day', 'home', 'rain', 'snow', 'sun', 'clouds', 'fog', 'wind', 'storm'] as const;
export type Fact = (typeof FACTS)[number];

/** Something of the house that is so or not, as plain data that can be kept. */
export const conditionSchema = z.union([
  z.object({ fact: z.enum(FACTS), is: z.boolean() }),
  /** A question about the house, and whether its answer is yes; or what is measured is above a number, or below. */
  z.object({
    asked: commandSchema,
    beyond: z.object({ n: z.number(), above: z.boolean() }).optional(),
    is: z.boolean(),
  }),
  /** A machine has finished: the id of what tells so, and how the machine was called. */
  z.object({ done: z.string().max(300), what: z.string().max(300) }),
]);
export type Condition = z.infer<typeof conditionSchema>;

/** Ids of the entities that a condition is about; none where it is about a place, or all of the house. */
export function entitiesOf(condition: Condition): readonly string[] {
  if ('done' in condition) return [condition.done];
  return 'asked' in condition ? condition.asked.targets : [];
}
