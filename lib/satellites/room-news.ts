import { LRUCache } from 'lru-cache';
import { type LiveTurn, turns, type Words } from '../conversation/turns.js';
import type { RoomEvent } from '../home/discovery/devices.js';
import { roomTopics } from '../home/discovery/topics.js';
import { holdsWords } from '../turn/erasing.js';
import { redact } from '../turn/redaction.js';
import { headOf, shorten } from '../turn/shorten.js';
import type { TraceDetails } from '../turn/trace-types.js';
import { judgementSchema } from '../turn/turn.js';

/** Tells Home Assistant what happens in the rooms that are its devices; nothing of it is kept at the broker. */
export interface RoomNews {
  /** Sites were forgotten: so are their words. */
  sitesChanged(): void;
  close(): void;
}

/** Home Assistant's longest state, in characters. */
export const MAX_STATE = 255;
/** Longest words of an event. */
const MAX_WORDS = 2000;
const MAX_TURNS = 500;
/** A wake word was heard, and not just listened on. */
const CALLED = ['audio', 'text', 'satellite'];

/** What was heard and said last in a room. */
interface LastWords {
  heard: string | null;
  said: string | null;
}

/** @param options.publish as `MqttLink.publish` */
export function openRoomNews(options: {
  prefix: string;
  isRoom: (site: string) => boolean;
  publish: (topic: string, payload: string, retain: boolean) => boolean;
}): RoomNews {
  const { prefix, isRoom, publish } = options;
  const last = new Map<string, LastWords>();
  /** What was heard and nobody has answered yet, replies so far, and turns that somebody has spoken to the end in, by the turn's id. */
  const unanswered = new LRUCache<string, string>({ max: MAX_TURNS });
  const replies = new LRUCache<string, string>({ max: MAX_TURNS });
  const ended = new LRUCache<string, true>({ max: MAX_TURNS });

  const tellWords = (site: string, now: Partial<LastWords>) => {
    const words = { heard: null, said: null, ...last.get(site), ...now };
    last.set(site, words);
    publish(roomTopics(prefix, site).words, JSON.stringify(words), false);
  };
  const tellEvent = (site: string, event: RoomEvent, more: object = {}) =>
    publish(roomTopics(prefix, site).event, JSON.stringify({ event_type: event, ...more }), false);

  const begin = ({ site, source, wake }: LiveTurn) => {
    if (!isRoom(site) || source !== 'voice' || !wake || !CALLED.includes(wake.by)) return;
    tellEvent(site, 'wake_word', wake.word ? { word: headOf(wake.word, 64) } : {});
  };
  const stage = ({ id, site, source, stage }: LiveTurn) => {
    if (!isRoom(site) || source !== 'voice' || stage !== 'thinking' || ended.has(id)) return;
    ended.set(id, true);
    tellEvent(site, 'utterance_end');
  };
  /** What people say to each other is for no history: only what was said to us is told. */
  const tellHeard = (site: string, turn: string) => {
    const heard = unanswered.get(turn);
    if (heard === undefined) return;
    unanswered.delete(turn);
    tellWords(site, { heard: shorten(heard, MAX_STATE) });
    tellEvent(site, 'heard', { text: heard });
  };
  const words = ({ site, turn, kind, text }: Words) => {
    if (!isRoom(site) || text.trim() === '') return;
    if (kind === 'heard') unanswered.set(turn, headOf(redact(text.trim()), MAX_WORDS));
    else if (kind === 'reply') {
      tellHeard(site, turn);
      replies.set(turn, headOf(`${replies.get(turn) ?? ''} ${text}`.trim(), MAX_WORDS));
    }
  };
  const end = ({ id, site, trace }: LiveTurn) => {
    if (unanswered.has(id) && isRoom(site) && isDirected(trace.details())) tellHeard(site, id);
    unanswered.delete(id);
    // Of a reply that was cut off only what was heard of it was said.
    const said = replies.get(id) && (turns.cut(id) ?? replies.get(id));
    replies.delete(id);
    if (said && isRoom(site) && turns.keepsWords(id)) tellWords(site, { said: shorten(redact(said), MAX_STATE) });
  };
  turns.on('begin', begin).on('stage', stage).on('words', words).on('end', end);
  const forgetWords = () => {
    for (const site of last.keys()) tellWords(site, { heard: null, said: null });
    last.clear();
    unanswered.clear();
    replies.clear();
  };
  const removeHolder = holdsWords({ forget: forgetWords });

  return {
    sitesChanged() {
      for (const site of last.keys()) if (!isRoom(site)) last.delete(site);
    },
    close() {
      turns.off('begin', begin).off('stage', stage).off('words', words).off('end', end);
      removeHolder();
    },
  };
}

/** Whether the judge took it for us, although no answer came of it. */
const isDirected = ({ decisions }: TraceDetails) =>
  decisions.some(({ part, value }) => part === 'judgement' && judgementSchema.safeParse(value).data?.directed);
