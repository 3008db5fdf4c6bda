import { LRUCache } from 'lru-cache';
import { levelOf } from '../audio/level.js';
import { type LevelMeter, levelMeter } from '../audio/level-meter.js';
import { type LiveTurn, turns } from '../conversation/turns.js';
import { clock } from '../turn/clock.js';
import { holdsWords } from '../turn/erasing.js';
import { shorten } from '../turn/shorten.js';
import { dropOf } from './drops.js';
import type { SatelliteHub } from './hub.js';
import type { SiteReport } from './list-types.js';
import { isRead } from './sites.js';
import type { Site } from './types.js';

/** What each satellite of a hub does, and did last. Held in this process only; bounded. */
export interface Overview {
  /** The satellites, those with trouble first, then those heard from last; levels are measured while this is asked for. */
  read(): SiteReport[];
  close(): void;
}

const MAX_NOTES = 200;
export const MAX_SHOWN = 100;
/** Conversations of Home Assistant's that are shown: each is a site of its own, for minutes. */
const MAX_CONVERSATIONS = 3;
const MAX_WORDS = 160;
const MAX_PROBLEM = 400;
/** Who hasn't asked for so long doesn't look any more, in milliseconds. */
const LOOKS_MS = 3_000;
const SILENT_MS = 60_000;
/** Kinds of problems that mean that a satellite isn't there. */
const LOST = ['connection', 'taken'];
const ORDER = ['failed', 'connected', 'silent', 'waiting'];

type Note = Pick<SiteReport, 'heard' | 'dropped'>;

export function openOverview(hub: Pick<SatelliteHub, 'on' | 'off' | 'sites' | 'site' | 'problems'>): Overview {
  const notes = new LRUCache<string, Note>({ max: MAX_NOTES });
  const meters = new LRUCache<string, LevelMeter>({ max: MAX_NOTES });
  /** How loud it was while a turn was listened to, by the turn's id: sum of dBFS and pieces of sound. */
  const listened = new LRUCache<string, { sum: number; count: number }>({ max: MAX_NOTES });
  let lookedAt = Number.NEGATIVE_INFINITY;

  const note = (site: string, of: Note) => notes.set(site, { ...notes.peek(site), ...of });
  const audio = (site: string, samples: Buffer) => {
    const now = clock.steady();
    const turn = turns.current(site);
    if (turn?.stage === 'listening') {
      const { sum, count } = listened.get(turn.id) ?? { sum: 0, count: 0 };
      listened.set(turn.id, { sum: sum + levelOf(samples), count: count + 1 });
    }
    // Nearly always nobody looks.
    if (now - lookedAt > LOOKS_MS) return;
    const meter = meters.get(site) ?? levelMeter();
    meters.set(site, meter);
    meter.write(samples, now);
  };
  const end = (live: LiveTurn) => {
    const { site, source, trace, id } = live;
    if (source === 'announcement' || live.isSilent || !hub.site(site)) return;
    const { heard } = trace.record().texts;
    const loud = listened.get(id);
    listened.delete(id);
    const drop = dropOf(live, loud && loud.sum / loud.count);
    const at = clock.now();
    const cut = drop && { at, ...drop, detail: drop.detail && shorten(drop.detail, MAX_PROBLEM) };
    note(site, { ...(heard !== undefined && { heard: { at, text: shorten(heard, MAX_WORDS) } }), dropped: cut });
  };
  const passedOver = (why: 'elsewhere' | 'echo') => (site: string, detail?: string) => {
    if (hub.site(site)) note(site, { dropped: { at: clock.now(), why, detail } });
  };
  const [lost, ownVoice] = [passedOver('elsewhere'), passedOver('echo')];
  hub.on('audio', audio);
  turns.on('end', end).on('lost', lost).on('ownVoice', ownVoice);
  const removeHolder = holdsWords({ forget: () => notes.clear() });

  const reportOf = (site: Site): SiteReport => {
    const { id, area, via, lastSeen, deaf } = site;
    const problems = hub.problems(id);
    const problem = problems.at(-1);
    const level = meters.peek(id)?.read(clock.steady());
    return {
      id,
      area,
      via,
      lastSeen,
      deaf,
      health: healthOf(
        site,
        problems.some(({ kind }) => LOST.includes(kind)),
      ),
      problem: problem && shorten(problem.message, MAX_PROBLEM),
      stage: turns.current(id)?.stage ?? 'idle',
      level: level && Math.round(level),
      ...notes.peek(id),
    };
  };
  return {
    read() {
      lookedAt = clock.steady();
      const conversations = [...notes.keys()].filter(isRead).slice(0, MAX_CONVERSATIONS);
      const all = [...hub.sites(), ...conversations.flatMap((id) => hub.site(id) ?? [])].map(reportOf);
      const rank = ({ health }: SiteReport) => ORDER.indexOf(health);
      return all.sort((a, b) => rank(a) - rank(b) || a.id.localeCompare(b.id)).slice(0, MAX_SHOWN);
    },
    close() {
      hub.off('audio', audio);
      turns.off('end', end).off('lost', lost).off('ownVoice', ownVoice);
      removeHolder();
    },
  };
}

/** A page that is gone is no site any more, and a connection that is lost is told at once; of MQTT only what comes tells. */
function healthOf({ via, lastSeen }: Site, isLost: boolean): SiteReport['health'] {
  if (isLost) return 'failed';
  if (lastSeen === 0) return 'waiting';
  return via === 'mqtt' && clock.now() - lastSeen > SILENT_MS ? 'silent' : 'connected';
}
