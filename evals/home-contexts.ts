import { z } from 'zod';
import { mayOpenHouse, openingPolicy } from '../lib/home/opening.js';
import { ACTIONS, type House } from '../lib/home/types.js';
import { context, type EvalContext } from './context.js';

const names = z.array(z.string()).optional();
const entity = z.object({
  id: z.string(),
  name: z.string().default(''),
  aliases: z.array(z.string()).default([]),
  /** Name of its area. */
  area: z.string().optional(),
  labels: names,
  members: names,
  state: z.string().default('unknown'),
  attributes: z.record(z.string(), z.unknown()).default({}),
});

/** A house of these entities and the areas they name. */
function houseOf(entities: readonly z.output<typeof entity>[]): House {
  const areas = [...new Set(entities.flatMap(({ area }) => area ?? []))].map((name) => ({
    id: name,
    name,
    aliases: [],
  }));
  return { areas, entities: entities.map((one) => ({ ...one, domain: 'other' })) };
}

/** What the house asks a person about before it acts. */
export const HOME_CONTEXTS: readonly EvalContext[] = [
  context(
    'opens-house',
    z.object({
      entity,
      action: z.enum(ACTIONS),
      value: z.union([z.number(), z.string()]).optional(),
      by: z.enum(['person', 'model']).default('person'),
      always: names,
      never: names,
    }),
    z.object({ asks: z.boolean() }),
    ({ entity: one, action, value, by, always, never }) => {
      const command = { action, value, targets: [one.id] };
      return { asks: openingPolicy({ always, never })(command, houseOf([one]), by).length > 0 };
    },
  ),
  context(
    'may-open-house',
    z.object({ text: z.string(), entities: z.array(entity).default([]) }),
    z.object({ mayOpen: z.boolean() }),
    ({ text, entities }) => ({ mayOpen: mayOpenHouse(text, houseOf(entities)) }),
  ),
];
