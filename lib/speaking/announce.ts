import { z } from 'zod';
import { missed } from '../conversation/missed.js';
import { openTogether } from '../conversation/together.js';
import { type LiveTurn, turns } from '../conversation/turns.js';
import { type Speakers, spokenLanguage } from '../deciding/spoken-language.js';
import { spoken } from '../language/spoken.js';
import { freeSites } from '../satellites/announcements.js';
import { isQuiet } from '../satellites/form-settings.js';
import type { Hub, SayRequest, Site } from '../satellites/types.js';
import { apology } from '../turn/apologies.js';
import { JarvisError } from '../turn/errors.js';
import { newTurn, type Turn, turnSchema } from '../turn/turn.js';

/** The satellites of the house. */
interface House extends Speakers {
  hub: Pick<Hub, 'site' | 'sitesIn'>;
}

/** Words for the loudspeaker of one satellite, as the speak node takes them. */
export interface ToSpeak {
  topic: string;
  payload: string;
  turn: Turn;
  parts: { id: string; index: 0; count: 1 };
}

/**
 * Announces in rooms of the house: a turn for each satellite that can take one more announcement. Several of them begin at
 * the same time. What names no room is not for those that are quiet now.
 * @param own Where announcements go that name no room; none: everywhere.
 * @param dropped Is told that satellites can't take more.
 * @throws JarvisError satellite-unreachable when no satellite stands in the rooms.
 */
export function announcer(own: readonly string[], dropped: (error: JarvisError) => void) {
  const freeOf = freeSites((site) => turns.announcements(site), dropped);
  /** @param at the satellites themselves, where they are known already */
  return ({ text, rooms, language: said, finished }: SayRequest, house: House, at?: readonly Site[]): ToSpeak[] => {
    const { hub, language, languages } = house;
    const wanted = rooms.length > 0 ? rooms : own;
    const sites = at ?? hub.sitesIn(wanted);
    if (sites.length === 0) {
      const why = wanted.length > 0 ? `No satellite stands in ${wanted.join(', ')}` : 'No satellite has appeared yet';
      throw new JarvisError('satellite-unreachable', `${why}, so nobody heard "${text.slice(0, 60)}".`);
    }
    const isForAll = !at && (wanted.length === 0 || wanted.includes('all'));
    const quiet = isForAll ? sites.filter((site) => isQuiet(site)) : [];
    for (const { id, area } of quiet) missed.note({ kind: 'quiet', site: id, area, text });
    const told = freeOf(sites.filter((site) => !quiet.includes(site))).map((site) => {
      const tag = said ?? spokenLanguage(text, languages, site.language ?? language);
      const turn = newTurn({
        site: site.id,
        area: site.area,
        source: 'announcement',
        language: tag,
        reply: { text },
      });
      return { turn, live: turns.begin(turn) };
    });
    follow(
      told.map(({ live }) => live),
      finished,
    );
    return told.map(({ turn, live }) => {
      turns.show(turn, 'reply', text);
      turns.exchanges.answered(live, '', text);
      missed.note({ kind: 'said', site: turn.site, area: turn.area, text, turn: turn.id });
      return toSpeak(turn, text);
    });
  };
}

/** Has several begin at once, and tells how the last of them has ended. */
function follow(all: readonly LiveTurn[], finished: SayRequest['finished']): void {
  // Where too many turns run, the first of these may be over by now.
  const open = new Set(all.filter(({ id }) => turns.get(id)));
  if (open.size === 0) {
    finished?.(false);
    return;
  }
  const together = open.size > 1 ? openTogether([...open].map(({ id }) => id)) : undefined;
  for (const live of open) live.together = together;
  const ended = (over: LiveTurn) => {
    if (!open.delete(over)) return;
    together?.leave(over.id);
    if (open.size > 0) return;
    turns.off('end', ended);
    finished?.(!over.signal.aborted);
  };
  turns.on('end', ended);
}

/** What a Catch node says of a message that failed. */
export interface Failed {
  turn?: Turn;
  topic?: string;
  error?: { code?: string; message: string };
}

/** Failed turns that are remembered. */
const MAX_APOLOGISED = 200;

/**
 * Tells people who asked for something that it failed, once a turn. Nobody is told aloud what nobody asked for: of a config
 * problem, or an announcement that nobody could hear.
 */
export function apologiser() {
  const apologised = new Set<string>();
  return ({ turn: failed, topic, error }: Failed, house: Omit<House, 'languages'> | undefined): ToSpeak | undefined => {
    const id = failed?.id;
    if (failed?.apology || (id !== undefined && apologised.has(id))) return;
    if (apologised.size >= MAX_APOLOGISED) apologised.clear();
    if (id !== undefined) apologised.add(id);
    turns.end(id);
    const site = failed?.site ?? topic ?? '';
    const satellite = house?.hub.site(site);
    if (!house || !satellite || failed?.source === 'announcement') return;
    const code = error?.code ?? 'failed';
    const language = failed?.language ?? satellite.language ?? house.language;
    const text = apology(code, language);
    const turn = newTurn({ site, source: 'announcement', language, apology: code, reply: { text } });
    turns.begin(turn);
    turns.show(turn, 'error', text);
    return toSpeak(turn, text);
  };
}

const NOTHING_HEARD = z.object({
  payload: z.enum(['no-speech', 'unclear']),
  // Words that were understood are something else.
  turn: turnSchema.extend({ source: z.literal('voice'), heard: z.undefined().optional() }),
});
const HEARD = z.object({ unclear: z.string() });

/**
 * What a room is told where the listen node understood nothing: that somebody spoke and wasn't understood. Silence after a wake
 * word is no reason to speak, nor is what is heard after a reply, which is mostly not for us.
 * @returns none where nothing is said; undefined where the message says something else
 */
export function notUnderstood(msg: unknown): ToSpeak[] | undefined {
  const { data } = NOTHING_HEARD.safeParse(msg);
  if (!data) return undefined;
  const { site, language, wake } = data.turn;
  if (data.payload === 'no-speech' || wake?.by === 'follow-up') return [];
  const { unclear: text } = spoken(language, 'heard', HEARD);
  const turn = newTurn({ site, source: 'announcement', language, apology: data.payload, reply: { text } });
  turns.begin(turn);
  turns.show(turn, 'reply', text);
  return [toSpeak(turn, text)];
}

function toSpeak(turn: Turn, text: string): ToSpeak {
  return { topic: turn.site, payload: text, turn, parts: { id: turn.id, index: 0, count: 1 } };
}
