import { clock } from '../turn/clock.js';
import { holdsWords } from '../turn/erasing.js';
import type { Segment } from './judge-rules.js';

/** What was heard and said in a room lately, for the judge. */
export interface RoomTranscript {
  segments: Segment[];
  /** What the assistant said last. */
  spoken: { text: string; from: number; to: number } | undefined;
}

const KEPT_MS = 120_000;
const MOST_SEGMENTS = 50;
const MOST_SITES = 200;
const MOST_LETTERS = 1000;
/** Sentences that follow each other within this time are one reply. */
const SAME_REPLY_MS = 15_000;

/** The rolling transcript of every room: the last two minutes, in memory only, and begun anew when something is erased. Times in ms since the epoch. */
export function roomTranscripts(now: () => number = () => clock.now()): {
  heard(site: string, text: string): void;
  spoken(site: string, text: string): void;
  of(site: string): RoomTranscript;
  close(): void;
} {
  const rooms = new Map<string, RoomTranscript>();
  const letGo = holdsWords({ forget: () => rooms.clear() });
  const roomOf = (site: string): RoomTranscript => {
    const room = rooms.get(site) ?? { segments: [], spoken: undefined };
    rooms.delete(site);
    rooms.set(site, room);
    const oldest = rooms.size > MOST_SITES ? rooms.keys().next().value : undefined;
    if (oldest !== undefined) rooms.delete(oldest);
    room.segments = room.segments.filter(({ to }) => (to ?? 0) > now() - KEPT_MS).slice(-MOST_SEGMENTS);
    if (room.spoken && room.spoken.to <= now() - KEPT_MS) room.spoken = undefined;
    return room;
  };
  return {
    heard(site, text) {
      roomOf(site).segments.push({ text: text.slice(0, MOST_LETTERS), to: now() });
    },
    spoken(site, text) {
      if (text === '') return;
      const room = roomOf(site);
      const before = room.spoken && room.spoken.to > now() - SAME_REPLY_MS ? room.spoken : undefined;
      room.spoken = {
        text: `${before ? `${before.text} ` : ''}${text}`.slice(-MOST_LETTERS),
        from: before?.from ?? now(),
        to: now(),
      };
    },
    of: roomOf,
    close: letGo,
  };
}
