import { z } from 'zod';
import { languageTable } from '../../language/folders.js';
import { PATTERN } from '../../language/patterns.js';
import { filled } from '../../language/spoken.js';
import { MAX_LETTERS } from '../sentences/recognise.js';

/** What is announced and asked elsewhere, as templates. */
const SAID = z.object({
  from: z.string(),
  fromReported: z.string(),
  plainReported: z.string(),
  asks: z.string(),
  asksDirect: z.string(),
  /** Whoever asks from no room. */
  somebody: z.string(),
  answers: z.string(),
  silentAnswer: z.string(),
  nobody: z.string(),
});

const INTERCOM = z
  .object({
    lead: PATTERN,
    /** Orders to tell, announce and ask; an announcement that names no room is for everyone. */
    tell: z.array(z.string()),
    announce: z.array(z.string()),
    ask: z.array(z.string()),
    everyone: PATTERN,
    /** What may stand before a room, and must where the room of an announcement is named. */
    at: PATTERN,
    /** What stands between a room and the words for it, and isn't passed on. */
    link: PATTERN,
    askLink: PATTERN,
    /** Begins words that go on from "the kitchen says". */
    reported: PATTERN,
    /** Begins a question that goes on from "the kitchen asks". */
    indirect: PATTERN,
    /** What rooms are mostly called: one that isn't there is told, and is nobody's name. */
    rooms: PATTERN,
    about: PATTERN.default('(?!)'),
    turned: z.array(z.tuple([z.string(), z.string()])).default([]),
    room: z.string(),
    named: PATTERN.default('(?!)'),
    said: SAID,
    told: z.string(),
    asked: z.string(),
    unknown: z.string(),
    nowhere: z.string(),
    here: z.string(),
    silent: z.string(),
    deaf: z.string(),
    busy: z.string(),
    noReturn: z.string(),
  })
  .transform(({ lead, tell, announce, ask, ...words }) => {
    const orders = (kind: Order['kind'], patterns: readonly string[]) =>
      patterns.map((one) => ({ kind, pattern: begins(`${one.replace('{lead}', lead)}$`) }));
    return {
      ...words,
      orders: [...orders('tell', tell), ...orders('announce', announce), ...orders('ask', ask)],
      everyone: begins(`(?:${words.everyone})$`),
      at: begins(words.at),
      links: { tell: begins(words.link), announce: begins(words.link), ask: begins(words.askLink) },
      reported: begins(words.reported),
      indirect: begins(words.indirect),
      rooms: begins(`(?:${words.rooms})$`),
      about: begins(words.about),
      turned: words.turned.map(([from, to]) => [new RegExp(from, 'giu'), to] as const),
      named: new RegExp(words.named, 'iu'),
    };
  });
export type IntercomWords = z.output<typeof INTERCOM>;

interface Order {
  kind: 'tell' | 'announce' | 'ask';
  pattern: RegExp;
}

function begins(source: string): RegExp {
  return new RegExp(`^(?:${source})`, 'isu');
}

/** Words of a name of a room, at most. */
const MAX_ROOM_WORDS = 6;

/** A sentence for other rooms: for everyone, for a place that was found, or for one that isn't there. */
export interface ForRooms<Place> {
  ask: boolean;
  to: { everyone: true } | { place: Place; name: string } | { unknown: string };
  /** As said, without the end of its sentence. */
  message: string;
}

/** The place of a name, with or without its article; `next` are the words behind it, where nothing like "that" parts them. */
type Find<Place> = (name: string, next: string) => Place | undefined;

/** The words of a language for the intercom; undefined where it has none. */
export function intercomWords(language: string): IntercomWords | undefined {
  return languageTable(language, 'intercom', INTERCOM);
}

/** Who is told or asked what by "tell the kitchen that dinner is ready"; undefined for other sentences. */
export function saidForRooms<Place>(
  query: string,
  words: IntercomWords,
  find: Find<Place>,
): ForRooms<Place> | undefined {
  if (query.length > MAX_LETTERS) return undefined;
  const said = query
    .replace(/^[\s¿¡]+/u, '')
    .trimEnd()
    .replace(/\s+/gu, ' ');
  for (const { kind, pattern } of words.orders) {
    const { rest, to, message = '' } = pattern.exec(said)?.groups ?? {};
    if (rest === undefined && to === undefined) continue;
    const link: Link = (text) => linked(text, words.links[kind]);
    const splits = to !== undefined ? [[to, message.trimStart()] as const] : splitsOf(rest ?? '');
    const found = splits.map(([name, after]) => {
      const at = words.at.exec(name)?.[0] ?? '';
      if (kind === 'announce' && at === '') return undefined;
      return addressed(name, after, { at, link, words, find });
    });
    const meant = found.find((one) => one && !('unknown' in one.to)) ?? found.find(Boolean);
    const everyone = kind === 'announce' ? link(rest?.trimStart() ?? '')?.message : undefined;
    const order = meant ?? (everyone ? { to: { everyone: true as const }, message: everyone } : undefined);
    if (!order) continue;
    // "Ask the kitchen to come down" asks nothing.
    const ask = kind === 'ask' && !words.reported.test(order.message);
    return { ...order, ask };
  }
  return undefined;
}

/** A place and the words for it, the longest name first. */
function splitsOf(rest: string): (readonly [name: string, after: string])[] {
  const all = rest.trim().split(' ');
  const most = Math.min(MAX_ROOM_WORDS, all.length - 1);
  return Array.from({ length: most }, (_, at) => {
    const end = most - at;
    const name = all.slice(0, end).join(' ');
    // A mark belongs to what follows.
    const mark = /[,:]+$/.exec(name)?.[0] ?? '';
    return [name.slice(0, name.length - mark.length), `${mark}${mark && ' '}${all.slice(end).join(' ')}`] as const;
  });
}

type Link = (text: string) => { message: string; between: string } | undefined;

/** The words behind what links them to a room; undefined where nothing is left, or they aren't linked. */
function linked(text: string, link: RegExp): ReturnType<Link> {
  const between = link.exec(text)?.[0];
  if (between === undefined) return undefined;
  const message = text
    .slice(between.length)
    .trim()
    .replace(/\s*[.!?…]+$/u, '');
  return message === '' ? undefined : { message, between: between.trim() };
}

function addressed<Place>(
  name: string,
  after: string,
  { at, link, words, find }: { at: string; link: Link; words: IntercomWords; find: Find<Place> },
): Omit<ForRooms<Place>, 'ask'> | undefined {
  const { message, between } = link(after) ?? {};
  if (message === undefined) return undefined;
  const bare = name.slice(at.length);
  if ([name, bare].some((one) => words.everyone.test(one))) return { to: { everyone: true }, message };
  const next = between === '' ? message : '';
  const place = find(name, next) ?? find(bare, next);
  if (place !== undefined) return { to: { place, name: bare }, message };
  return words.rooms.test(bare) && find(bare, '') === undefined ? { to: { unknown: bare }, message } : undefined;
}

/** How a room is called in a sentence: "the kitchen", "Tom's room". */
function roomSaid(name: string, { room, named }: IntercomWords): string {
  return named.test(name) ? name : filled(room, { name });
}

/** A sentence of a room's, with its first letter large. @param room the room's name; undefined where none is known */
function sentence(template: string, room: string | undefined, message: string, words: IntercomWords): string {
  const from = room === undefined ? words.said.somebody : roomSaid(room, words);
  const text = filled(template, { room: from, message });
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** What is announced, with who says it where that is known. */
export function announced(message: string, room: string | undefined, words: IntercomWords): string {
  const { from, fromReported, plainReported } = words.said;
  if (words.reported.test(message)) return sentence(room ? fromReported : plainReported, room, message, words);
  return sentence(room ? from : '{message}.', room, message, words);
}

/** What is asked: in the words it was said in, except that "he" is "you" of a question about whoever is there. */
export function askedThere(message: string, room: string | undefined, words: IntercomWords): string {
  const { asks, asksDirect } = words.said;
  const turned = words.about.test(message)
    ? words.turned.reduce((text, [from, to]) => text.replace(from, to), message)
    : message;
  return sentence(words.indirect.test(message) ? asks : asksDirect, room, turned, words);
}

/** What a room has answered, or that it hasn't. @param text undefined for no answer */
export function answered(text: string | undefined, room: string, words: IntercomWords): string {
  const { answers, silentAnswer } = words.said;
  const message = text?.trim().replace(/[.!?…]+$/u, '');
  return sentence(message ? answers : silentAnswer, room, message ?? '', words);
}
