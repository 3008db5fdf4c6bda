import { turns } from '../conversation/turns.js';
import { type Speakers, spokenLanguage } from '../deciding/spoken-language.js';
import { freeSites } from '../satellites/announcements.js';
import type { Hub, SayRequest } from '../satellites/types.js';
import { apology } from '../turn/apologies.js';
import { JarvisError } from '../turn/errors.js';
import { newTurn, type Turn } from '../turn/turn.js';

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
 * Announces in rooms of the house: a turn for each satellite that can take one more announcement.
 * @param own Where announcements go that name no room; none: everywhere.
 * @param dropped Is told that satellites can't take more.
 * @throws JarvisError satellite-unreachable when no satellite stands in the rooms.
 */
export function announcer(own: readonly string[], dropped: (error: JarvisError) => void) {
  const freeOf = freeSites((site) => turns.announcements(site), dropped);
  return ({ text, rooms, language: said, finished }: SayRequest, house: House): ToSpeak[] => {
    const { hub, language, languages } = house;
    const wanted = rooms.length > 0 ? rooms : own;
    const sites = hub.sitesIn(wanted);
    if (sites.length === 0) {
      const why = wanted.length > 0 ? `No satellite stands in ${wanted.join(', ')}` : 'No satellite has appeared yet';
      throw new JarvisError('satellite-unreachable', `${why}, so nobody heard "${text.slice(0, 60)}".`);
    }
    const free = freeOf(sites);
    let open = free.length;
    if (open === 0) finished?.(false);
    return free.map((site) => {
      const spoken = said ?? spokenLanguage(text, languages, site.language ?? language);
      const turn = newTurn({
        site: site.id,
        area: site.area,
        source: 'announcement',
        language: spoken,
        reply: { text },
      });
      const live = turns.begin(turn);
      const ended = (over: typeof live) => {
        if (over !== live) return;
        turns.off('end', ended);
        if (--open === 0) finished?.(!live.signal.aborted);
      };
      if (finished) turns.on('end', ended);
      turns.show(turn, 'reply', text);
      turns.exchanges.answered(live, '', text);
      return toSpeak(turn, text);
    });
  };
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

function toSpeak(turn: Turn, text: string): ToSpeak {
  return { topic: turn.site, payload: text, turn, parts: { id: turn.id, index: 0, count: 1 } };
}
