import type { CalendarEvent } from '../../home/contents.js';
import { fold, words } from '../../language/fold.js';
import { supportedLanguage } from '../../language/folders.js';
import { numbersOf } from '../../language/numbers.js';
import { capital, filled } from '../../language/spoken.js';
import { dayAt, momentOf } from '../../language/when/calendar.js';
import { type Asked, type ContentsAnswer, meant } from './contents.js';
import { dayWords, enumerated, HOUR_MS, phrasesOf, shortened, timeWords } from './phrases.js';

/** How far "what is next" and "when is the dentist" look. */
const AHEAD_DAYS = 60;
const NOON = 12;
/** Before it a bare hour may as well be in the afternoon. */
const FIRST_HOUR = 7;

/** Answers what is said of calendars; undefined where nothing certain is known. */
export async function calendarAnswer(asked: Asked): Promise<ContentsAnswer> {
  const { intent, day, now, timeZone, language, what } = asked;
  const calendars = meant(asked, 'calendar');
  if (calendars.length === 0) return undefined;
  if (intent === 'CalendarAdd') return await added(asked);
  const told = (text: string): ContentsAnswer => ({
    text,
    command: { action: 'calendar_read', targets: calendars.map(({ id }) => id), ok: true, by: 'local' },
  });
  const phrases = phrasesOf(language);
  const today = dayAt(now, timeZone);
  const dayFrom = day?.from ?? today;
  if (intent === 'CalendarRead') {
    const from = momentOf(dayFrom, timeZone);
    const days = day ? day.to - day.from : 1;
    const events = await eventsOf(asked, from, momentOf(dayFrom + days, timeZone));
    const when = days === 1 ? dayWords(from, asked) : '';
    const said = events.map((event) => {
      const each = days === 1 ? '' : ` (${dayWords(event.from, asked)})`;
      return `${shortened(event.summary)} ${timeWords(event, asked)}${each}`;
    });
    if (events.length === 0) return told(undated(filled(phrases.noEvents, { day: when })));
    return told(undated(filled(phrases.events, { day: when, events: enumerated(said, language) })));
  }
  const events = await eventsOf(asked, now, momentOf(today + AHEAD_DAYS, timeZone));
  const event =
    intent === 'CalendarNext'
      ? events.find(({ from }) => from >= now)
      : events.find(({ summary }) => isCalled(summary, what));
  if (!event) return intent === 'CalendarNext' ? told(undated(filled(phrases.noEvents, { day: '' }))) : undefined;
  return told(`${shortened(event.summary)}: ${dayWords(event.from, asked)} ${timeWords(event, asked)}.`);
}

async function eventsOf(asked: Asked, from: number, to: number): Promise<CalendarEvent[]> {
  const { contents, signal } = asked;
  const all = await Promise.all(meant(asked, 'calendar').map(({ id }) => contents.events(id, from, to, signal)));
  return all.flat().sort((a, b) => a.from - b.from);
}

/** "The dentist" is the "Dentist (Dr. Who)". */
function isCalled(summary: string, what: string): boolean {
  return what !== '' && ` ${fold(summary)} `.includes(` ${fold(what)} `);
}

/** Adds an event where its day, its time and its calendar are certain. */
async function added(asked: Asked): Promise<ContentsAnswer> {
  const { contents, what, day, timeZone, language, signal, match } = asked;
  const [calendar, another] = meant(asked, 'calendar');
  const numbers = numbersOf(supportedLanguage(language));
  const isClear = words(what).every((word) => !/\d/.test(word) && (numbers.get(word) ?? 0) < 2);
  if (!calendar || another || !day || day.to - day.from !== 1 || what === '' || !isClear) return undefined;
  const hour = hourOf(match.slots);
  if (hour === undefined) return undefined;
  const wholeDay = hour === 'none';
  const from = momentOf(day.from, timeZone, wholeDay ? 0 : hour);
  const to = wholeDay ? momentOf(day.to, timeZone) : from + HOUR_MS;
  const event = { summary: capital(what), from, to, wholeDay };
  await contents.addEvent(calendar.id, event, signal);
  const there = await contents.events(calendar.id, from, to, signal);
  const ok = there.some((one) => one.summary === event.summary && one.from === from);
  const phrases = phrasesOf(language);
  const values = {
    event: event.summary,
    when: `${dayWords(from, asked)} ${timeWords(event, asked)}`,
    calendar: calendar.name,
  };
  return {
    text: filled(ok ? phrases.eventAdded : phrases.eventFailed, values),
    command: { action: 'calendar_add', targets: [calendar.id], ok, by: 'local' },
  };
}

/** The hour of day, with a fraction; undefined where it may be one of two. */
function hourOf({ hour, minute = 0, meridiem }: Asked['match']['slots']): number | 'none' | undefined {
  if (hour === undefined) return 'none';
  const said = Number(hour);
  if (meridiem !== undefined && said > NOON) return undefined;
  if (meridiem === undefined && said < FIRST_HOUR) return undefined;
  const late = meridiem === 'pm' ? NOON : 0;
  return (meridiem === undefined ? said : (said % NOON) + late) + Number(minute) / 60;
}

/** A sentence without the colon behind a day that wasn't said. */
function undated(text: string): string {
  return capital(text.replace(/^[:\s]+/, ''));
}
