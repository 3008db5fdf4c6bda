import { type Day, dateOf, dayOf } from './calendar.js';
import { days, isDate, moved, RULES, type RuleName, unitAway } from './rules.js';
import type { Slots, Span } from './types.js';

const anyOf = (words: string) =>
  new RegExp(`(?<![^ ])(?:${words.trim().replace(/\s+/g, '|').replaceAll('_', ' ')})(?![^ ])`);

/** What happens again and again, in folded words. */
const RECURRING = anyOf(`
  every each always usually normally weekly daily monthly yearly mornings afternoons evenings nights weekends
  jede[nrsm]? alle immer meistens normalerweise wochentlich taglich monatlich jahrlich
  chaque tous_les toutes_les toujours d_habitude le_(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)(?!_\\d|_prochain|_qui)
  cada todos_los todas_las siempre los_(?:lunes|martes|miercoles|jueves|viernes|sabados|domingos) ogni tutti_i tutte_le sempre`);
/** What has a date in every year, or had it in one that is over. */
const OF_EVERY_YEAR = anyOf(`
  birthday anniversary born married died geburtstag jahrestag hochzeitstag namenstag geboren geheiratet gestorben
  anniversaire nee? naissance marie[es]* mort[es]* cumpleanos aniversario nac(?:i|io) santo murio compleanno nat[oa]`);
/** What is over: a weekday is the last one then. */
const PAST = anyOf(`
  (?<!^)was were had did went came saw bought got ate war waren hatten? wurden? gewesen gab ging kam
  etais etait etions avait avais fue fui fuimos estuve estuvo estaba tuve tuvo tuvimos era ero sono_stat[oa]`);

type Meant = (slots: Slots, today: Day) => Span | undefined;

const coming: Meant = ({ weekday = 0 }, today) => days(today + ((weekday - dateOf(today).weekday + 6) % 7) + 1);
const last =
  (rule: RuleName): Meant =>
  (slots, today) =>
    RULES[rule](slots, today)?.span;

/** Of these words alone it is certain which day is meant; parts of a day stand for the whole. */
const MEANT: Partial<Record<RuleName, Meant>> = {
  tomorrow: (_, today) => days(today + 1),
  dayAfterTomorrow: (_, today) => days(today + 2),
  nextWeekday: coming,
  weekday: coming,
  weekdayPart: coming,
  nextUnit: ({ unit = 'day' }, today) => unitAway(unit, 1, today),
  inUnits: ({ n = 1, unit = 'day' }, today) => (unit === 'hour' ? undefined : days(moved(today, n, unit))),
  today: last('today'),
  thisPart: last('today'),
  thisUnit: ({ unit = 'day' }, today) => unitAway(unit, 0, today),
  yesterday: last('yesterday'),
  lastNight: last('yesterday'),
  dayBeforeYesterday: last('dayBeforeYesterday'),
  lastWeekday: last('lastWeekday'),
  date,
  dayAndMonth: date,
  monthAndDay: date,
  iso: date,
  dayOfMonth: ({ day = 1 }, today) => {
    const { year, month, date: now } = dateOf(today);
    const found = dayOf(year, day < now ? month + 1 : month, day);
    return dateOf(found).date === day ? days(found) : undefined;
  },
};

/** True for what happens again and again. @param folded lower case, no accents, one space between words */
export function recurs(folded: string): boolean {
  return RECURRING.test(folded);
}

/** The day that words about time mean in something that is told; none of a date in every year, or long ago. */
export function meantDay(rule: RuleName, slots: Slots, today: Day, folded: string): Span | undefined {
  const isDated = rule === 'date' || rule === 'dayAndMonth' || rule === 'monthAndDay' || rule === 'iso';
  if (isDated && (OF_EVERY_YEAR.test(folded) || PAST.test(folded))) return undefined;
  const isWeekday = rule === 'weekday' || rule === 'weekdayPart';
  if (isWeekday && PAST.test(folded)) return RULES.weekday(slots, today)?.span;
  const span = MEANT[rule]?.(slots, today);
  return isDated && span && span.to <= today ? undefined : span;
}

/** The next time it comes, today or later. */
function date({ day = 1, month = 1, year }: Slots, today: Day): Span | undefined {
  if (!isDate(day, month)) return undefined;
  if (year !== undefined) return days(dayOf(year, month, day));
  const now = dateOf(today).year;
  const there = dayOf(now, month, day);
  return days(there < today ? dayOf(now + 1, month, day) : there);
}
