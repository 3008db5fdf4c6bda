import { fold, words } from '../language/fold.js';
import { unitNames } from '../language/names.js';
import { numberIn } from '../language/numbers.js';
import { timeRange } from '../language/when/when.js';

/** Languages whose numbers and times are looked for. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it'];

const MINUTE_MS = 60_000;
const UNITS = {
  minute: MINUTE_MS,
  hour: 60 * MINUTE_MS,
  day: 1440 * MINUTE_MS,
  week: 10_080 * MINUTE_MS,
  month: 43_200 * MINUTE_MS,
};

/** How long what a unit's folded name says is, in milliseconds; German says "den letzten Tagen", too. */
const LENGTHS: ReadonlyMap<string, number> = new Map([
  ...[
    'half hour',
    'half an hour',
    'halbe stunde',
    'halben stunde',
    'demi heure',
    'media hora',
    'mezz ora',
    'mezzora',
  ].map((name): [string, number] => [name, 30 * MINUTE_MS]),
  ...LANGUAGES.flatMap((language) =>
    Object.entries(UNITS).flatMap(([unit, ms]) =>
      unitNames(language, unit).flatMap((name): [string, number][] => [
        [fold(name), ms],
        [`${fold(name)}n`, ms],
      ]),
    ),
  ),
]);

/** Words that join the time to the rest: "since", "from", "of the"; folded. */
const JOINS: ReadonlySet<string> = new Set(
  words(`since from of in during over within for on the these seit von vom aus im während ab diesen der den dem die das
    depuis de du d dans pendant le la les l ces desde en durante lo del el los las estas estos da di dal dalla dallo degli
    delle nelle negli nell il i gli queste questi`),
);
const LAST =
  /^(?:last|past|letzte[nrsm]?|vergangene[nrsm]?|dernier(?:e?s?)|passee?s?|pasad[oa]s?|scors[oaie]|passat[oaie]|ultim[oaie]s?|ago|fa|vor|hace)$/;

/**
 * The moment that "since yesterday", "from this morning", "the last two hours" begins at.
 * @param said What stands behind "everything", e.g. "since yesterday".
 * @param now Milliseconds since the epoch; days begin at midnight of this machine's time zone.
 * @returns milliseconds since the epoch; undefined when the words say no time, or anything besides
 */
export function sinceWhen(said: string, now: number): number | undefined {
  const length = lengthOf(words(said).filter((word) => !JOINS.has(word) && !LAST.test(word)));
  if (length !== undefined) return now - length;
  for (const language of LANGUAGES) {
    const range = timeRange(said, { now: new Date(now), language });
    const times = new Set(range?.words.flatMap(words));
    if (range && words(said).every((word) => times.has(word) || JOINS.has(word))) return range.from;
  }
  return undefined;
}

/** "hour", "two hours", "zehn Minuten", "couple of days", in milliseconds. */
function lengthOf(said: readonly string[]): number | undefined {
  const whole = LENGTHS.get(said.join(' '));
  if (whole !== undefined) return whole;
  const [many = '', ...unit] = said;
  const length = LENGTHS.get(unit.join(' '));
  const counts = LANGUAGES.map((language) => numberIn(many === 'couple' ? 'two' : many, language));
  const count = counts.find((counted) => counted !== undefined);
  return length !== undefined && count !== undefined && count > 0 ? count * length : undefined;
}
