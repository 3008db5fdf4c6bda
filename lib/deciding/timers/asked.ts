import { isFiller } from '../../home/names.js';
import type { Command } from '../../home/types.js';
import { clausesOf } from '../../language/compound.js';
import { durationsIn } from '../../language/durations.js';
import { fold } from '../../language/fold.js';
import { supportedLanguage } from '../../language/folders.js';
import { filled } from '../../language/spoken.js';
import { primaryLanguage } from '../../language/tags.js';
import type { Daily } from '../../timers/types.js';
import { communityGrammars } from '../sentences/community.js';
import { intentLanguage } from '../sentences/hassil/data.js';
import type { Grammar } from '../sentences/hassil/grammar.js';
import { namesOf } from '../sentences/hassil/match.js';
import { normalise } from '../sentences/hassil/normalise.js';
import { type IntentMatch, intentsOf } from '../sentences/hassil/recognise-intent.js';
import { tableOf } from '../sentences/tables.js';
import { firstMatch, type Sun, saysSun, type Timed, timedIn } from './moment.js';
import {
  FIRST_LENGTH,
  lengthSaid,
  type PlainLengths,
  partOf,
  type Sentence,
  sentenceOf,
  without,
  withPlainLengths,
  written,
} from './sentence.js';
import { type KindWord, type TimerWords, timerWords } from './words.js';

const MAX_LETTERS = 300;
/** A longer name is another sentence before it. */
const MAX_NAME_WORDS = 4;
/** Ways to read a sentence that are looked at. */
const MAX_MEANINGS = 8;
/** Of an answer to "for how long?" beside the length: "make it ten minutes". */
const MAX_BESIDE_LENGTH = 2;
const HOUR = 3_600_000;
const MINUTE = 60_000;
const SECOND = 1000;

/** Which timers are meant. */
export interface Meant {
  name?: string;
  /** Milliseconds that it was set for. */
  length?: number;
}

interface When {
  due: number;
  length?: number;
  every?: Daily;
}

/** What a sentence asks of the timers. */
export type Asked =
  | { does: 'start'; length: number; name?: string }
  | { does: 'alarm' | 'reminder'; when: When; about?: string }
  /** How long it is to run isn't said. */
  | { does: 'ask-length'; name?: string }
  /** When it is to be isn't said. */
  | { does: 'ask-when' }
  /** It is to be when the sun rises or sets, which isn't known. */
  | { does: 'no-sun' }
  /** `undo`: done now, and undone then. */
  | { does: 'command'; when: When; commands: Command[]; about: string; undo?: boolean }
  | { does: 'cancel' | 'pause' | 'unpause' | 'status'; meant: Meant }
  | { does: 'change'; by: number; meant: Meant }
  /** `at` and `on`: only those that ring at this time of the day, and on this day; `all`: not only one of them. */
  | { does: 'cancel-kind'; kind: KindWord; all: boolean; at?: number; on?: number }
  | { does: 'list'; kind: KindWord | undefined };

export interface AskedOptions {
  language: string;
  now: number;
  timeZone?: string | undefined;
  sun?: Sun | undefined;
  /** The commands that words certainly are. */
  understand: (words: string) => readonly Command[];
}

/** What a sentence asks of timers, alarms, reminders and delayed commands; undefined where it asks nothing of them. */
export function timerAsked(text: string, options: AskedOptions): Asked | undefined {
  if (text.length > MAX_LETTERS) return undefined;
  const words = timerWords(options.language);
  const said = words && bare(sentenceOf(text, options.language), words);
  const asked = said && askedByUs(text, said, words, options);
  if (asked) return asked;
  const own = said && timerInWords(said, words, options.language);
  // What may be a name is one in the community's sentences, too.
  const found = own && nameIn(own) === '' ? own : (askedByCommunity(text, options) ?? own);
  return found && words?.noName.test(fold(nameIn(found))) ? undefined : found;
}

/** Milliseconds that "five more minutes" or "snooze" says; 0 where it says none, undefined for other words. */
export function snoozeAsked(text: string, language: string): number | undefined {
  const words = timerWords(language);
  const sentence = words && bare(sentenceOf(text, language), words);
  const said = sentence && words.snooze.exec(sentence.folded);
  if (!said) return undefined;
  const { n, length } = said.groups ?? {};
  if (length !== undefined) return lengthSaid(sentence, length) ?? 0;
  return n === undefined ? 0 : (words.number(n) ?? 0) * MINUTE;
}

/** A sentence without the words of politeness around it. */
export function bare(sentence: Sentence, { polite }: TimerWords): Sentence {
  let rest = sentence;
  for (const match of sentence.folded.matchAll(polite)) {
    const at = rest.folded.indexOf(match[0]);
    if (at >= 0) rest = without(rest, { index: at, 0: match[0] });
  }
  return rest;
}

function askedByUs(text: string, said: Sentence, words: TimerWords, options: AskedOptions): Asked | undefined {
  const is = (pattern: RegExp) => pattern.test(said.folded);
  const cancelled = cancelledKind(said, words);
  if (cancelled) return cancelled;
  if (is(words.list)) return { does: 'list', kind: words.kinds.find(([, pattern]) => is(pattern))?.[0] };
  const timed = timedIn(said, words, { ...options, isAlarm: false });
  if (!timed) {
    if (saysSun(said, words) && !options.sun) return { does: 'no-sun' };
    return firstMatch(words.reminder, said.folded) && { does: 'ask-when' };
  }
  const alarmAt = () => timedIn(said, words, { ...options, isAlarm: true })?.at;
  const cancelledThen = timed.at && cancelledKind(timed.rest, words);
  if (cancelledThen) {
    const at = (cancelledThen.kind === 'alarm' ? alarmAt() : timed.at)?.due;
    const { clock = true, day = false } = timed.says ?? {};
    return at === undefined ? undefined : { ...cancelledThen, ...(clock && { at }), ...(day && { on: at }) };
  }
  const tail = words.trailing.exec(timed.rest.folded);
  const alarm = tail ? without(timed.rest, tail) : timed.rest;
  if (words.alarm.some((pattern) => pattern.test(alarm.folded))) {
    const when = alarmAt();
    return when ? { does: 'alarm', when } : isBare(timed, words) ? { does: 'ask-when' } : undefined;
  }
  const reminder = firstMatch(words.reminder, timed.rest.folded);
  if (reminder) {
    const about = reminder.groups?.['about'];
    const from = timed.rest.folded.length - (about?.length ?? 0);
    // What wasn't understood of a time is no part of what is reminded of.
    if (about !== undefined && (words.not.test(about) || (timed.at && words.left.test(about)))) return undefined;
    if (!timed.at) return { does: 'ask-when' };
    return { does: 'reminder', when: timed.at, ...(about !== undefined && { about: written(timed.rest, from) }) };
  }
  const { at, lasting } = timed;
  if ((at === undefined) === (lasting === undefined) || /\?\s*$/.test(text)) return undefined;
  const about = written(timed.rest);
  const commands = [...options.understand(about)];
  // "Heller um 10" is by how much.
  if (commands.some(({ by }) => by !== undefined) && words.byHow.test(takenFrom(said.folded, timed.rest.folded)))
    return undefined;
  // A number that belongs to the command is no time of it.
  if (commands.length === 0 || options.understand(text).length > 0) return undefined;
  if (isOfOne(said.folded, timed.rest.folded, commands, options.language)) return undefined;
  if (at) return { does: 'command', when: at, commands, about };
  const length = lasting ?? 0;
  return { does: 'command', when: { due: options.now + length, length }, commands, about, undo: true };
}

/** The words of a sentence that its rest hasn't. */
function takenFrom(said: string, rest: string): string {
  const [all, left] = [said.split(' '), rest.split(' ')];
  const at = all.findIndex((word, place) => word !== left[place]);
  return all.slice(at, at + all.length - left.length).join(' ');
}

/**
 * Whether a time is only that of one of several orders: of the one that has a verb of its own, or that the time begins. Before all of
 * them, or beside the verb that they share, it is that of all.
 * @param rest the sentence without the time
 */
function isOfOne(said: string, rest: string, commands: readonly Command[], language: string): boolean {
  const [all, left] = [said.split(' '), rest.split(' ')];
  const at = all.findIndex((word, place) => word !== left[place]);
  const end = at + all.length - left.length;
  const { words } = tableOf(supportedLanguage(language));
  const joints = all.flatMap((word, place) => (words.and.test(` ${word} `) ? [place] : []));
  const joint = joints.findLast((place) => place < at);
  if (at <= 1) return false;
  if (joint === at - 1) return end < all.length;
  if (commands.length < 2) return false;
  const starters = clausesOf(primaryLanguage(language))?.starters;
  const isOwn = (place: number | undefined) => {
    const first = place === undefined ? '' : (all[place + 1] ?? '');
    return words.switched.has(first) || [first, first.replace(/l[ao]s?$/, '')].some((word) => starters?.has(word));
  };
  return joint === undefined ? isOwn(joints.find((place) => place >= end)) : end < all.length || isOwn(joint);
}

/** Whether nothing is said beside a wish: no time that wasn't understood. */
function isBare({ at, lasting, rest }: Timed, { alarm }: TimerWords): boolean {
  return !at && lasting === undefined && alarm.some((pattern) => pattern.test(rest.folded));
}

function cancelledKind({ folded }: Sentence, { cancels }: TimerWords) {
  for (const [kind, pattern] of cancels) {
    const said = pattern.exec(folded);
    const { all, several } = said?.groups ?? {};
    if (said) return { does: 'cancel-kind' as const, kind, all: all !== undefined || several !== undefined };
  }
  return undefined;
}

/** Milliseconds that an answer to "for how long?" says: "ten minutes", "make it ten minutes", "ten". */
export function lengthAnswered(text: string, language: string): number | undefined {
  const words = timerWords(language);
  const said = words && bare(sentenceOf(text, language), words);
  if (!said) return undefined;
  const [length, ...more] = said.folded.match(/§\d/g) ?? [];
  const beside = said.folded.split(' ').filter((word) => word !== length);
  if (length !== undefined && more.length === 0) {
    const isPlain = beside.length <= MAX_BESIDE_LENGTH && !beside.some((word) => words.number(word) !== undefined);
    return isPlain ? lengthSaid(said, length) : undefined;
  }
  const minutes = words.number(said.folded);
  return minutes === undefined || minutes <= 0 ? undefined : minutes * MINUTE;
}

/** What a sentence asks once the time is added that was asked for. */
export function whenAnswered(said: string, answer: string, options: AskedOptions): Asked | undefined {
  for (const template of timerWords(options.language)?.fills ?? []) {
    const asked = timerAsked(filled(template, { said: said.replace(/[\s.?!]+$/, ''), answer }), options);
    if (asked && 'when' in asked) return asked;
  }
  return undefined;
}

/** What is asked of timers in sentences that the community doesn't have. */
function timerInWords(said: Sentence, words: TimerWords, language: string): Asked | undefined {
  const found = (patterns: readonly RegExp[]) => {
    const match = firstMatch(patterns, said.folded);
    return match && { ...match.groups };
  };
  const msOf = (groups: Record<string, string>) => lengthSaid(said, groups['length']) ?? 0;
  const nameOf = ({ name }: Record<string, string>) => (name ? { name: withoutArticle(partOf(said, name)) } : {});
  const started = found(words.timer.start);
  if (started) {
    const length = msOf(started);
    // Nothing is no length.
    return length > 0 ? { does: 'start', length, ...nameOf(started) } : { does: 'ask-length', ...nameOf(started) };
  }
  const bare = found(words.timer.bare);
  if (bare) {
    const { name = bare['about'] ?? '' } = bare;
    // What is said beside a length that was read isn't understood.
    if (name.includes('§')) return undefined;
    const isName = name !== '' && !/\d/.test(name) && !durationsIn(name, language)?.unclear;
    return { does: 'ask-length', ...(isName && nameOf({ name })) };
  }
  const cancelled = found(words.timer.cancel);
  if (cancelled) return { does: 'cancel', meant: nameOf(cancelled) };
  const status = found(words.timer.status);
  if (status) return { does: 'status', meant: nameOf(status) };
  const added = found(words.timer.add);
  return added && { does: 'change', by: msOf(added), meant: nameOf(added) };
}

const grammars = new Map<string, readonly Grammar[]>();
const NOBODY = namesOf([]);

function timerGrammars(language: string): readonly Grammar[] {
  const known = grammars.get(language);
  if (known) return known;
  const made = communityGrammars(language).map((grammar) => ({
    ...grammar,
    sentences: grammar.sentences.filter(({ intent }) => /Timers?(?:Status)?$/.test(intent)),
  }));
  grammars.set(language, made);
  return made;
}

function askedByCommunity(text: string, { language, now, understand }: AskedOptions): Asked | undefined {
  const tag = intentLanguage(language);
  if (tag === undefined) return undefined;
  const names = { name: NOBODY, area: NOBODY, floor: NOBODY };
  const plain = withPlainLengths(text, tag);
  if (!plain) return undefined;
  const meanings = intentsOf(plain.text, timerGrammars(tag), names)
    .slice(0, MAX_MEANINGS)
    .flatMap((match) => askedBy(match, plain, now, understand) ?? []);
  const [first] = meanings;
  if (!first || nameIn(first) === '') return first;
  // "set a pizza timer" sets one for pizza, and none for "set a pizza".
  return meanings
    .filter((one) => one.does === first.does && nameIn(one) !== '')
    .reduce((best, one) => (nameIn(one).length < nameIn(best).length ? one : best));
}

function nameIn(asked: Asked): string {
  return ('meant' in asked ? asked.meant.name : 'name' in asked ? asked.name : undefined) ?? '';
}

function askedBy(
  match: IntentMatch,
  said: PlainLengths,
  now: number,
  understand: AskedOptions['understand'],
): Asked | undefined {
  const { intent, slots } = match;
  const length = lengthOf(match, '', said);
  const called = slots['name'];
  const name = typeof called === 'string' ? withoutArticle(called) : undefined;
  if (name !== undefined && name.split(' ').length > MAX_NAME_WORDS) return undefined;
  const start = lengthOf(match, 'start_', said);
  const meant = { ...(name !== undefined && { name }), ...(start > 0 && { length: start }) };
  if (intent === 'HassCancelAllTimers') return { does: 'cancel-kind', kind: 'timer', all: true };
  if (intent === 'HassCancelTimer') return { does: 'cancel', meant };
  if (intent === 'HassPauseTimer') return { does: 'pause', meant };
  if (intent === 'HassUnpauseTimer') return { does: 'unpause', meant };
  if (intent === 'HassTimerStatus') return { does: 'status', meant };
  if (length === 0) return undefined;
  if (intent === 'HassIncreaseTimer') return { does: 'change', by: length, meant };
  if (intent === 'HassDecreaseTimer') return { does: 'change', by: -length, meant };
  if (intent !== 'HassStartTimer') return undefined;
  const about = slots['conversation_command'];
  if (about === undefined) return { does: 'start', length, ...(name !== undefined && { name }) };
  const commands = [...understand(String(about))];
  const isAtEnd = fold(said.text).startsWith(fold(String(about)));
  if (commands.length === 0 || (isAtEnd && commands.length > 1)) return undefined;
  return { does: 'command', when: { due: now + length, length }, commands, about: String(about) };
}

/** "the bread" is called "bread". */
function withoutArticle(name: string): string {
  const said = name.trim().split(/\s+/);
  const from = said.findIndex((word) => !isFiller(fold(word)));
  return said.slice(Math.max(0, from)).join(' ');
}

/** Milliseconds of the length in a match's slots; 0 where it has none. */
function lengthOf({ slots, said }: IntentMatch, prefix: string, { text, lengths }: PlainLengths): number {
  const of = (unit: string) => Number(slots[prefix + unit] ?? 0) || 0;
  const [hours, minutes, seconds] = [of('hours'), of('minutes'), of('seconds')];
  if (lengths) return lengths[hours + minutes + seconds - FIRST_LENGTH] ?? 0;
  // "en halv timme": the article of a half is no hour
  const one = said[`${prefix}hours`] ?? '';
  const isArticle =
    hours === 1 && !/\d/.test(one) && ` ${normalise(text)} `.includes(` ${one} ${said[`${prefix}minutes`]} `);
  return (isArticle ? 0 : hours) * HOUR + minutes * MINUTE + seconds * SECOND;
}

/** When an alarm rings that words say no more of than when: "seven", "at seven". */
export function alarmAt(
  text: string,
  { language, now, timeZone }: Omit<AskedOptions, 'understand'>,
): number | undefined {
  const words = timerWords(language);
  if (!words) return undefined;
  for (const template of words.fills) {
    const said = sentenceOf(filled(template, { said: '', answer: text }), language);
    const at = timedIn(said, words, { now, timeZone, isAlarm: true });
    if (at?.at && at.rest.folded === '') return at.at.due;
  }
  return undefined;
}
