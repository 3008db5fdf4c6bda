import { languagesOf, MAX_LETTERS } from './sentences/recognise.js';
import { tableOf } from './sentences/tables.js';

const MAX_PARTS = 4;

/**
 * What the parts of a sentence ask for that are joined by "and": "turn off the light and set a timer for ten minutes". Each is
 * as long as it can be, and a sentence of its own.
 * @param other what a part certainly asks for that is no command to the house, quickly told, behind what came before it
 * @param command what it asks of the house
 * @returns none where any part is none, or all of them are commands, which `recogniseAll` knows
 */
export function severalOrders<T>(
  text: string,
  language: string,
  {
    other,
    command,
  }: { other(part: string, before?: T): T | undefined; command(part: string, before?: T): T | undefined },
): T[] {
  if (text.length > MAX_LETTERS) return [];
  for (const known of languagesOf(language)) {
    const { joint, and } = tableOf(known);
    const parts = text.replace(/[\s?!.]+$/, '').split(joint);
    if (parts.length < 2 || parts.length > MAX_PARTS) continue;
    let hasOther = false;
    const inTurn = (rest: readonly string[], before?: T): T[] | undefined => {
      if (rest.length === 0) return [];
      for (let length = Math.min(rest.length, parts.length - 1); length > 0; length--) {
        const part = rest.slice(0, length).join(` ${and} `);
        const asked = other(part, before);
        const first = asked ?? command(part, before);
        const others = first && inTurn(rest.slice(length), first);
        if (!first || !others) continue;
        hasOther ||= asked !== undefined;
        return [first, ...others];
      }
      return undefined;
    };
    const orders = inTurn(parts);
    if (orders && hasOther) return orders;
  }
  return [];
}
