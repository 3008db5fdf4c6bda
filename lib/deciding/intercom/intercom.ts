import type { House } from '../../home/types.js';
import { filled } from '../../language/spoken.js';
import type { Answer, AskRequest } from '../../satellites/questions.js';
import type { Hub, Site } from '../../satellites/types.js';
import type { Turn } from '../../turn/turn.js';
import { roomsOf } from './rooms.js';
import { announced, answered, askedThere, type IntercomWords, intercomWords, saidForRooms } from './said.js';

/** What speaks in other rooms. */
export interface Intercom {
  hub: Pick<Hub, 'sites'>;
  /** Announces words at satellites. @throws JarvisError */
  tell(text: string, sites: readonly Site[], language: string): void;
  /** As `Questions.ask`. */
  ask(request: AskRequest, told: (answer: Answer) => void): void;
}

/** Seconds that a room has for its answer. */
const ANSWER_SECONDS = 30;

interface Asker {
  intercom: Intercom;
  house: House;
  turn: Turn;
}

/**
 * Tells or asks in other rooms what a person says ("tell everyone dinner is ready"), and gives the words for who said it;
 * undefined for other sentences. An answer is told later, in the room that asked.
 * @throws JarvisError
 */
export function passOn(
  query: string,
  { intercom, house, turn }: Asker,
): { text: string; command: NonNullable<Turn['command']> } | undefined {
  const words = turn.source === 'announcement' ? undefined : intercomWords(turn.language);
  if (!words) return undefined;
  const rooms = roomsOf(intercom.hub, house);
  const said = saidForRooms(query, words, rooms.called);
  if (!said) return undefined;
  const { ask, to, message } = said;
  const command = (targets: readonly Site[]) => ({
    action: ask ? 'ask_room' : 'announce',
    targets: targets.map(({ id }) => id),
    ok: targets.length > 0,
    by: 'local' as const,
  });
  const refused = (text: string) => ({ text, command: command([]) });

  const here = intercom.hub.sites().find(({ id }) => id === turn.site);
  const own: Site | undefined = here && { ...here, area: turn.area ?? here.area };
  const isOwn = (site: Site) => own !== undefined && rooms.areTogether(site, own);
  const meant = 'everyone' in to ? intercom.hub.sites() : 'place' in to ? to.place : [];
  const others = meant.filter((site) => ('everyone' in to ? !isOwn(site) : site.id !== turn.site));
  if (meant.length > 0 && others.length === 0) return refused('everyone' in to ? words.nowhere : words.here);
  if (others.length === 0) {
    const names = rooms.names().join(', ');
    if ('everyone' in to || names === '') return refused(words.nowhere);
    return refused(filled(words.unknown, { to: 'unknown' in to ? to.unknown : to.name, rooms: names }));
  }
  const loud = others.filter(({ muted }) => !muted);
  if (loud.length === 0) return refused(words.silent);
  const from = rooms.nameOf({ area: turn.area ?? here?.area });
  if (!ask) {
    intercom.tell(announced(message, from, words), loud, turn.language);
    return { text: words.told, command: command(loud) };
  }
  if (!own) return refused(words.noReturn);
  const hearing = loud.filter(({ deaf }) => !deaf);
  if (hearing.length === 0) return refused(words.deaf);
  const asked = onePerRoom(hearing, rooms.areTogether);
  askThem(askedThere(message, from, words), asked, { own, words, intercom, language: turn.language, name: nameFor });
  return { text: words.asked, command: command(asked) };

  function nameFor(site: Site): string {
    return rooms.nameOf(site) ?? ('name' in to ? to.name : site.id);
  }
}

/** Of several satellites in a room the one heard from last. */
function onePerRoom(sites: readonly Site[], areTogether: (one: Site, other: Site) => boolean): Site[] {
  const chosen: Site[] = [];
  for (const site of sites.toSorted((a, b) => b.lastSeen - a.lastSeen))
    if (!chosen.some((other) => areTogether(site, other))) chosen.push(site);
  return chosen;
}

/** Asks in each room, and tells whoever asked what each says; of several that say nothing one word is enough. */
function askThem(
  question: string,
  sites: readonly Site[],
  of: { own: Site; words: IntercomWords; intercom: Intercom; language: string; name: (site: Site) => string },
): void {
  const { own, words, intercom, language, name } = of;
  const tell = (text: string) => intercom.tell(text, [own], language);
  let open = sites.length;
  let isAnswered = false;
  for (const site of sites) {
    const request = { site: site.id, question, answers: [], id: null, timeout: ANSWER_SECONDS, language };
    intercom.ask(request, ({ text, reason }) => {
      open--;
      isAnswered ||= text !== null;
      if (text !== null) tell(answered(text, name(site), words));
      else if (reason === 'busy' && sites.length === 1) tell(words.busy);
      else if (sites.length === 1) tell(answered(undefined, name(site), words));
      else if (open === 0 && !isAnswered) tell(words.said.nobody);
    });
  }
}
