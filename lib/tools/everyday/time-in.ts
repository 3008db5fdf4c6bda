import { z } from 'zod';
import { placeAsked, timeElsewhere } from '../../deciding/everyday/elsewhere.js';
import type { Tool } from '../../llm/types.js';
import { clock } from '../../turn/clock.js';

const callArguments = z.object({ place: z.string().min(1).max(100) });

/**
 * Tells the time and the date anywhere. A question that is nothing else is answered without the model.
 * @param timeZone of the house, where it is known; the machine's where not
 */
export function timeInTool(timeZone: () => string | undefined): Tool {
  return {
    name: 'time_in',
    description: 'Tells the present time and date in a city or country anywhere in the world.',
    parameters: {
      type: 'object',
      properties: { place: { type: 'string', description: 'E.g. "Tokyo", "Portland, Oregon", "Asia/Tokyo".' } },
      required: ['place'],
    },
    ahead(query, { language }) {
      const place = placeAsked(query, language);
      return place === undefined ? undefined : { place };
    },
    async run(args, { language, said }) {
      const { place } = callArguments.parse(args);
      const found = await timeElsewhere(place, { now: new Date(clock.now()), language, timeZone: timeZone() });
      if (found === 'unknown') {
        return { ok: false, text: 'That place is not known. Give a larger city near it, or an IANA time zone.' };
      }
      if (found === 'several')
        return { ok: false, text: 'It has several time zones. Give a city or an IANA time zone.' };
      const isAll = said !== undefined && placeAsked(said, language) === place;
      return { ok: true, ...found, ...(isAll && { ends: true }) };
    },
  };
}
