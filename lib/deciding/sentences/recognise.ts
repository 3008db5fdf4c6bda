import { kindsNamed, kindsOf } from '../../home/names.js';
import type { Command, House } from '../../home/types.js';
import { clausesOf } from '../../language/compound.js';
import { LANGUAGES } from '../../language/folders.js';
import { halfBeforeUnit, numberIn } from '../../language/numbers.js';
import { primaryLanguage } from '../../language/tags.js';
import { commandFor, isOfAllIn, type Slots, wantedBy } from './command-for.js';
import { communityCommand, communityPatterns } from './community.js';
import { askedOfEvery } from './every.js';
import { intentLanguage } from './hassil/data.js';
import type { HouseNames } from './hassil/match.js';
import { placeAndKind, readPhrase } from './phrase.js';
import { inScale, takesDegrees } from './scale.js';
import { type Place, type Scope, scopeOf } from './scope.js';
import { type CompiledPattern, type CompiledTable, tableOf } from './tables.js';
import { resolve } from './targets.js';
import { spokenWords } from './values.js';

export const MAX_LETTERS = 200;
const MAX_WORDS = 24;
const MAX_FILLERS = 6;
/** Words of a device's name and place, in a sentence about a house that isn't known. */
const MAX_NAME_WORDS = 4;
const NO_HOUSE: House = { areas: [], entities: [] };
/** "At eight" is a time of day; above it a number can only be a level. */
const LATEST_HOUR = 24;

export interface RecogniseOptions extends Place {
  /** BCP 47 tag: only this language is tried; all that we have sentences of our own in when not given. */
  language?: string | undefined;
}

/**
 * The command that a sentence certainly is, or null: not a house command, or one that isn't clear enough to act upon.
 * Takes a few milliseconds in a house of 2,000 entities. Never throws.
 */
export function recognise(text: string, options: RecogniseOptions): Command | null {
  if (text.length > MAX_LETTERS) return null;
  for (const way of [communityCommand, recogniseIn]) {
    for (const language of languagesOf(options.language)) {
      const command = way(language, withVerb(text, language), options);
      if (command !== null) return command || null;
    }
  }
  return null;
}

/** The languages to try: the one of the tag, where we or the community have sentences in it; all of ours without a tag. */
export function languagesOf(tag: string | undefined): readonly string[] {
  if (tag === undefined) return LANGUAGES;
  const primary = primaryLanguage(tag);
  const own = LANGUAGES.filter((known) => known === primary);
  if (own.length > 0) return own;
  const found = intentLanguage(tag);
  return found === undefined ? [] : [found];
}

/** `before` is what the sentence said first: "and the one in the hall" is of its kind. */
export function recogniseIn(language: string, text: string, { area, house }: Place, before?: Command): Command | null {
  if (!LANGUAGES.includes(language)) return null;
  const scope = scopeOf(house, area, language, tableOf(language).words);
  const [first] = (before?.targets ?? []).flatMap((id) => scope.index.entity(id) ?? []);
  const same = first && (first.domain === 'cover' ? (kindsOf(first)[1] ?? 'cover') : first.domain);
  for (const { pattern, slots, table } of matches(language, text)) {
    const command = understand(same ? { of: same, ...pattern } : pattern, slots, scope, table);
    if (command) return inScale(command, text, house);
  }
  return null;
}

/**
 * Whether a sentence says what a house command says ("turn on the … light"), whatever devices there are: for a house
 * that isn't known now. Never throws.
 */
export function soundsLikeCommand(text: string, language: string): boolean {
  const known = LANGUAGES.find((one) => one === primaryLanguage(language));
  if (!known) return false;
  return [text, ...text.slice(0, MAX_LETTERS).split(tableOf(known).joint)].some((part) => saysCommand(part, known));
}

function saysCommand(text: string, known: string): boolean {
  const scope = scopeOf(NO_HOUSE, undefined, known, tableOf(known).words);
  for (const { pattern, slots } of matches(known, text)) {
    // "Set the bedroom to 21 degrees" and "what is on" name no kind of device.
    if (pattern.does === 'set_temperature' || pattern.does === 'list_on') return true;
    const { rest } = readPhrase(phraseOf(slots), scope);
    if (rest.length <= MAX_NAME_WORDS && rest.some((word) => isKindOrCompound(word, known))) return true;
  }
  return false;
}

function isKindOrCompound(word: string, language: string): boolean {
  if (kindsNamed(word, language).length > 0) return true;
  if (language !== 'de') return false;
  return Array.from(word.slice(3), (_, at) => word.slice(at + 3)).some((part) => kindsNamed(part, language).length > 0);
}

/** A pattern that a sentence has the words of. */
export interface Match {
  pattern: CompiledPattern;
  slots: Slots;
  table: CompiledTable;
}

/**
 * The patterns of a language that a sentence has the words of, best first: ours, then the community's.
 * @param open The device that words may stand for in those of the community; as they are when not given.
 */
export function* matches(language: string, text: string, open?: HouseNames['open']): Generator<Match> {
  const said = saidIn(text, language);
  const { words, asked, slightly } = said;
  yield* ownMatches(language, text, said);
  if (words === '' || slightly) return;
  const table = tableOf(language);
  for (const { pattern, slots } of communityPatterns(language, words, open)) {
    const isOther =
      isHour(slots['percent'], words, language) ||
      isVerb(slots['target'], words, table) ||
      isClosing(pattern, slots['target'], words, table);
    if ((!asked || pattern.asks) && !isOther) yield { pattern, slots, table };
  }
}

/** "Alles zu" switches nothing. */
const isClosing = (
  { does }: CompiledPattern,
  target = '',
  words: string,
  { asked, words: { everything } }: CompiledTable,
) =>
  (does === 'turn_on' || does === 'turn_off') &&
  everything.test(`${target} `) &&
  ['open', 'closed'].includes(asked.get(words.split(' ').at(-1) ?? '') ?? '');

/** "Switch off": nothing that is called a switch. */
const isVerb = (target = '', words: string, { verbs }: CompiledTable) =>
  words.startsWith(target) && verbs.has(target.trim().split(' ')[0] ?? '');

/** The patterns of our own, best first, that a sentence has the words of. */
export function* ownMatches(language: string, text: string, bare = saidIn(text, language)): Generator<Match> {
  const { words, asked, slightly } = bare;
  if (words === '') return;
  const table = tableOf(language);
  const said = new Set(words.split(' '));
  const exception = table.words.except.exec(words)?.index ?? words.length;
  for (const pattern of table.patterns) {
    if ((asked && !pattern.asks) || (slightly && !pattern.asks && pattern.does !== 'step')) continue;
    for (const { needs, sentence } of pattern.templates) {
      if (!needs.every((some) => some.some((word) => said.has(word)))) continue;
      // "turn all lights off except …" has the exception behind the sentence
      const match = sentence.exec(words) ?? (exception > 0 ? sentence.exec(words.slice(0, exception)) : null);
      if (!match || match.groups?.['percent'] === ' one' || isHour(match.groups?.['percent'], words, language))
        continue;
      if (isVerb(match.groups?.['target'], words, table)) continue;
      const except = match[0].length < words.length ? words.slice(exception) : '';
      yield { pattern: asSaid(pattern, match.groups ?? {}, table), slots: { ...match.groups, except }, table };
    }
  }
}

/** A sentence about a state with its verb: "the lamp's off" says that it is, and "the TV still on" asks. */
function withVerb(text: string, language: string): string {
  if (!LANGUAGES.includes(language)) return text;
  const { elliptic, contracted, verb, anywhere, lead } = tableOf(language);
  const { about = '', state } = elliptic?.exec(spokenWords(text))?.groups ?? {};
  const isPlain = about.replace(anywhere, '').replace(lead, '') === about;
  if (state !== undefined && isPlain && !clausesOf(language)?.starters.has(about.trim().split(' ')[0] ?? ''))
    return `${verb}${about}${state}`;
  return contracted ? text.replace(contracted, ` ${verb} `) : text;
}

/** The words of a sentence without fillers, and whether it asks; none where it is too long for a command. */
function saidIn(text: string, language: string): { words: string; asked: boolean; slightly: boolean } {
  const nothing = { words: '', asked: false, slightly: false };
  if (text.length > MAX_LETTERS) return nothing;
  const table = tableOf(language);
  const bare = withoutFillers(halfBeforeUnit(spokenWords(withVerb(text, language)), language), table);
  if (bare.words.split(' ').length > MAX_WORDS) return nothing;
  return { ...bare, asked: /\?\s*$/.test(text) && !bare.requested };
}

/**
 * Takes "could you", "please" and the like off; `requested` when one of them makes a question a request, `slightly` when
 * "a bit" was among them.
 */
export function withoutFillers(
  spoken: string,
  table: CompiledTable,
): { words: string; requested: boolean; slightly: boolean } {
  const polite = spoken.replace(table.anywhere, '');
  let words = polite.replace(table.slightly, '');
  const slightly = words !== polite;
  let requested = polite !== spoken;
  for (let i = 0; i < MAX_FILLERS; i++) {
    const before = words;
    const plain = words.replace(table.request, '');
    if (plain !== words) requested = true;
    words = plain.replace(table.lead, '').replace(table.tail, '');
    if (words === before) break;
  }
  return { words, requested, slightly };
}

/** What a pattern is by the words in its slots: what is asked, more or less. */
function asSaid(pattern: CompiledPattern, slots: Slots, table: CompiledTable): CompiledPattern {
  const { asked, signs } = table;
  const most = table.extremes.get((slots['extreme'] ?? '').trim());
  const value =
    asked.get((slots['state'] ?? slots['done'] ?? '').trim()) ??
    table.measures.get((slots['measure'] ?? '').trim()) ??
    table.aspects.get((slots['aspect'] ?? '').trim()) ??
    most?.value;
  if (value === 'on' && pattern.which) return { ...pattern, does: 'list_on', asks: true };
  const [slot] = Array.from(signs.keys()).filter((name) => slots[name] !== undefined);
  const sign = slot === undefined ? undefined : signs.get(slot)?.get((slots[slot] ?? '').trim());
  return { ...pattern, ...(value && { value }), ...(sign && { sign }), ...(most && { aggregate: most.aggregate }) };
}

/** Whether a level may be a time of day: "at eight", but not "at eight percent" or "at thirty". */
function isHour(level: string | undefined, words: string, language: string): boolean {
  if (language !== 'en' || level === undefined || !words.includes(` at${level}`)) return false;
  return (numberIn(level.trim(), language) ?? LATEST_HOUR + 1) <= LATEST_HOUR;
}

/**
 * "Set upstairs to 22": a place and a bare number that its thermostat takes are its temperature. Who wants light says so, or
 * says percent.
 */
function roomWarmed(phrase: string, slots: Slots, scope: Scope, table: CompiledTable): Command | null {
  const { area, rest, here } = readPhrase(phrase, scope);
  const degrees = numberIn((slots['percent'] ?? '').trim(), scope.language);
  if (degrees === undefined || rest.length > 0 || !(area || here)) return null;
  const pattern = { does: 'set_temperature', of: 'climate' } as const;
  const target = resolve(phrase, scope, wantedBy(pattern));
  const isTaken = target?.entities.every((one) => takesDegrees(one, degrees));
  return target && isTaken ? commandFor(pattern, { degrees: slots['percent'] }, target, scope, table) : null;
}

/** The words for what a sentence is about. */
export function phraseOf(slots: Slots): string {
  return `${slots['target'] ?? ''}${slots['where'] ?? ''}${slots['except'] ?? ''}`.trim();
}

function understand(pattern: CompiledPattern, slots: Slots, scope: Scope, table: CompiledTable): Command | null {
  const phrase = phraseOf(slots);
  if (pattern.does === 'list_on') {
    const place = placeAndKind(phrase, scope);
    if (place) return { action: 'list_on', targets: [], ...place };
    // on a floor: those are named one by one
    return pattern.which ? understand({ ...pattern, does: 'get_state', value: 'on' }, slots, scope, table) : null;
  }
  if (pattern.every) return askedOfEvery(pattern, phrase, scope);
  // "The one in the bedroom to 20", after a lamp, is a lamp.
  const isWarmth = pattern.does === 'set_percent' && (pattern.of === undefined || pattern.of === 'climate');
  const warmed = isWarmth ? roomWarmed(phrase, slots, scope, table) : null;
  if (warmed) return warmed;
  const wanted = wantedBy(pattern);
  // "the kitchen light blue" is a blue light, "the lamp light blue" a light blue lamp
  const shade = /^ light(?= )/.exec(slots['color'] ?? '')?.[0];
  if (shade !== undefined && !readPhrase(phrase, scope).rest.some((word) => kindsNamed(word, 'en').length > 0)) {
    const lit = resolve(phrase + shade, scope, wanted);
    if (lit) return commandFor(pattern, { ...slots, color: slots['color']?.slice(shade.length) }, lit, scope, table);
  }
  const target = resolve(phrase, scope, wanted);
  const command = target && commandFor(pattern, slots, target, scope, table);
  const isOfAll = scope.words.all.test(` ${phrase} `) || isOfAllIn(pattern.value);
  const isAsked = command?.action === 'get_state' && command.targets.length > 1 && !pattern.which;
  return isAsked && isOfAll && command.aggregate !== 'each' ? { ...command, aggregate: 'all' } : command;
}
