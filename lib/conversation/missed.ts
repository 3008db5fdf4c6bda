import { LRUCache } from 'lru-cache';
import { fold } from '../language/fold.js';
import { clock } from '../turn/clock.js';
import { holdsWords } from '../turn/erasing.js';
import { oneLine } from '../turn/shorten.js';
import { type LiveTurn, type LiveTurns, turns } from './turns.js';

/** Something that a room was told, or should have been. */
export interface MissedNote {
  /**
   * "said": an announcement; "quiet": one that was left out because it was quiet there; "rang": a timer or an alarm
   * that nobody stopped, as far as we know; "asked": a question that nobody answered; "unheard": an announcement that no
   * satellite was there for.
   */
  kind: 'said' | 'quiet' | 'rang' | 'asked' | 'unheard';
  /** Milliseconds since the epoch. */
  at: number;
  /** Undefined where there was none. */
  site?: string | undefined;
  area?: string | undefined;
  /** Names of the rooms that it was for, where it has no site; none, or "all", are all rooms. */
  rooms?: readonly string[] | undefined;
  text: string;
  /** The turn that it was said in. */
  turn?: string | undefined;
}

/** What somebody may have missed in a room. */
export interface Missed {
  /** @param note.at now, when not given */
  note(note: Omit<MissedNote, 'at'> & { at?: number }): void;
  /** What was said in these turns was a question, which nobody has answered. */
  unanswered(turnIds: readonly string[]): void;
  /**
   * What a room was told since somebody was last answered there, oldest first; `since` in milliseconds since the epoch, undefined
   * where nobody was since this process began.
   * @param room What stands in one area is one room.
   */
  of(room: { site: string; area?: string | undefined }): { since: number | undefined; notes: MissedNote[] };
}

/** Notes of the whole house: a busy day's. */
const MAX_NOTES = 200;
const MAX_SITES = 500;
const MAX_TEXT = 200;

/** Notes what rooms are told, in memory only: the last 200. */
export function openMissed(live: LiveTurns): Missed {
  let notes: MissedNote[] = [];
  /** When somebody was last answered, by site. */
  const answered = new LRUCache<string, { at: number; area: string | undefined }>({ max: MAX_SITES });
  live.on('end', ({ site, source, trace }: LiveTurn) => {
    if (source !== 'announcement' && trace.has('reply')) answered.set(site, { at: clock.now(), area: trace.area });
  });
  holdsWords({
    forget({ sites, turns: ids, from, tells }) {
      const isMeant = ({ site, turn, at, text }: MissedNote) =>
        (site !== undefined && sites.includes(site)) ||
        ids.some((id) => id === turn) ||
        (from !== undefined && at >= from) ||
        tells(text);
      notes = notes.filter((note) => !isMeant(note));
    },
  });
  return {
    note(note) {
      notes = [...notes, { at: clock.now(), ...note, text: oneLine(note.text, MAX_TEXT) }].slice(-MAX_NOTES);
    },
    unanswered(turnIds) {
      notes = notes.map((note) => (note.turn && turnIds.includes(note.turn) ? { ...note, kind: 'asked' } : note));
    },
    of({ site, area }) {
      const isThere = (one: Pick<MissedNote, 'site' | 'area' | 'rooms'>) =>
        one.rooms ? isFor(one.rooms, { site, area }) : one.site === site || (area !== undefined && one.area === area);
      const times = [...answered.entries()].filter(([id, one]) => isThere({ site: id, area: one.area }));
      const since = times.length > 0 ? Math.max(...times.map(([, { at }]) => at)) : undefined;
      return { since, notes: notes.filter((note) => isThere(note) && note.at > (since ?? 0)) };
    },
  };
}

function isFor(rooms: readonly string[], { site, area = '' }: { site: string; area?: string | undefined }): boolean {
  const names = [site, area, 'all'].map(fold);
  return rooms.length === 0 || rooms.map(fold).some((room) => names.includes(room));
}

/** That of this process. */
export const missed = openMissed(turns);
