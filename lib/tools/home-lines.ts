import { stateWords } from '../home/state-words.js';
import type { Entity, Home, House } from '../home/types.js';
import { devicesMeant } from './home-meant.js';

/** Devices that a prompt names. */
export const MAX_DEVICES = 10;
const MAX_LETTERS = 60;

/**
 * The devices a query may be about, a line each, for the prompt, which fences them as data. How many they are depends
 * on `limit` only, not on the house; in a language whose words are known, its own count; none while it is away. Ids cost more words than they are worth where the name says all.
 */
export function deviceLines(
  home: Home,
  query: string,
  area: string | undefined,
  limit: number,
  language?: string,
): string[] {
  // Old states would be told as if they were true.
  if (home.status().state !== 'connected') return [];
  const house = home.house();
  const found = devicesMeant(house, query, { area, limit, language });
  const isDouble = ({ name }: Entity) => found.filter((other) => other.name === name).length > 1;
  return found.map((entity) => `${isDouble(entity) ? `${clean(entity.id)} | ` : ''}${deviceLine(entity, house)}`);
}

/** "Kitchen Light | Kitchen | on, brightness 40 %". */
export function deviceLine(entity: Entity, house: House): string {
  const area = house.areas.find(({ id }) => id === entity.area)?.name ?? '-';
  return `${clean(entity.name)} | ${clean(area)} | ${clean(stateWords(entity))}`;
}

/** Text from outside, so that it can't end the line, the fence or the column it stands in. */
export function clean(text: string): string {
  const plain = text.replace(/[\p{C}\p{Z}<>|`]+/gu, ' ').trim();
  return [...plain].slice(0, MAX_LETTERS).join('');
}
