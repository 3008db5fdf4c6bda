/** What happens in the household; each happening is an entry of the diary. */
export const TOPICS = [
  'dinner',
  'lunch',
  'film',
  'visit',
  'repair',
  'purchase',
  'health',
  'school',
  'pet',
  'garden',
  'trip',
  'call',
  'chore',
] as const;
export type Topic = (typeof TOPICS)[number];

/** Lists of a language that sentences are filled from. */
export const LISTS = [
  'family',
  'child',
  'person',
  'dish',
  'snack',
  'title',
  'appliance',
  'fault',
  'helper',
  'item',
  'shop',
  'complaint',
  'remedy',
  'subject',
  'result',
  'animal',
  'deed',
  'plant',
  'place',
  'outing',
  'matter',
  'job',
  'remark',
] as const;
export type List = (typeof LISTS)[number];

/**
 * The words of a language. Lists are separated by ";"; "in the entry|in the question" where a question would say it in
 * another form. In sentences {list} stands for a word of the list, {when} for the time, {price} for an amount.
 */
export interface HouseholdWords {
  lists: Record<List, string>;
  entries: Record<Topic, readonly string[]>;
  /** Questions; those that name nothing ask for a day. `other` share no word with the entry: only vectors find it. */
  questions: Record<Topic, { own: readonly string[]; other?: readonly string[] }>;
  times: TimePhrases;
}

/** How a language says when. */
export interface TimePhrases {
  /** From Sunday. */
  weekdays: string;
  months: string;
  /** From 2 to 9. */
  numbers: string;
  yesterday: string;
  dayBeforeYesterday: string;
  daysAgo: string;
  weeksAgo: string;
  monthsAgo: string;
  lastWeekday: string;
  weekdayLastWeek: string;
  lastWeekend: string;
  lastMonth: string;
  date: string;
  numericDate: string;
  inMonth: string;
  inMonthOfYear: string;
  earlyMonth: string;
  lateMonth: string;
  betweenMonths: string;
  weekdayBeforeEaster: string;
  easter: string;
  easterMonday: string;
  christmasEve: string;
  newYearsEve: string;
  halloween: string;
  summer: string;
}
