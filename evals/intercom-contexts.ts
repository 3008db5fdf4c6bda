import { z } from 'zod';
import { passOn } from '../lib/deciding/intercom/intercom.js';
import { DEMO_HOUSE } from '../lib/home/demo-house.js';
import type { Site } from '../lib/satellites/types.js';
import { newTurn } from '../lib/turn/turn.js';
import { context, type EvalContext } from './context.js';

const site = (id: string, area?: string, more: Partial<Site> = {}): Site => ({
  id,
  area,
  via: 'mqtt',
  lastSeen: 1,
  ...more,
});
const SITES = [
  site('kitchen', 'Kitchen'),
  site('lounge', 'Living Room'),
  site('bed', 'Bedroom', { muted: true }),
  site('corner', "Tom's Room"),
  site('desk', 'Office', { deaf: true }),
];
const HOUSE = {
  ...DEMO_HOUSE,
  areas: [
    ...DEMO_HOUSE.areas.map((area) =>
      area.id === 'office' ? { ...area, floor: ['Upstairs', 'Oben', 'Étage', 'Arriba'] } : area,
    ),
    { id: 'toms_room', name: "Tom's Room", aliases: ['Toms Zimmer', 'Chambre de Tom', 'Habitación de Tom'] },
  ],
};

/** Who is told or asked what by a sentence that somebody says in the kitchen, and what the kitchen is told. */
export const INTERCOM_CONTEXT: EvalContext = context(
  'intercom',
  z.object({ text: z.string(), language: z.string(), from: z.string().default('kitchen') }),
  z.object({
    /** Null where the sentence is none for other rooms. */
    reply: z.string().nullable(),
    told: z.string().optional(),
    asked: z.string().optional(),
    at: z.array(z.string()).optional(),
  }),
  ({ text, language, from }) => {
    const done: { told?: string; asked?: string; at: string[] } = { at: [] };
    const intercom = {
      hub: { sites: () => SITES },
      tell(words: string, sites: readonly Site[]) {
        done.told = words;
        done.at.push(...sites.map(({ id }) => id));
      },
      ask(request: { site: string; question: string }) {
        done.asked = request.question;
        done.at.push(request.site);
      },
    };
    const turn = newTurn({ site: from, source: 'voice', language });
    const passed = passOn(text, { intercom, house: HOUSE, turn });
    return { reply: passed?.text ?? null, ...done };
  },
);
