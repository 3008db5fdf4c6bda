import { z } from 'zod';
import { openStore } from '../lib/memory/store.js';
import { entries as table } from '../lib/memory/tables/entries.js';
import { ownTerms } from '../lib/recall/search-terms.js';
import { context, type EvalContext } from './context.js';

const DAY_MS = 86_400_000;
/** Of so short a time everything is wanted where nothing has the words of a question, as before a reply. */
const WEEK_MS = 7.1 * DAY_MS;
/** A day alone is its noon. */
const NOON_MS = DAY_MS / 2;
const DAY_ALONE = /^\d{4}-\d\d-\d\d$/;

/** Milliseconds, or a date with or without its time, in UTC where it says nothing else. */
const moment = z.union([z.number(), z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'is no date')]);

function momentOf(given: z.output<typeof moment>, ofDay: number): number {
  if (typeof given === 'number') return given;
  return Date.parse(given) + (DAY_ALONE.test(given) ? ofDay : 0);
}

/** What the memory finds. */
export const MEMORY_CONTEXTS: readonly EvalContext[] = [
  context(
    'memory-search',
    // `from` is in the time looked for; of `to`, a day alone is, a moment isn't; with `now`, the question's own time counts
    z.object({
      entries: z.array(z.object({ date: moment, text: z.string(), topics: z.array(z.string()).optional() })),
      query: z.string().optional(),
      keywords: z.array(z.string()).optional(),
      from: moment.optional(),
      to: moment.optional(),
      limit: z.number().int().positive().optional(),
      now: moment.optional(),
      language: z.string().optional(),
      timeZone: z.string().optional(),
    }),
    z.object({ dates: z.array(moment), texts: z.array(z.string()) }),
    ({ entries, query, keywords, now, language, timeZone = 'UTC', limit, ...given }) => {
      const clock = { now: new Date(momentOf(now ?? 0, NOON_MS)), language: language ?? 'en', timeZone };
      const terms = query !== undefined && now !== undefined ? ownTerms(query, clock) : undefined;
      const from = given.from === undefined ? terms?.from : momentOf(given.from, 0);
      const to = given.to === undefined ? terms?.to : momentOf(given.to, DAY_MS);
      const nothingAsked = terms?.words.length === 0 && !keywords && from === undefined && to === undefined;
      if (nothingAsked) return { dates: [], texts: [] };
      const store = openStore(':memory:');
      const ids = table.putMany(
        store,
        entries.map(({ date, text, topics }) => ({
          kind: 'diary',
          at: momentOf(date, NOON_MS),
          source: 'eval',
          text,
          topics,
        })),
      );
      const words = terms ? { keywords: [...(keywords ?? []), ...terms.words] } : { text: query, keywords };
      let found = table.search(store, { ...words, language, from, to, limit });
      const short = from !== undefined && to !== undefined && to - from <= WEEK_MS;
      if (found.length === 0 && query !== undefined && short) found = table.search(store, { from, to, limit });
      store.close();
      const placed = found.map(({ id }) => entries[ids.indexOf(id)]);
      return {
        dates: placed.flatMap((entry) => entry?.date ?? []),
        texts: found.map(({ text }) => text),
      };
    },
  ),
];
