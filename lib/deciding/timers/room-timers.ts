import { supportedLanguage } from '../../language/folders.js';
import type { PageTimer, RoomTimers } from '../../satellites/page-timers.js';
import { plain } from '../../satellites/sites.js';
import type { Timers } from '../../timers/timers.js';
import type { Timer } from '../../timers/types.js';
import { shorten } from '../../turn/shorten.js';
import { calledOf, type Listener, waitSentence, whenTold } from './told.js';

/** Timers that a page shows: those to come next. To tell twenty takes some 15 ms. */
const MAX_SHOWN = 20;
const MAX_SHOWN_WORDS = 120;

interface Room {
  site: string;
  area?: string | undefined;
}

/** Whether a timer was set in a room: at its site, or in its area. */
export function isInRoom(timer: Timer, { site, area }: Room): boolean {
  if (timer.site === site) return true;
  return area !== undefined && timer.area !== undefined && plain(timer.area) === plain(area);
}

/** The timers of a house as the pages show and end them: each those of its own room. */
export function roomTimers(timers: Timers, timeZone: () => string | undefined): RoomTimers {
  // A command that is being done isn't heard, and can't be stopped.
  const ringing = (site: string) => timers.ringing(site).filter(({ kind }) => kind !== 'command');
  return {
    now: timers.now,
    onChange: timers.watch,
    of({ id: site, area, language }) {
      const listener = { language: supportedLanguage(language), timeZone: timeZone(), now: timers.now() };
      const rings = ringing(site);
      const comes = timers.all().filter((timer) => isInRoom(timer, { site, area }));
      // What comes daily rings, and is still to come.
      const waits = comes.filter(({ id }) => !rings.some((timer) => timer.id === id));
      const all = [...rings, ...waits].slice(0, MAX_SHOWN);
      return all.map((timer, n) => shown(timer, n < rings.length, listener));
    },
    end(timer, { id: site, area }) {
      if (ringing(site).some(({ id }) => id === timer)) return timers.hush(site);
      const meant = timers.all().find(({ id }) => id === timer);
      if (meant && isInRoom(meant, { site, area })) timers.cancel(timer);
    },
  };
}

function shown(timer: Timer, ringing: boolean, listener: Listener): PageTimer {
  const { id, kind, due, paused, awaits, language } = timer;
  const called = shorten(calledOf(timer, listener.language), MAX_SHOWN_WORDS);
  if (ringing) return { id, called, ringing };
  if (kind === 'timer') return { id, called, due, paused };
  // What is waited for was said in the language of whoever waits.
  const when = awaits ? waitSentence(language, 'when', { said: awaits.said }) : whenTold(timer, listener);
  return { id, called, when: shorten(when, MAX_SHOWN_WORDS) };
}
