import { type Asked, placeAsked, timeElsewhere } from './elsewhere.js';
import { sumAsked } from './sum-asked.js';
import { workedOut } from './sums.js';

/** The answer to an utterance that as a whole asks for a sum, or for the time in a place that is known; undefined for any other. */
export async function plainAnswer(query: string, asked: Asked): Promise<string | undefined> {
  const sum = sumAsked(query, asked.language);
  if (sum !== undefined) return workedOut(sum, asked.language).told;
  const place = placeAsked(query, asked.language);
  const found = place === undefined ? undefined : await timeElsewhere(place, asked);
  return typeof found === 'object' ? found.told : undefined;
}
