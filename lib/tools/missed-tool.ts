import { asksMissed, missedTold } from '../deciding/missed/missed-told.js';
import type { Home } from '../home/types.js';
import type { Tool } from '../llm/types.js';
import { isGuest } from '../turn/turn.js';

/** Tells what somebody has missed in a room. A question that is nothing else is answered without the model. */
export function missedTool(home: Home | undefined): Tool {
  return {
    name: 'missed',
    description:
      'Tells what was announced, rang or happened in the house since somebody was last answered in this room.',
    parameters: { type: 'object', properties: {} },
    ahead: (query, { language }) => (asksMissed(query, language) ? {} : undefined),
    async run(_, { site, area, language, turn, signal }) {
      const told = await missedTold({ site, area, language, home, isGuest: isGuest(turn), signal });
      return { ok: true, text: told, told };
    },
  };
}
