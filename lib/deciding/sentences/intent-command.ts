import { actOf } from '../../home/acts.js';
import { colourName, colourOf } from '../../home/colours.js';
import { isAtHome, type Kind, kindsOf } from '../../home/names.js';
import { staysOn } from '../../home/opening.js';
import { type Area, type Command, DOMAINS, type Domain, type Entity } from '../../home/types.js';
import { fold } from '../../language/fold.js';
import { LANGUAGES } from '../../language/folders.js';
import { DOT } from '../../language/numbers.js';
import { commandFor, type Slots, wantedBy } from './command-for.js';
import type { IntentMatch } from './hassil/recognise-intent.js';
import { group, type Scope, type Target, type Wanted } from './scope.js';
import { type CompiledPattern, tableOf } from './tables.js';
import { resolve } from './targets.js';
import { ASKED, type Asked, type Does } from './types.js';

/** Classes of sensors that are open or closed where Home Assistant says on or off. */
const OPENINGS: readonly string[] = ['door', 'garage_door', 'window', 'opening'];
const LISTED: readonly Domain[] = ['light', 'switch', 'fan', 'media_player', 'climate'];
const ANY: Wanted = { domains: DOMAINS };

interface Meaning {
  does: Does;
  of?: Kind;
  only?: readonly Domain[];
  value?: number | string;
  sign?: 1 | -1;
  /** Of what is said, in which slot. */
  slot?: string;
}

/** What intents do that do one thing. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  HassSetPosition: { does: 'set_position', slot: 'position' },
  HassSetVolume: { does: 'set_volume', of: 'media_player', slot: 'volume_level' },
  HassSetVolumeRelative: { does: 'step', of: 'media_player', only: ['media_player'], slot: 'volume_step' },
  HassMediaPlayerMute: { does: 'set_volume', of: 'media_player', value: 0 },
  HassMediaPlayerUnmute: { does: 'unmute', of: 'media_player' },
  HassVacuumStart: { does: 'turn_on', of: 'vacuum', only: ['vacuum'] },
  HassVacuumReturnToBase: { does: 'dock', of: 'vacuum', only: ['vacuum'] },
  HassLawnMowerStartMowing: { does: 'turn_on', of: 'lawn_mower', only: ['lawn_mower'] },
  HassLawnMowerDock: { does: 'dock', of: 'lawn_mower', only: ['lawn_mower'] },
  HassMediaNext: { does: 'next', of: 'media_player' },
  HassMediaPrevious: { does: 'previous', of: 'media_player' },
  HassMediaPause: { does: 'pause', of: 'media_player' },
  HassMediaUnpause: { does: 'play', of: 'media_player' },
  HassClimateSetFanMode: { does: 'set_fan_mode', of: 'climate', slot: 'fan_mode' },
  HassFanSetSpeed: { does: 'set_speed', of: 'fan', slot: 'percentage' },
  HassClimateSetTemperature: { does: 'set_temperature', of: 'climate', slot: 'temperature' },
  HassClimateGetTemperature: { does: 'get_state', of: 'temperature', value: 'temperature' },
};
/** Those with more to them. */
const OTHERS: readonly string[] = ['HassTurnOn', 'HassTurnOff', 'HassLightSet', 'HassGetState', 'HassVacuumCleanArea'];
/** What switching on and off means for a domain of Home Assistant's. */
const SWITCHING: Readonly<Record<string, readonly [on: Does, off: Does | null]>> = {
  cover: ['open', 'close'],
  valve: ['open', 'close'],
  // "open the cellar door" may be about the door: what unlocks says so, and our own sentences know it
  lock: ['lock', null],
  scene: ['activate', null],
  script: ['activate', 'turn_off'],
};
const SWITCHED: readonly string[] = [
  'light',
  'switch',
  'fan',
  'media_player',
  'climate',
  'input_boolean',
  'humidifier',
  'siren',
  'remote',
  'water_heater',
  'automation',
];

/** Whether an intent may be one of the house's. */
export function isHouseIntent(intent: string): boolean {
  return intent in MEANINGS || OTHERS.includes(intent);
}

/** The command of an intent in a house; null for one that is about none of its devices, or that isn't the house's. */
export function intentCommand(match: IntentMatch, scope: Scope): Command | null {
  if (match.intent === 'HassGetState') return stateOf(match, scope);
  if (match.intent === 'HassVacuumCleanArea') return cleaningOf(match, scope);
  const meaning = meaningOf(match);
  const slots = meaning && slotsOf(match, meaning);
  const target = slots && targetOf(match, scope, wantedBy(meaning));
  return target ? commandFor(withSign(match, meaning), slots, target, scope, tableOf(scope.language)) : null;
}

/** The pattern that an intent is whose device is called anyhow, with what is in its slots; null for one that isn't the house's. */
export function intentPattern(match: IntentMatch): { pattern: CompiledPattern; slots: Slots } | null {
  const { intent, free } = match;
  const state =
    intent === 'HassGetState'
      ? stateAsked(
          match.slots['state'],
          OPENINGS.some((one) => valuesOf(match.slots['device_class'])?.includes(one)),
        )
      : undefined;
  const meaning = state ? { does: 'get_state' as const, value: state } : meaningOf(match);
  const slots = meaning && slotsOf(match, meaning);
  if (!slots || free === undefined) return null;
  const { of, ...does } = withSign(match, meaning);
  // "éteins la cuisine" sends no vacuum home
  const isRobot = of === 'vacuum' || of === 'lawn_mower';
  const pattern = { ...does, ...(of && !isRobot && { of }), asks: state !== undefined, fits: fitsOf(match) };
  return { pattern: { ...pattern, templates: [] }, slots: { ...slots, target: ` ${free}` } };
}

function withSign({ slots }: IntentMatch, { slot = '', ...meaning }: Meaning): Meaning {
  const said = slots[slot];
  return meaning.does === 'step' ? { ...meaning, sign: said === 'down' || Number(said) < 0 ? -1 : 1 } : meaning;
}

/** The words of a meaning's value; undefined where it has none, and should. */
function slotsOf({ slots }: IntentMatch, { slot }: Meaning): Slots | undefined {
  if (slot === undefined) return {};
  const said = slots[slot];
  if (said === undefined) return undefined;
  const number = String(said).replace('.', DOT).replace('-', '');
  return { percent: number, degrees: number, option: String(said), ...(typeof said === 'number' && { by: number }) };
}

/** What an intent does; undefined for one that isn't the house's. */
function meaningOf({ intent, slots, named, block }: IntentMatch): Meaning | undefined {
  if (intent === 'HassLightSet') {
    const { brightness, color } = slots;
    if (typeof brightness === 'number') return { does: 'set_brightness', of: 'light', slot: 'brightness' };
    if (typeof color !== 'string' || !colourOf(color)) return undefined;
    return { does: 'set_color', of: 'light', value: colourName(color) };
  }
  if (intent !== 'HassTurnOn' && intent !== 'HassTurnOff') return MEANINGS[intent];
  const [domain = ''] = valuesOf(slots['domain']) ?? [named['name']?.[0]?.domain ?? block.domains?.[0]];
  const [on, off] = SWITCHING[domain] ?? (SWITCHED.includes(domain) ? (['turn_on', 'turn_off'] as const) : []);
  const does = intent === 'HassTurnOn' ? on : off;
  return does ? { does } : undefined;
}

/** The vacuum that cleans an area: the one that is named, the one that can, or the only one of the house or of that area. */
function cleaningOf(match: IntentMatch, { index, here }: Scope): Command | null {
  const { named } = match;
  const area = match.slots['area'] === undefined ? here : areaOf(match, { index, here });
  const called = named['name']?.flatMap(({ id }) => index.entity(id) ?? []);
  const all = (called ?? index.house.entities).filter(({ domain }) => domain === 'vacuum');
  const able = all.filter((one) => actOf(one, 'clean_area') !== null);
  const there = (able.length > 0 ? able : all).filter((one) => one.area === area?.id);
  const [vacuum, ...others] = there.length > 0 ? there : able.length > 0 ? able : all;
  if (!area || !vacuum || others.length > 0) return null;
  return { action: 'clean_area', targets: [vacuum.id], value: area.id, area: area.id };
}

function stateOf(match: IntentMatch, scope: Scope): Command | null {
  const { slots, response } = match;
  const target = targetOf(match, scope, ANY);
  const [first] = target?.entities ?? [];
  if (!target || !first) return null;
  if (first.domain === 'person') return whereaboutsOf(slots, target, scope);
  const value = askedOf(slots, first);
  if (value === undefined) return null;
  // Whether a door is closed is known by its contact, and a lock is neither on nor off.
  if (first.domain === 'lock' && ['on', 'off', 'open', 'closed'].includes(value) && LANGUAGES.includes(scope.language))
    return null;
  const domain = LISTED.find((one) => one === slots['domain']);
  if (value === 'on' && response !== 'all' && slots['name'] === undefined && domain && !slots['floor']) {
    return { action: 'list_on', targets: [], ...(target.area === undefined ? {} : { area: target.area }), domain };
  }
  const command = commandFor({ does: 'get_state', value }, {}, target, scope, tableOf(scope.language));
  return command && response?.startsWith('all') && target.entities.length > 1
    ? { ...command, aggregate: 'all' }
    : command;
}

/** Where persons are, or who is at home or where one of them is; null for other places: "who is the president". */
function whereaboutsOf({ state, name }: IntentMatch['slots'], target: Target, scope: Scope): Command | null {
  const asking = (value: Asked, entities = target.entities) =>
    commandFor({ does: 'get_state', value }, {}, { ...target, entities }, scope, tableOf(scope.language));
  // Where we have no words for "at home", Home Assistant answers.
  if (!LANGUAGES.includes(scope.language)) return null;
  if (state === undefined) return asking('state');
  const said = fold(String(state));
  if (said === 'not_home') return asking('not_home');
  if (said === 'home' || isAtHome(said, scope.language)) return asking('home');
  const there = scope.index.house.entities.filter((one) => one.domain === 'person' && fold(one.state) === said);
  if (there.length === 0) return null;
  return asking('state', name === undefined ? there : target.entities);
}

/** What is asked of a device; undefined for what isn't answered here. */
function askedOf(slots: IntentMatch['slots'], entity: Entity): Asked | undefined {
  const { state, device_class: kind, name } = slots;
  if (state === undefined) {
    if (kind === 'temperature' || kind === 'humidity') return kind;
    const measured = kindsOf(entity).find((one) => one === 'temperature' || one === 'humidity');
    if (measured && entity.domain === 'sensor') return measured;
    return name === undefined || ['weather', 'todo'].includes(homeAssistantDomain(entity)) ? undefined : 'state';
  }
  return stateAsked(state, OPENINGS.includes(String(entity.attributes['device_class'])));
}

function stateAsked(state: unknown, opens: boolean): Asked | undefined {
  const asked = opens && state === 'on' ? 'open' : opens && state === 'off' ? 'closed' : state;
  return ASKED.find((one) => one === asked);
}

/** The area of an intent's slot: one that is called so, or the speaker's where only "here" was said. */
function areaOf({ slots, said, named }: IntentMatch, { index, here }: Pick<Scope, 'index' | 'here'>): Area | undefined {
  const [area] = named['area'] ?? [];
  if (area) return index.area(area.id);
  return said['area'] === undefined ? here : index.area(String(slots['area']));
}

/** The devices that an intent is about; null for none, for places that aren't known, and where several might be meant. */
function targetOf(match: IntentMatch, scope: Scope, wanted: Wanted): Target | null {
  const { slots, named } = match;
  const { index, here } = scope;
  const floor = named['floor']?.map(({ id }) => id);
  const area = slots['area'] === undefined ? undefined : areaOf(match, scope);
  if ((slots['area'] !== undefined && !area) || (slots['floor'] !== undefined && !floor)) return null;
  const isNamed = slots['name'] !== undefined && slots['name'] !== 'all';
  if (!isNamed && !floor && slots['domain'] === undefined && slots['device_class'] === undefined) {
    return resolve(named['area'] ? fold(area?.name ?? '') : '', scope, wanted);
  }
  const candidates = isNamed ? (named['name'] ?? []).flatMap(({ id }) => index.entity(id) ?? []) : index.house.entities;
  // "which windows are open": those that move and those that only tell
  const { device_class: kind } = slots;
  const isWide = match.intent === 'HassGetState' && !isNamed && OPENINGS.includes(String(kind));
  const fits = isWide ? ({ attributes }: Entity) => attributes['device_class'] === kind : fitsOf(match);
  const fitting = candidates.filter(
    (entity) =>
      (!area || entity.area === area.id) &&
      floor?.includes(entity.area ?? '') !== false &&
      wanted.domains.includes(entity.domain) &&
      wanted.accepts?.(entity) !== false &&
      fits(entity),
  );
  // all the plugs are switched off but the fridge's
  if (!isNamed)
    return group(
      fitting.filter((one) => !wanted.roomless || !staysOn(one, index.house)),
      area,
    );
  if (fitting.length === 1) return { entities: fitting };
  // of several that are called so, the one in this room
  const local = fitting.filter((entity) => entity.area !== undefined && entity.area === here?.id);
  return local.length === 1 ? { entities: local } : null;
}

/** Whether an intent's sentences are about such a device. */
function fitsOf({ intent, slots, block }: IntentMatch): (entity: Entity) => boolean {
  const switches = intent.startsWith('HassTurn');
  const domains = valuesOf(slots['domain']) ?? block.domains;
  const classes = valuesOf(slots['device_class']) ?? block.classes;
  return (entity) => {
    const domain = homeAssistantDomain(entity);
    const isOf = (some: readonly string[]) => some.includes(String(entity.attributes['device_class']));
    return (
      (!switches || domain in SWITCHING || SWITCHED.includes(domain)) &&
      domains?.includes(domain) !== false &&
      block.notDomains?.includes(domain) !== true &&
      (!classes || isOf(classes)) &&
      (!block.notClasses || !isOf(block.notClasses))
    );
  };
}

function valuesOf(slot: IntentMatch['slots'][string] | undefined): string[] | undefined {
  return slot === undefined ? undefined : [slot].flat().map(String);
}

/** As Home Assistant calls it: ours are fewer. */
function homeAssistantDomain({ id }: Entity): string {
  const end = id.indexOf('.');
  return end < 0 ? id : id.slice(0, end);
}
