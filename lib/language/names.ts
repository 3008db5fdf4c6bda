/*
 * Names that the language data of Node (Unicode's CLDR) has in every language: months, weekdays, units.
 */

/** British English writes metres and litres; voices read both. */
const localeOf = (language: string) => (language === 'en' ? 'en-GB' : language);

/** The twelve months, from January, as they stand in a date; in English where a tag isn't one. @param language BCP 47 tag */
export function monthNames(language: string): string[] {
  const { format } = new Intl.DateTimeFormat(localeOf(language), { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => format(Date.UTC(2026, month, 1)));
}

/** The seven days of a week, from Sunday. @param language BCP 47 tag */
export function weekdayNames(language: string): string[] {
  const { format } = new Intl.DateTimeFormat(localeOf(language), { weekday: 'long', timeZone: 'UTC' });
  return Array.from({ length: 7 }, (_, day) => format(Date.UTC(2026, 1, 1 + day)));
}

/**
 * The name of a unit for exactly one, and for many: "metre", "metres".
 * @param language BCP 47 tag
 * @param unit as `Intl.NumberFormat` names them: "kilometer-per-hour"
 */
export function unitNames(language: string, unit: string): [one: string, many: string] {
  const names = new Intl.NumberFormat(localeOf(language), { style: 'unit', unit, unitDisplay: 'long' });
  const without = (count: number) =>
    names
      .formatToParts(count)
      .filter(({ type }) => type !== 'integer')
      .map(({ value }) => value)
      .join('')
      .trim();
  return [without(1), without(2)];
}
