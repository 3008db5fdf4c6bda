import { entityIndex } from '../../home/entity-index.js';
import type { GuardedHome } from '../../home/guard.js';
import type { Entity, House } from '../../home/types.js';
import { dayTold, type Told } from '../../language/when/when.js';
import { clock } from '../../turn/clock.js';
import type { Turn } from '../../turn/turn.js';
import { calendarAnswer } from './calendar.js';
import { listAnswer } from './lists.js';
import { mediaAnswer } from './media.js';
import { type ContentsSaid, contentsSaid } from './sentences.js';
import { weatherAnswer } from './weather.js';

/** What was said of contents of the house, and where. */
export interface Asked extends ContentsSaid {
  contents: NonNullable<GuardedHome['contents']>;
  house: House;
  language: string;
  site: string;
  timeZone: string | undefined;
  /** Id of the speaker's area. */
  area: string | undefined;
  now: number;
  /** The day that was named. */
  day: Told | undefined;
  /** Id of the list that it is more for. */
  list: string | undefined;
  signal: AbortSignal;
}

/** The words to say, and what was done or is asked; undefined leaves the sentence to whoever else may know it, false only to a model. */
export type ContentsAnswer = { text: string; command?: Turn['command']; question?: boolean } | false | undefined;

interface ContentsOptions {
  home: GuardedHome;
  turn: Turn;
  signal: AbortSignal;
  /** Whether it may be something to play, which can be any words; otherwise it is everything else. */
  media?: boolean;
  /** Id of the list that something was put on just before: it may be more for it, and nothing else. */
  list?: string;
}

/**
 * Answers what is said of lists, calendars, weather and media, after it was done.
 * @throws JarvisError home-unreachable, home-refused; AbortError.
 */
export async function contentsAnswer(
  query: string,
  { home, turn, signal, media = false, list }: ContentsOptions,
): Promise<ContentsAnswer> {
  const { contents } = home;
  const house = home.house();
  if (!contents || !house.entities.some(({ id }) => HOLDING.test(id))) return undefined;
  const { language, site, area } = turn;
  const index = entityIndex(house);
  const here = area === undefined ? undefined : index.area(area);
  const now = clock.now();
  const timeZone = home.timeZone?.();
  const of = { language, index, here: here?.name, more: list !== undefined };
  const day = media || list !== undefined ? undefined : dayTold(query, { now: new Date(now), language, timeZone });
  const bare = day && contentsSaid(`${day.rest}${/\?\s*$/.test(query) ? '?' : ''}`, of);
  const dated = bare && /^Calendar|Weather/.test(bare.intent);
  const said = dated ? bare : contentsSaid(query, of);
  if (said === false) return media || list !== undefined ? undefined : false;
  if (!said || (said.intent === 'HassMediaSearchAndPlay') !== media) return undefined;
  const asked: Asked = {
    ...{ ...said, contents, house, language, site, timeZone, now, signal },
    ...{ area: here?.id, list, day: dated ? day : undefined },
  };
  if (media) return await mediaAnswer(asked);
  if (said.intent.startsWith('Calendar')) return await calendarAnswer(asked);
  return await (/Weather/.test(said.intent) ? weatherAnswer : listAnswer)(asked);
}

const HOLDING = /^(?:todo|calendar|weather|media_player)\./;

/** Whether words, after something was put on a list, are more for it: "and bread". */
export function isMoreForList(query: string, language: string, house: House): boolean {
  const said = contentsSaid(query, { language, index: entityIndex(house), more: true });
  return said !== undefined && said !== false;
}

/** The entities of a kind that were named; all of it where none was. */
export function meant({ house, match }: Asked, domain: string): Entity[] {
  const named = match.named['name']?.map(({ id }) => id);
  return house.entities.filter(({ id }) => id.startsWith(`${domain}.`) && (named?.includes(id) ?? true));
}
