import { supportedLanguage } from '../../language/folders.js';
import { dayAt } from '../../language/when/calendar.js';
import type { PageTimer, RoomTimers } from '../../satellites/page-timers.js';
import { plain } from '../../satellites/sites.js';
import type { Timers } from '../../timers/timers.js';
import type { Timer } from '../../timers/types.js';
import { shorten } from '../../turn/shorten.js';
import { calledOf, type Listener, waitSentence, whenTold } from './told.js';

/** Timers that a page shows: those to come next. */
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
  /** What was told last of each: a time takes half a millisecond to tell, and is the same on all pages of a room. */
  const known = new WeakMap<Timer, { as: string; shown: PageTimer }>();
  const toldOf = (timer: Timer, listener: Listener, as: string) => {
    const last = known.get(timer);
    if (last?.as === as) return last.shown;
    const told = shown(timer, listener);
    known.set(timer, { as, shown: told });
    return told;
  };
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
      const as = `${listener.language} ${listener.timeZone} ${dayAt(listener.now, listener.timeZone)}`;
      return [
        ...rings.map((timer) => ({ id: timer.id, called: nameOf(timer, listener.language), ringing: true })),
        ...waits.slice(0, MAX_SHOWN).map((timer) => toldOf(timer, listener, as)),
      ].slice(0, MAX_SHOWN);
    },
    end(timer, { id: site, area }) {
      if (ringing(site).some(({ id }) => id === timer)) return timers.hush(site);
      const meant = timers.all().find(({ id }) => id === timer);
      if (meant && isInRoom(meant, { site, area })) timers.cancel(timer);
    },
  };
}

function shown(timer: Timer, listener: Listener): PageTimer {
  const { id, kind, due, paused, awaits, language } = timer;
  const called = nameOf(timer, listener.language);
  if (kind === 'timer') return { id, called, due, paused };
  // What is waited for was said in the language of whoever waits.
  const when = awaits ? waitSentence(language, 'when', { said: awaits.said }) : whenTold(timer, listener);
  return { id, called, when: shorten(when, MAX_SHOWN_WORDS) };
}

function nameOf(timer: Timer, language: string): string {
  return shorten(calledOf(timer, language), MAX_SHOWN_WORDS);
}
