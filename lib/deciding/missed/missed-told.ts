import { z } from 'zod';
import { missed } from '../../conversation/missed.js';
import { type Happening, happenings } from '../../home/happenings.js';
import type { Home } from '../../home/types.js';
import { fold } from '../../language/fold.js';
import { languageTable, supportedLanguage } from '../../language/folders.js';
import { WHOLE } from '../../language/patterns.js';
import { capital, filled, spoken, spokenLanguageOf } from '../../language/spoken.js';
import { dayAt } from '../../language/when/calendar.js';
import { clock } from '../../turn/clock.js';
import { oneLine } from '../../turn/shorten.js';
import { timeOf, weekdayOf } from '../everyday/clock.js';

const ASKED = z.object({
  /** Whole sentences that ask what was missed, folded. */
  asked: WHOLE,
});

const TOLD = z.object({
  /** The moment of each, today and on another day; and the moment since when. */
  at: z.string(),
  onDay: z.string(),
  sinceAt: z.string(),
  sinceDay: z.string(),
  since: z.string(),
  nothing: z.string(),
  nothingKnown: z.string(),
  more: z.string(),
  /** Of what the room was told. */
  said: z.string(),
  quiet: z.string(),
  rang: z.string(),
  asked: z.string(),
  unheard: z.string(),
  /** Of the house. */
  opened: z.string(),
  unlocked: z.string(),
  came: z.string(),
  left: z.string(),
  alarm: z.string(),
  times: z.string(),
});

const MAX_LETTERS = 120;
/** The last of them are told. */
const MAX_TOLD = 10;
/** So far back the house is asked, where nobody was answered since. */
const DAY_MS = 86_400_000;

/** Whether a sentence certainly asks what was missed, in languages whose folder has the words. */
export function asksMissed(query: string, language: string): boolean {
  const table = languageTable(language, 'missed', ASKED);
  return table !== undefined && query.length <= MAX_LETTERS && table.asked.test(fold(query));
}

interface Asker {
  site: string;
  area?: string | undefined;
  language: string;
  home?: Home | undefined;
  /** Who comes and goes is nothing for a voice that isn't known. */
  isGuest: boolean;
  signal: AbortSignal;
}

/** What a person has missed since somebody was last answered in their room, in their language. @throws AbortError */
export async function missedTold({ site, area, language, home, isGuest, signal }: Asker): Promise<string> {
  const words = spoken(language, 'missed', TOLD);
  const now = clock.now();
  const timeZone = home?.timeZone?.();
  const { since, notes } = missed.of({ site, area });
  const from = Math.max(since ?? 0, now - DAY_MS);
  const events = home && !isGuest ? await happenings(home, { from, to: now }, signal) : [];
  const moment = (ms: number, [today, otherDay]: readonly [today: string, otherDay: string]) => {
    const of = { now: new Date(ms), language, timeZone };
    const known = supportedLanguage(language);
    const isToday = dayAt(ms, timeZone) === dayAt(now, timeZone);
    return filled(isToday ? today : otherDay, { time: timeOf(of, known), day: weekdayOf(of, known) });
  };
  const when = (ms: number) => capital(moment(ms, [words.at, words.onDay]));
  const lines = [
    ...notes.map((note) => ({ at: note.at, text: filled(words[note.kind], { when: when(note.at), text: note.text }) })),
    ...events.map((one) => ({ at: one.at, text: happeningTold(one, words, { when: when(one.at), language }) })),
  ].sort((a, b) => a.at - b.at);
  const time = since === undefined ? undefined : moment(since, [words.sinceAt, words.sinceDay]);
  if (lines.length === 0) return time === undefined ? words.nothingKnown : filled(words.nothing, { time });
  const more = lines.length - MAX_TOLD;
  return [
    ...(time === undefined ? [] : [filled(words.since, { time })]),
    ...(more > 0 ? [filled(words.more, { count: more }, spokenLanguageOf(language))] : []),
    ...lines.slice(-MAX_TOLD).map(({ text }) => (/[.!?…]$/u.test(text) ? text : `${text}.`)),
  ].join(' ');
}

function happeningTold(
  { name, what, times }: Happening,
  words: z.output<typeof TOLD>,
  { when, language }: { when: string; language: string },
): string {
  const told = filled(words[what], { when, name: oneLine(name, MAX_LETTERS) });
  return times > 1 ? `${told} ${filled(words.times, { count: times }, spokenLanguageOf(language))}` : told;
}
