import type { Command, Entity } from '../../home/types.js';
import { measuredBy } from '../answers/measured.js';
import { STATES, type State } from '../answers/phrases.js';
import { stateName } from '../answers.js';
import { MEASURES } from '../sentences/types.js';

/** What else something can be that can be so. */
const OTHERWISE: Readonly<Record<State, readonly State[]>> = {
  on: ['off'],
  off: ['on'],
  open: ['closed'],
  closed: ['open'],
  locked: ['unlocked'],
  unlocked: ['locked'],
  playing: ['paused', 'off'],
  paused: ['playing', 'off'],
  home: ['not_home'],
  not_home: ['home'],
  armed: ['disarmed'],
  disarmed: ['armed'],
};
/** Of several devices, all have to be: "if the lights are off", but "if a window is open". */
const OF_ALL: ReadonlySet<State> = new Set(['off', 'closed', 'locked', 'paused', 'not_home', 'disarmed']);

/** Whether a question about states is to be answered with yes: undefined where a device doesn't tell, null for other questions. */
export function isSo(
  { action, value, aggregate, domain }: Command,
  entities: readonly Entity[],
): boolean | undefined | null {
  // what is on of a kind; "anything" is on in every house
  if (action === 'list_on') return domain === undefined ? null : entities.length > 0;
  const asked = STATES.find((state) => state === value);
  if (asked === undefined || entities.length === 0) return null;
  const are = entities.map((entity) => {
    // Who is in a zone isn't at home.
    const now = stateName(entity, asked === 'home' ? 'not_home' : asked);
    return now === asked || (now !== undefined && OTHERWISE[asked].includes(now) ? false : undefined);
  });
  return together(are, aggregate === 'all' || aggregate === 'each' || OF_ALL.has(asked));
}

/** Whether all that is measured is above a number, or below; as `isSo`. */
export function isBeyond(
  { value }: Command,
  entities: readonly Entity[],
  { n, above }: { n: number; above: boolean },
): boolean | undefined | null {
  if (!MEASURES.some((measure) => measure === value)) return null;
  const measured = entities.map(measuredBy).filter(Number.isFinite);
  const are = measured.map((one) => (above ? one > n : one < n));
  return are.every((one) => one === are[0]) ? are[0] : undefined;
}

/** Of several, whether all are so or whether any is; what isn't known counts only where it matters. */
export function together(are: readonly (boolean | undefined)[], all: boolean): boolean | undefined {
  if (are.includes(!all)) return !all;
  return are.includes(undefined) ? undefined : all;
}
