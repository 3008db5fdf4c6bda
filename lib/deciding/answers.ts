import { z } from 'zod';
import { commandFor, isOn, levelOf, targetTemperature } from '../home/actions.js';
import { changedOf } from '../home/read-back.js';
import { isSetting } from '../home/settings.js';
import type { Action, Command, CommandResult, Domain, Entity, House } from '../home/types.js';
import { LANGUAGES, supportedLanguage } from '../language/folders.js';
import { countWord } from '../language/numbers.js';
import { inDigits } from '../language/plural.js';
import { filled, spoken } from '../language/spoken.js';
import { primaryLanguage } from '../language/tags.js';
import { oneLine } from '../turn/shorten.js';
import { communityAnswer } from './answers/community-answer.js';
import { aspectAnswer, measured } from './answers/measured.js';
import { joined, nameOf, placeOf, withArticle } from './answers/naming.js';
import {
  type Confirmed,
  type Failure,
  type Gender,
  modeWord,
  type Named,
  type Phrases,
  phrasesOf,
  STATES,
  type State,
  sentence,
  stateWord,
} from './answers/phrases.js';
import { isUnknown, type Speech, withUnit } from './answers/speech.js';
import { MEASURES } from './sentences/types.js';

/** Question about a sentence of which only Home Assistant knows what it does. */
const UNREAD = z.object({ passOn: z.string() });
/** Characters of a sentence that is told back. */
const MAX_TOLD = 200;
const MAX_NAMED = 2;
const MAX_LISTED = 5;
/** What one calls "on": an open blind or a heating that keeps its temperature isn't. */
const SWITCHED: readonly Domain[] = ['light', 'switch', 'fan', 'humidifier', 'media_player', 'other'];

export interface AnswerOptions {
  /** BCP 47 tag; languages without phrases are answered as Home Assistant's community does, or in English. */
  language: string;
  house: House;
  /** The house before a command was carried out: only what changed since is told as done. */
  before?: House;
}

/**
 * The spoken answer to a command: what was done, naming the device, or what a question is about.
 * For commands give how they ended; for questions (get_state, list_on) the entities asked about, as `askedAbout` gives them.
 */
export function answer(
  command: Command,
  outcome: CommandResult | readonly Entity[],
  { language, house, before }: AnswerOptions,
): { text: string } {
  const done = 'done' in outcome ? outcome.done : [];
  const changed = before ? changedOf(done, command, before) : done;
  const so = changed.length === 0 ? done : [];
  const came = 'done' in outcome ? { ...outcome, done: changed } : outcome;
  const theirs = LANGUAGES.includes(primaryLanguage(language))
    ? undefined
    : so.length > 0
      ? communityAnswer({ action: 'get_state', targets: command.targets }, so, language, house)
      : communityAnswer(command, came, language, house);
  if (theirs !== undefined) return { text: capitalised(theirs) };
  const speech: Speech = {
    language: supportedLanguage(language),
    phrases: phrasesOf(language),
    house,
  };
  const text = 'done' in came ? doneAnswer(command, came, so, speech) : stateAnswer(command, came, speech);
  return { text: capitalised(text) };
}

/** What couldn't be done, and why, where somebody else says that all was. */
export function failedAnswer(failed: CommandResult['failed'], { language, house }: AnswerOptions): string {
  return capitalised(failedIn(failed, { language: supportedLanguage(language), phrases: phrasesOf(language), house }));
}

/** "Shall I really unlock the front door?", for what the policy of the house says needs a yes: every one of them is named. */
export function confirmationQuestion(command: Command, entities: readonly Entity[], language: string): string {
  const phrases = phrasesOf(language);
  const names = entities.map((entity) => nameOf(entity, phrases));
  const [first, ...others] = new Set(entities.map((entity) => asked(entity, command)));
  const action = first === undefined || others.length > 0 ? 'other' : first;
  const values = { verb: phrases.verbs[action], what: joined(names, phrases) };
  return capitalised(sentence(phrases.confirm, values, phrases));
}

/** The question before a sentence goes to Home Assistant of which nobody here knows what it does. */
export function passOnQuestion(what: string, language: string): string {
  return filled(spoken(language, 'unread', UNREAD).passOn, { what: oneLine(what, MAX_TOLD) });
}

function asked(entity: Entity, command: Command): Confirmed {
  if (entity.domain === 'lock') return 'unlock';
  const { action } = commandFor(entity, command);
  const isSwitched = entity.domain !== 'scene' && entity.domain !== 'script';
  if (action === 'activate' || action === 'press' || (action === 'turn_on' && !isSwitched)) return 'activate';
  if (action === 'turn_on') return 'on';
  if (action === 'turn_off') return 'off';
  if (action === 'disarm') return 'disarm';
  return action === 'open' || action === 'set_position' ? 'open' : 'other';
}

/** What is said when a person doesn't confirm. */
export function cancelledAnswer(language: string): string {
  return phrasesOf(language).cancelled;
}

/** What is asked when the answer to a confirmation was neither a yes nor a no; it has no word that is one. */
export function askedAgain(language: string): string {
  return phrasesOf(language).again;
}

/** What is said where nothing is there to do something with. */
export function nothingToDoAnswer(language: string): string {
  return phrasesOf(language).none;
}

/** What is said to somebody who only called us. */
export function promptAnswer(language: string): string {
  return phrasesOf(language).prompt;
}

/** @param so what was all so before */
function doneAnswer(command: Command, { done, failed }: CommandResult, so: readonly Entity[], speech: Speech): string {
  const { phrases } = speech;
  if (command.action === 'get_state' || command.action === 'list_on') return stateAnswer(command, done, speech);
  const succeeded =
    so.length > 0 ? alreadySo(command, so, speech) : done.length === 0 ? '' : acted(command, done, speech);
  const [first] = failed;
  if (!first) return succeeded === '' ? phrases.none : succeeded;
  const failure = failedIn(failed, speech);
  return succeeded === '' ? failure : `${succeeded.replace(/\.$/, '')}, ${phrases.but} ${failure}`;
}

function failedIn(failed: CommandResult['failed'], speech: Speech): string {
  const { phrases } = speech;
  const reasons = [...new Set(failed.map(({ reason }) => reason))];
  const what = subject(
    failed.map(({ entity }) => entity),
    undefined,
    speech,
  );
  const reason = reasons.map((one) => inWords(one, phrases)).join('; ');
  return sentence(phrases.failed, { what, reason }, phrases);
}

/** By what is done: the word for what is so then. */
const SO: Partial<Record<Action, State>> = {
  ...{ turn_on: 'on', turn_off: 'off', open: 'open', close: 'closed', lock: 'locked', unlock: 'unlocked' },
  ...{ play: 'playing', pause: 'paused' },
  ...{ arm_home: 'armed', arm_away: 'armed', arm_night: 'armed', disarm: 'disarmed' },
};

/** "The lights in the kitchen are already off." */
function alreadySo(command: Command, entities: readonly Entity[], speech: Speech): string {
  const { phrases } = speech;
  const what = subject(entities, command, speech, false);
  const state = stateWord(SO[command.action] ?? 'on', what.gender, phrases);
  return sentence(phrases.already, { what, state }, phrases);
}

/** Toggled devices are told apart by what they are now. */
function acted(command: Command, done: readonly Entity[], speech: Speech): string {
  const { phrases } = speech;
  if (command.action === 'toggle') {
    const [on, off] = [done.filter(isOn), done.filter((entity) => !isOn(entity))];
    if (off.length === 0) return wasDone('turn_on', subject(on, command, speech), '', phrases);
    if (on.length === 0) return wasDone('turn_off', subject(off, command, speech), '', phrases);
    return `${capitalised(wasDone('turn_on', subject(on, undefined, speech), '', phrases))} ${capitalised(wasDone('turn_off', subject(off, undefined, speech), '', phrases))}`;
  }
  const { action, value } = command;
  if (action === 'get_state' || action === 'list_on') return '';
  if (command.by !== undefined) {
    const level = (entity: Entity) => {
      const now = levelOf(entity);
      return now === undefined || command.action === 'set_temperature' ? now : Math.round(now);
    };
    const sentences = [...new Set(done.map(level))].map((now) => {
      const there = subject(
        done.filter((entity) => level(entity) === now),
        command,
        speech,
      );
      return now === undefined
        ? isIn(there, stateWord('on', there.gender, phrases), phrases)
        : isSetting(action)
          ? wasDone('set', there, settingWords(action, now, done, speech), phrases)
          : wasDone(action, there, now, phrases);
    });
    return sentences.map(capitalised).join(' ');
  }
  if (isSetting(action)) {
    const now = settingWords(action, value, done, speech);
    return wasDone('set', subject(done, command, speech), now, phrases);
  }
  if (command.high !== undefined) {
    const [low = '', high = ''] = [Number(value), command.high].map((one) => inDigits(one, speech));
    const range = sentence(phrases.range, { low, high }, phrases);
    return wasDone(action, subject(done, command, speech), range, phrases);
  }
  const place = action === 'clean_area' ? speech.house.areas.find(({ id }) => id === value)?.name : undefined;
  const said = typeof value === 'number' ? value : (place ?? phrases.colors[value ?? ''] ?? value ?? '');
  // a robot is no switch
  const isRobot = done.every(({ domain }) => domain === 'vacuum' || domain === 'lawn_mower');
  const isMoving = done.every(({ domain }) => domain === 'cover' || domain === 'valve');
  const told = isRobot
    ? { turn_on: 'activate' as const, turn_off: 'pause' as const }[String(action)]
    : isMoving && action === 'pause'
      ? ('stop' as const)
      : undefined;
  return wasDone(told ?? action, subject(done, command, speech), said, phrases);
}

/** What it is called to be set so, where Home Assistant has no word that tells. */
const TOLD: Partial<Record<Action, Readonly<Record<string, string>>>> = {
  set_oscillation: { on: 'oscillating', off: 'still' },
  set_shuffle: { on: 'shuffled', off: 'in-order' },
  set_repeat: { off: 'repeat-off', one: 'repeat-one', all: 'repeat-all' },
};

/** What a device is set to now. */
function settingWords(action: Action, value: Command['value'], [first]: readonly Entity[], speech: Speech): string {
  const unit =
    action === 'set_value' ? first?.attributes['unit_of_measurement'] : action === 'set_color_temp' ? 'K' : '%';
  if (typeof value === 'number') return withUnit(value, unit, speech);
  const said = String(value ?? '');
  return modeWord(TOLD[action]?.[said] ?? said, speech.phrases);
}

function wasDone(action: keyof Phrases['done'], what: Named, value: string | number, phrases: Phrases): string {
  const done = action === 'set_volume' && value === 0 ? 'mute' : action;
  return sentence(phrases.done[done], { what, value }, phrases);
}

function isIn(what: Named, state: string, phrases: Phrases): string {
  return sentence(phrases.is, { what, state }, phrases);
}

/** One or two devices by name, more as "five lights in the kitchen", or uncounted as "the lights in the kitchen". */
function subject(
  entities: readonly Entity[],
  command: Command | undefined,
  { language, phrases, house }: Speech,
  isCounted = true,
): Named {
  if (entities.length <= MAX_NAMED) {
    return joined(
      entities.map((entity) => nameOf(entity, phrases)),
      phrases,
    );
  }
  const [kind, gender] = kindOf(entities, phrases);
  const area = command?.area ?? soleArea(entities);
  const where = placeOf(
    house.areas.find(({ id }) => id === area),
    phrases,
  );
  const those = isCounted ? `${countWord(entities.length, language)} ${kind}` : withArticle(kind, gender, phrases);
  return { text: `${those}${where}`, gender, plural: true };
}

function stateAnswer(command: Command, entities: readonly Entity[], speech: Speech): string {
  const { phrases, house } = speech;
  const area = house.areas.find(({ id }) => id === command.area);
  if (command.action === 'list_on')
    return listed(namedIn(command, entities), 'on', placeOf(area, phrases), speech, command.domain);
  if (MEASURES.some((measure) => measure === command.value)) return measured(command, entities, speech);
  const aspect = aspectAnswer(command, entities, speech);
  if (aspect !== undefined) return aspect;
  const asked = STATES.find((state) => state === command.value);
  const [one, ...more] = entities;
  if (!one) return phrases.none;
  if (asked === undefined) return entities.map((entity) => capitalised(stateOf(entity, speech))).join(' ');
  const named = command.aggregate === 'each' ? togetherAnswer(asked, entities, speech) : undefined;
  if (named !== undefined) return named;
  if (command.aggregate === 'all') return allAnswer(asked, entities, placeOf(area, phrases), speech);
  if (more.length === 0) {
    const now = stateName(one, asked);
    const what = nameOf(one, phrases);
    // "no, Ada: Work"
    if (now === undefined && one.domain === 'person' && !isUnknown(one))
      return `${phrases.no}, ${stateOf(one, speech)}`;
    if (now === undefined) return sentence(phrases.unknown, { what }, phrases);
    const state = isIn(what, stateWord(now, what.gender, phrases), phrases);
    if (now === asked && command.domain !== undefined) return state;
    return `${now === asked ? phrases.yes : phrases.no}, ${state}`;
  }
  return listed(namedIn(command, entities), asked, placeOf(area, phrases), speech, entities);
}

/** The devices that the answer to a question names, of those that it asks about. */
export function namedIn({ action, domain, value, aggregate }: Command, entities: readonly Entity[]): readonly Entity[] {
  if (action === 'list_on')
    return entities.filter(
      (one) => isOn(one) && (domain !== undefined || (SWITCHED.includes(one.domain) && one.state !== 'paused')),
    );
  const asked = STATES.find((state) => state === value);
  if (asked === undefined || entities.length < 2 || aggregate === 'each') return entities;
  return entities.filter((one) => (stateName(one, asked) === asked) === (aggregate !== 'all'));
}

/** "Yes, the lamp and the fan are on.": of two that were named, where one and the other are. */
function togetherAnswer(asked: State, entities: readonly Entity[], speech: Speech): string | undefined {
  if (entities.length !== MAX_NAMED || entities.some(isUnknown)) return undefined;
  const states = entities.map((entity) => stateName(entity, asked));
  const [now, other] = states;
  if (now === undefined || other === undefined) return undefined;
  const { phrases } = speech;
  if (now !== other) return entities.map((entity) => capitalised(stateOf(entity, speech))).join(' ');
  const what = subject(entities, undefined, speech);
  return `${now === asked ? phrases.yes : phrases.no}, ${isIn(what, stateWord(now, what.gender, phrases), phrases)}`;
}

const OPPOSITES: Partial<Record<State, State>> = {
  ...{ on: 'off', off: 'on', open: 'closed', closed: 'open', locked: 'unlocked', unlocked: 'locked' },
};

/** "Yes, no windows are open.", "No, the kitchen window is open.": whether all are so is told by those that aren't. */
function allAnswer(asked: State, entities: readonly Entity[], where: string, speech: Speech): string {
  const { phrases } = speech;
  const others = entities.filter((entity) => stateName(entity, asked) !== asked);
  const told = listed(others, OPPOSITES[asked] ?? asked, where, speech, entities);
  return `${others.length === 0 ? phrases.yes : phrases.no}, ${told}`;
}

/** "Two lights are on in the kitchen: …" */
function listed(
  entities: readonly Entity[],
  state: State,
  where: string,
  { language, phrases }: Speech,
  among: readonly Entity[] | Domain | undefined,
): string {
  const [one, ...more] = entities;
  if (!one) {
    const kind = typeof among === 'string' ? phrases.kinds[among] : among && kindOf(among, phrases);
    if (!kind || kind === phrases.things)
      return sentence(phrases.nothing, { state: stateWord(state, 'm', phrases), where }, phrases);
    return sentence(phrases.noneOf, { kind: kind[0], state: stateWord(state, kind[1], phrases), where }, phrases);
  }
  if (more.length === 0) {
    const what = nameOf(one, phrases);
    return isIn(what, stateWord(state, what.gender, phrases), phrases);
  }
  const [kind, gender] = kindOf(entities, phrases);
  const names = entities.slice(0, MAX_LISTED).map((entity) => nameOf(entity, phrases));
  const rest = entities.length - names.length;
  if (rest > 0) names.push({ text: sentence(phrases.others, { count: rest }, phrases), gender: 'M', plural: true });
  const values = { count: countWord(entities.length, language), kind, state: stateWord(state, gender, phrases), where };
  const count = sentence(phrases.count, values, phrases);
  return `${count} ${joined(names, phrases).text}.`;
}

/** "How is …": the state with what belongs to it. */
function stateOf(entity: Entity, speech: Speech): string {
  const { phrases } = speech;
  const what = nameOf(entity, phrases);
  const { domain, state, attributes } = entity;
  if (isUnknown(entity)) return sentence(phrases.unknown, { what }, phrases);
  const valued = (value: string) => sentence(phrases.value, { what, value }, phrases);
  if (domain === 'sensor') return valued(withUnit(state, attributes['unit_of_measurement'], speech));
  const target = domain === 'climate' ? targetTemperature(entity) : undefined;
  if (target !== undefined && state !== 'off')
    return isIn(what, sentence(phrases.setTo, { value: target }, phrases), phrases);
  const now = stateName(entity, isOpening(entity) ? 'open' : 'on');
  if (now === undefined) return valued(state);
  const word = stateWord(now, what.gender, phrases);
  const level = domain === 'light' && now === 'on' ? attributes['brightness'] : undefined;
  if (typeof level !== 'number') return isIn(what, word, phrases);
  const value = Math.round((level / 255) * 100);
  return isIn(what, sentence(phrases.at, { state: word, value }, phrases), phrases);
}

/** Which of the words people use for states an entity is in; undefined when it isn't known. */
export function stateName(entity: Entity, asked: State): State | undefined {
  const { state, domain } = entity;
  if (isUnknown(entity)) return undefined;
  switch (domain) {
    case 'person':
      // Who is in a zone is away, and that zone is told.
      if (asked === 'not_home') return state === 'home' ? 'home' : 'not_home';
      return state === 'home' || state === 'not_home' ? state : undefined;
    case 'lock':
      return state === 'locked' || state === 'locking' ? 'locked' : 'unlocked';
    case 'alarm_control_panel':
      return isOn(entity) ? 'armed' : 'disarmed';
    case 'cover':
    case 'valve':
      return isOn(entity) ? 'open' : 'closed';
    case 'binary_sensor':
      if (asked === 'open' || asked === 'closed') return state === 'on' ? 'open' : 'closed';
      return state === 'on' ? 'on' : 'off';
    case 'media_player':
      if (asked === 'playing')
        return state === 'playing' || state === 'buffering' ? 'playing' : isOn(entity) ? 'paused' : 'off';
      return isOn(entity) ? 'on' : 'off';
    default:
      return isOn(entity) ? 'on' : 'off';
  }
}

function isOpening({ domain, attributes }: Entity): boolean {
  return (
    domain === 'cover' || domain === 'valve' || /door|window|opening|garage/.test(String(attributes['device_class']))
  );
}

function kindOf(entities: readonly Entity[], phrases: Phrases): [string, Gender] {
  const [first] = entities;
  const same = <Value>(of: (entity: Entity) => Value) => first && entities.every((entity) => of(entity) === of(first));
  const deviceClass = first?.attributes['device_class'];
  const opening = deviceClass === 'door' || deviceClass === 'window' ? phrases.kinds[deviceClass] : undefined;
  if (opening && same(({ attributes }) => attributes['device_class'])) return opening;
  return (first && same(({ domain }) => domain) && phrases.kinds[first.domain]) || phrases.things;
}

function soleArea(entities: readonly Entity[]): string | undefined {
  const area = entities[0]?.area;
  return entities.every((entity) => entity.area === area) ? area : undefined;
}

/** The reasons that homes give, in the person's language; others as they are. */
function inWords(reason: string, phrases: Phrases): string {
  const { failures } = phrases;
  const known: [RegExp, Failure][] = [
    [/unavailable|no connection|unreachable/, 'unavailable'],
    [/dimmed/, 'not-dimmable'],
    [/colour|color/, 'no-colour'],
    [/only be opened/, 'no-position'],
    [/only be turned up/, 'only-steps'],
    [/did not react/, 'no-reaction'],
    [/^it is off$/, 'off'],
    [/^it wants a code$/, 'code'],
    [/^it only takes (?<list>.*)$/, 'options'],
    [/^it takes (?:temperatures from )?(?<low>\S+) to (?<high>\S+)/, 'range'],
    [/can't be set so/, 'no-setting'],
    [/^it can't /, 'incapable'],
  ];
  const [pattern, code] = known.find(([one]) => one.test(reason)) ?? [];
  if (code === undefined) return reason.replace(/[.\s]+$/, '');
  const { list = '', ...range } = pattern?.exec(reason)?.groups ?? {};
  const options = list.split(', ').map((one) => modeWord(one, phrases));
  return sentence(failures[code], { list: options.join(', '), ...range }, phrases);
}

function capitalised(text: string): string {
  return text.replace(/^[¿¡]?\p{Ll}/u, (start) => start.toUpperCase());
}
