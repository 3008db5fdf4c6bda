import { isOn, stepped } from '../../home/actions.js';
import { kindsNamed, kindsOf } from '../../home/names.js';
import type { Action, Command, Domain, Entity, House } from '../../home/types.js';
import { halfBeforeUnit, numberIn } from '../../language/numbers.js';
import { LANGUAGES, type Language, primaryLanguage } from '../../language/tags.js';
import { communityCommand, communityGrammars } from './community.js';
import { placeAndKind, readPhrase } from './phrase.js';
import { type Scope, scopeOf, type Target, type Wanted } from './scope.js';
import { type CompiledPattern, type CompiledTable, tableOf } from './tables.js';
import { resolve } from './targets.js';
import type { Asked, Does, Pattern } from './types.js';
import { percentIn, spokenWords } from './values.js';

const MAX_LETTERS = 200;
const MAX_WORDS = 24;
const MAX_FILLERS = 6;
/** Orders and devices of one sentence, as they are joined by "and". */
const MAX_PARTS = 6;
/** Words of a device's name and place, in a sentence about a house that isn't known. */
const MAX_NAME_WORDS = 4;
const NO_HOUSE: House = { areas: [], entities: [] };
const COLDEST = 5;
const WARMEST = 95;
/** "At eight" is a time of day; above it a number can only be a level. */
const LATEST_HOUR = 24;

const SWITCHABLE: readonly Domain[] = ['light', 'switch', 'fan', 'media_player', 'climate', 'other'];
const MADE_FOR: Record<Exclude<Does, 'get_state' | 'list_on'>, readonly Domain[]> = {
  turn_on: [...SWITCHABLE, 'scene', 'script'],
  turn_off: SWITCHABLE,
  toggle: SWITCHABLE,
  set_brightness: ['light'],
  set_color: ['light'],
  set_temperature: ['climate'],
  open: ['cover'],
  close: ['cover'],
  set_position: ['cover'],
  lock: ['lock'],
  unlock: ['lock'],
  set_volume: ['media_player'],
  play: ['media_player'],
  pause: ['media_player'],
  activate: ['scene', 'script'],
  set_percent: ['light', 'cover', 'media_player', 'climate'],
  step: ['light', 'media_player', 'climate'],
};
const OPENINGS = new Set(['door', 'garage_door', 'window', 'opening']);
const HAS: Record<Asked, Wanted> = {
  on: { domains: [...SWITCHABLE, 'binary_sensor'] },
  off: { domains: [...SWITCHABLE, 'binary_sensor'] },
  open: { domains: ['cover', 'binary_sensor'], accepts: opens, sure: true },
  closed: { domains: ['cover', 'binary_sensor'], accepts: opens, sure: true },
  locked: { domains: ['lock'] },
  unlocked: { domains: ['lock'] },
  playing: { domains: ['media_player'] },
  temperature: { domains: ['sensor', 'climate'], accepts: (entity) => kindsOf(entity).includes('temperature') },
  humidity: { domains: ['sensor'], accepts: (entity) => kindsOf(entity).includes('humidity') },
  state: {
    domains: ['light', 'switch', 'climate', 'cover', 'lock', 'media_player', 'sensor', 'binary_sensor', 'fan', 'other'],
  },
};
const PERCENT_ACTION: Partial<Record<Domain, Action>> = {
  light: 'set_brightness',
  cover: 'set_position',
  media_player: 'set_volume',
};
/** What a change without a size means, in percent or degrees. */
const STEPS: Partial<Record<Domain, [action: Action, by: number]>> = {
  light: ['set_brightness', 20],
  media_player: ['set_volume', 10],
  climate: ['set_temperature', 1],
};

export interface RecogniseOptions {
  /** BCP 47 tag: only this language is tried; all four when not given. */
  language?: string | undefined;
  /** Id or name of the area the speaker is in. */
  area?: string | undefined;
  house: House;
}

/**
 * The command that a sentence certainly is, or null: not a house command, or one that isn't clear enough to act upon.
 * Takes a few milliseconds in a house of 2,000 entities. Never throws.
 */
export function recognise(text: string, { language, area, house }: RecogniseOptions): Command | null {
  for (const one of languagesOf(language)) {
    const command = recogniseIn(one, text, { area, house });
    if (command) return command;
  }
  if (text.length > MAX_LETTERS) return null;
  for (const one of languagesOf(language)) {
    const command = communityCommand(text, one, house, area);
    if (command) return command;
  }
  return null;
}

/**
 * The commands that a sentence certainly is, in the order they are said: one as `recognise` finds it, or several ("turn
 * off the kitchen light and lock the front door"). Empty when any part of it is none. Never throws.
 */
export function recogniseAll(text: string, options: RecogniseOptions): Command[] {
  const one = recognise(text, options);
  if (one) return [one];
  if (text.length > MAX_LETTERS) return [];
  for (const language of languagesOf(options.language)) {
    const { joint, and } = tableOf(language);
    const [part = '', ...parts] = text.replace(/[\s?!.]+$/, '').split(joint);
    if (parts.length === 0 || parts.length >= MAX_PARTS) continue;
    const asked = /\?\s*$/.test(text);
    // "the TV, the lamp and the fan" is a list of one command
    const list = recogniseIn(language, [part, ...parts].join(` ${and} `) + (asked ? '?' : ''), options);
    if (list) return [list];
    const { words } = withoutFillers(spokenWords(part), tableOf(language));
    const verb = words.trim().split(' ', 1)[0] ?? '';
    const commands = inTurn([part, ...parts], language, options, asked, { and, verb });
    if (commands.length > 1) return commands;
  }
  return [];
}

/** The commands of the parts of a sentence, each as many parts as make one; empty when some are none. */
function inTurn(
  parts: readonly string[],
  language: Language,
  options: Place,
  asked: boolean,
  { and, verb }: { and: string; verb: string },
  before?: Command,
): Command[] {
  for (let length = parts.length - (before ? 0 : 1); length > 0; length--) {
    const said = parts.slice(0, length).join(` ${and} `);
    const mark = asked ? '?' : '';
    const command =
      recogniseIn(language, said + mark, options, before) ??
      // "turn the lamp red and the one in the hall blue" leaves its verb out
      (before && recogniseIn(language, `${verb} ${said}${mark}`, options, before));
    if (!command) continue;
    const rest = parts.slice(length);
    if (rest.length === 0) return [command];
    // "could you turn off the lamp and lock the door?" asks nothing in its second part either
    const isQuestion = command.action === 'get_state' || command.action === 'list_on';
    const place = { house: options.house, area: options.area ?? command.area };
    const others = inTurn(rest, language, place, asked && isQuestion, { and, verb }, command);
    if (others.length > 0) return [command, ...others];
  }
  return [];
}

interface Place {
  area?: string | undefined;
  house: House;
}

function languagesOf(tag: string | undefined): readonly Language[] {
  const primary = primaryLanguage(tag);
  return tag === undefined ? LANGUAGES : LANGUAGES.filter((known) => known === primary);
}

/**
 * Makes a language ready in steps, to be taken while nobody waits: each pattern is interpreted on its first words and
 * compiled on its second, which together takes some 100 ms.
 */
export function* warmUp(language: Language): Generator<void> {
  communityGrammars(language);
  yield;
  const { patterns } = tableOf(language);
  for (const { matches: templates } of patterns) {
    yield;
    for (const template of templates) for (let run = 0; run < 2; run++) template.exec(' x x x');
  }
}

/** `before` is what the sentence said first: "and the one in the hall" is of its kind. */
function recogniseIn(language: Language, text: string, { area, house }: Place, before?: Command): Command | null {
  const scope = scopeOf(house, area, language, tableOf(language).words);
  const [first] = (before?.targets ?? []).flatMap((id) => scope.index.entity(id) ?? []);
  const same = first && (first.domain === 'cover' ? (kindsOf(first)[1] ?? 'cover') : first.domain);
  for (const { pattern, slots, table } of matches(language, text)) {
    const command = understand(same ? { of: same, ...pattern } : pattern, slots, scope, table);
    if (command) return command;
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

function saysCommand(text: string, known: Language): boolean {
  const scope = scopeOf(NO_HOUSE, undefined, known, tableOf(known).words);
  for (const { pattern, slots } of matches(known, text)) {
    // "Set the bedroom to 21 degrees" and "what is on" name no kind of device.
    if (pattern.does === 'set_temperature' || pattern.does === 'list_on') return true;
    const { rest } = readPhrase(phraseOf(slots), scope);
    if (rest.length <= MAX_NAME_WORDS && rest.some((word) => isKindOrCompound(word, known))) return true;
  }
  return false;
}

function isKindOrCompound(word: string, language: Language): boolean {
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

/** The patterns of a language that a sentence has the words of, best first. */
export function* matches(language: Language, text: string): Generator<Match> {
  if (text.length > MAX_LETTERS) return;
  const table = tableOf(language);
  const { words, requested, slightly } = withoutFillers(halfBeforeUnit(spokenWords(text), language), table);
  if (words === '' || words.split(' ').length > MAX_WORDS) return;
  const asked = /\?\s*$/.test(text) && !requested;
  const exception = table.words.except.exec(words)?.index ?? words.length;
  for (const pattern of table.patterns) {
    if ((asked && !pattern.asks) || (slightly && !pattern.asks && pattern.does !== 'step')) continue;
    for (const template of pattern.matches) {
      // "turn all lights off except …" has the exception behind the sentence
      const match = template.exec(words) ?? (exception > 0 ? template.exec(words.slice(0, exception)) : null);
      if (!match || match.groups?.['percent'] === ' one' || isHour(match.groups?.['percent'], words, language))
        continue;
      const except = match[0].length < words.length ? words.slice(exception) : '';
      yield { pattern, slots: { ...match.groups, except }, table };
    }
  }
}

/**
 * Takes "could you", "please" and the like off; `requested` when one of them makes a question a request, `slightly` when
 * "a bit" was among them.
 */
function withoutFillers(
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

/** Whether a level may be a time of day: "at eight", but not "at eight percent" or "at thirty". */
function isHour(level: string | undefined, words: string, language: Language): boolean {
  if (language !== 'en' || level === undefined || !words.includes(` at${level}`)) return false;
  return (numberIn(level.trim(), language) ?? LATEST_HOUR + 1) <= LATEST_HOUR;
}

type Slots = Record<string, string | undefined>;

/** The words for what a sentence is about. */
export function phraseOf(slots: Slots): string {
  return `${slots['target'] ?? ''}${slots['where'] ?? ''}${slots['except'] ?? ''}`.trim();
}

function understand(pattern: CompiledPattern, slots: Slots, scope: Scope, table: CompiledTable): Command | null {
  const phrase = phraseOf(slots);
  if (pattern.does === 'list_on') {
    const place = placeAndKind(phrase, scope);
    return place && { action: 'list_on', targets: [], ...place };
  }
  const wanted = wantedBy(pattern);
  // "the kitchen light blue" is a blue light, "the lamp light blue" a light blue lamp
  const shade = /^ light(?= )/.exec(slots['color'] ?? '')?.[0];
  if (shade !== undefined && !readPhrase(phrase, scope).rest.some((word) => kindsNamed(word, 'en').length > 0)) {
    const lit = resolve(phrase + shade, scope, wanted);
    if (lit) return commandFor(pattern, { ...slots, color: slots['color']?.slice(shade.length) }, lit, scope, table);
  }
  const target = resolve(phrase, scope, wanted);
  return target && commandFor(pattern, slots, target, scope, table);
}

/** Which devices a pattern can be about. */
export function wantedBy({
  does,
  value,
  of,
  only,
  which,
}: Omit<Pattern, 'says' | 'value'> & { value?: number | string }): Wanted {
  if (does === 'get_state') return { ...HAS[(value as Asked | undefined) ?? 'state'], of, anywhere: which ?? false };
  if (does === 'list_on') return { domains: [] };
  const domains = only ?? MADE_FOR[does];
  // "louder", "pause" are about what plays, "brighter" about what is lit
  const active = of === 'media_player' && does !== 'play' ? isPlaying : does === 'step' ? isOn : undefined;
  // darkness harms nobody, light everywhere may wake somebody
  return { domains, of, roomless: does === 'turn_off', ...(active && { active }) };
}

/** The command for devices that were found; null where the sentence gives no value that they can take. */
export function commandFor(
  { does, value, sign }: CompiledPattern,
  slots: Slots,
  target: Target,
  scope: Scope,
  table: CompiledTable,
): Command | null {
  const { entities, area, domain } = target;
  const command = (action: Action, wanted?: number | string): Command => ({
    action,
    targets: entities.map(({ id }) => id),
    ...(wanted === undefined ? {} : { value: wanted }),
    ...(area === undefined ? {} : { area }),
    ...(domain === undefined ? {} : { domain }),
  });
  const only = soleDomain(entities);
  switch (does) {
    case 'set_brightness':
    case 'set_position':
    case 'set_volume':
    case 'set_percent': {
      const percent = typeof value === 'number' ? value : percentIn(slots['percent'], scope.language, table);
      // "the one in the hall to 18", after another heating
      if (only === 'climate') return degreesFor(slots['percent'], scope.language, command);
      const action = does === 'set_percent' ? only && PERCENT_ACTION[only] : does;
      return percent === undefined || action === undefined ? null : command(action, percent);
    }
    case 'set_temperature': {
      return degreesFor(slots['degrees'], scope.language, command);
    }
    case 'step': {
      const size = slots['by'] === undefined ? undefined : numberIn(slots['by'].trim(), scope.language);
      const [action, usual] = (only && STEPS[only]) ?? [];
      if (action === undefined || usual === undefined || (slots['by'] !== undefined && size === undefined)) return null;
      const each = new Set(entities.flatMap((entity) => membersOf(entity, scope)));
      // what is off stays off
      const on = [...each].filter(isOn);
      const moved = on.length > 0 ? on : [...each];
      const by = (sign ?? 1) * (size ?? usual);
      const [first, ...others] = new Set(moved.map((entity) => stepped(entity, by)));
      return {
        ...command(action, others.length === 0 ? first : undefined),
        targets: moved.map(({ id }) => id),
        by,
      };
    }
    case 'set_color': {
      const color = table.colors.get((slots['color'] ?? '').trim());
      return color === undefined ? null : command('set_color', color);
    }
    case 'turn_on':
      return command(entities.every(({ domain: of }) => of === 'scene' || of === 'script') ? 'activate' : 'turn_on');
    case 'list_on':
      return null;
    case 'get_state':
      return command('get_state', value);
    default:
      return command(does);
  }
}

function degreesFor(
  said: string | undefined,
  language: Language,
  command: (action: Action, value: number) => Command,
): Command | null {
  const degrees = numberIn((said ?? '').trim(), language);
  if (degrees === undefined || degrees < COLDEST || degrees > WARMEST) return null;
  return command('set_temperature', degrees);
}

/** A lamp, or the lamps of a group: a group told one value would make them all alike. */
function membersOf(entity: Entity, { index }: Scope): Entity[] {
  const members = (entity.members ?? []).flatMap((id) => index.entity(id) ?? []);
  return members.length > 0 ? members : [entity];
}

function soleDomain(entities: readonly Entity[]): Domain | undefined {
  const first = entities[0]?.domain;
  return entities.every(({ domain }) => domain === first) ? first : undefined;
}

const isPlaying = ({ state }: Entity) => state === 'playing' || state === 'buffering';

function opens(entity: Entity): boolean {
  return entity.domain === 'cover' || OPENINGS.has(String(entity.attributes['device_class']));
}
