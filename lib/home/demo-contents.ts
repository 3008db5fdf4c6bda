import { words } from '../language/fold.js';
import { dayAt, momentOf } from '../language/when/calendar.js';
import { clock } from '../turn/clock.js';
import { type CalendarEvent, type Contents, type Item, MAX_ITEMS, MAX_SUMMARY } from './contents.js';

const HOUR_MS = 3_600_000;
/** What there is to play. */
const MUSIC = [
  'Jazz FM',
  'Radio Jarvis',
  'Kind of Blue',
  'Abbey Road by the Beatles',
  'Mozart for Breakfast',
  'Morning News',
];
/** Shorter words name no music. */
const MIN_LETTERS = 4;

/**
 * The lists, calendars and music of a house without any: each begins with what makes it worth trying.
 * @param plays told what a player plays
 */
export function demoContents(plays: (player: string, title: string) => void = () => {}): Contents {
  const lists = new Map<string, (Item & { done?: true })[]>();
  const calendars = new Map<string, CalendarEvent[]>();
  const itemsOf = (list: string) => lists.get(list) ?? [];
  const eventsOf = (calendar: string) => {
    const known = calendars.get(calendar) ?? [tomorrowAtTen()];
    calendars.set(calendar, known);
    return known;
  };
  const without = (list: string, { id }: Item) =>
    void lists.set(
      list,
      itemsOf(list).filter((one) => one.id !== id),
    );
  let added = 0;
  return {
    items: async (list) => itemsOf(list).filter(({ done }) => !done),
    doneItems: async (list) => itemsOf(list).filter(({ done }) => done),
    async addItem(list, summary) {
      const item = { id: String(++added), summary: summary.slice(0, MAX_SUMMARY) };
      lists.set(list, [...itemsOf(list), item].slice(-MAX_ITEMS));
    },
    async completeItem(list, { id }) {
      const all = itemsOf(list).map((one) => (one.id === id ? { ...one, done: true as const } : one));
      lists.set(list, all);
    },
    removeItem: async (list, item) => without(list, item),
    clearDone: async (list) =>
      void lists.set(
        list,
        itemsOf(list).filter(({ done }) => !done),
      ),
    events: async (calendar, from, to) => eventsOf(calendar).filter((one) => one.from < to && one.to > from),
    async addEvent(calendar, event) {
      const all = [...eventsOf(calendar), event].sort((a, b) => a.from - b.from);
      calendars.set(calendar, all.slice(-MAX_ITEMS));
    },
    forecasts: async () => [],
    async search(_, query) {
      const asked = words(query).filter((word) => word.length >= MIN_LETTERS);
      const title = MUSIC.find((one) => asked.some((word) => words(one).includes(word)));
      return title === undefined ? undefined : { id: title, type: 'music', title };
    },
    playMedia: async (player, { title }) => plays(player, title),
  };
}

function tomorrowAtTen(): CalendarEvent {
  const from = momentOf(dayAt(clock.now()) + 1, undefined, 10);
  return { summary: 'Jarvis', from, to: from + HOUR_MS, wholeDay: false };
}
