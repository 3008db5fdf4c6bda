import { isOn, isQuestion } from '../../home/actions.js';
import type { Action, Command, CommandResult, Entity, House } from '../../home/types.js';
import { intentLanguage, type LanguageData, languageData } from '../sentences/hassil/data.js';

// Its types are those of an ES module, though it has both.
const { Template } = require('@huggingface/jinja') as {
  Template: new (source: string) => { render(values: object): string };
};

/** The answers of Home Assistant's community to what was done: the intent, and the key of its answer. */
const DONE: Partial<Record<Action, readonly [intent: string, key: string]>> = {
  turn_on: ['HassTurnOn', 'default'],
  turn_off: ['HassTurnOff', 'default'],
  toggle: ['HassToggle', 'default'],
  open: ['HassTurnOn', 'cover'],
  close: ['HassTurnOff', 'cover'],
  lock: ['HassTurnOn', 'lock'],
  unlock: ['HassTurnOff', 'lock'],
  activate: ['HassTurnOn', 'scene'],
  set_brightness: ['HassLightSet', 'brightness'],
  set_color: ['HassLightSet', 'color'],
  set_temperature: ['HassClimateSetTemperature', 'default'],
  set_position: ['HassSetPosition', 'default'],
  set_volume: ['HassSetVolume', 'default'],
  play: ['HassMediaUnpause', 'default'],
  pause: ['HassMediaPause', 'default'],
  next: ['HassMediaNext', 'default'],
  previous: ['HassMediaPrevious', 'default'],
  unmute: ['HassMediaPlayerUnmute', 'default'],
  dock: ['HassVacuumReturnToBase', 'default'],
  clean_area: ['HassVacuumCleanArea', 'default'],
};

const read = new Map<string, LanguageData | undefined>();

/** The newest data of the community for a language that has no answers of ours. */
function dataOf(language: string): LanguageData | undefined {
  if (!read.has(language)) {
    const tag = intentLanguage(language);
    read.set(language, tag === undefined ? undefined : languageData(tag).at(-1));
  }
  return read.get(language);
}

/**
 * The answer to a command as Home Assistant's community has it, for languages that we have no sentences in.
 * @param outcome How the command ended, or the entities asked about.
 * @returns undefined where the community has none
 */
export function communityAnswer(
  command: Command,
  outcome: CommandResult | readonly Entity[],
  language: string,
  house: House,
): string | undefined {
  const data = dataOf(language);
  if (!data) return undefined;
  if (!('done' in outcome)) return questionAnswer(command, outcome, data, house);
  const { done, failed } = outcome;
  if (isQuestion(command.action)) return questionAnswer(command, done, data, house);
  if (failed.length > 0 || done.length === 0) return data.responses.errors['handle_error'];
  const [intent, key] = DONE[command.action] ?? ['', ''];
  const area = house.areas.find(({ id }) => id === command.area)?.name;
  const inArea = area !== undefined && done.length > 1 ? `${done[0]?.domain}s_area` : undefined;
  return (
    (inArea && rendered(data, intent, inArea, command, done, area)) ?? rendered(data, intent, key, command, done, area)
  );
}

function questionAnswer(
  command: Command,
  about: readonly Entity[],
  data: LanguageData,
  house: House,
): string | undefined {
  const area = house.areas.find(({ id }) => id === command.area)?.name;
  if (command.value === 'temperature')
    return rendered(data, 'HassClimateGetTemperature', 'default', command, about, area);
  const key =
    about.length > 1 || command.action === 'list_on'
      ? 'which'
      : command.value === undefined || command.value === 'state'
        ? 'one'
        : 'one_yesno';
  return rendered(data, 'HassGetState', key, command, about, area);
}

function rendered(
  data: LanguageData,
  intent: string,
  key: string,
  command: Command,
  entities: readonly Entity[],
  area: string | undefined,
): string | undefined {
  const states = entities.map((entity) => stateOf(entity, data));
  const name = entities.map((entity) => entity.name).join(', ');
  const asked = (entity: Entity) =>
    command.action === 'list_on' ? isOn(entity) : command.value === undefined || entity.state === command.value;
  const matched = states.filter((_, at) => asked(entities[at] as Entity));
  const value = command.value ?? '';
  const slots = {
    name,
    domain: entities[0]?.domain ?? '',
    device_class: '',
    area: area ?? name,
    brightness: value,
    color: value,
    temperature: value,
    position: value,
    volume_level: value,
  };
  return filledIn(data, intent, key, {
    slots,
    state: states[0] ?? {},
    query: { matched, unmatched: states.filter((one) => !matched.includes(one)) },
    state_attr: (id: string, attribute: string) =>
      entities.find((entity) => entity.id === id)?.attributes[attribute] ?? null,
  });
}

/** The community's answer to an intent in a language, with these slots; undefined where it has none. */
export function communityResponse(language: string, intent: string, key: string, slots: object): string | undefined {
  const data = dataOf(language);
  return data && filledIn(data, intent, key, { slots });
}

function filledIn(data: LanguageData, intent: string, key: string, values: object): string | undefined {
  const template = data.responses.intents[intent]?.[key];
  if (template === undefined) return undefined;
  try {
    // Python's Jinja takes "{% if one: %}".
    const text = new Template(template.replace(/:\s*%\}/g, ' %}')).render(values);
    return text.replace(/\s+/g, ' ').trim() || undefined;
  } catch {
    // A template that this Jinja doesn't know.
    return undefined;
  }
}

/** As Home Assistant's templates see an entity, its state in a word of the language where one of its lists has it. */
function stateOf(entity: Entity, data: LanguageData) {
  const { id, name, domain, state, attributes } = entity;
  const unit = attributes['unit_of_measurement'];
  const word = wordFor(entity, data);
  return {
    entity_id: id,
    name,
    domain,
    state,
    state_with_unit: unit === undefined ? word : `${state} ${String(unit)}`,
    attributes,
  };
}

/** The word for a state: of the list for its kind of device before those of others. */
function wordFor({ domain, state, attributes }: Entity, { lists }: LanguageData): string {
  const own = [`bs_${String(attributes['device_class'])}_states`, `${domain}_states`, 'on_off_states'];
  const names = [...own, ...Object.keys(lists).filter((name) => name.includes('state'))];
  for (const name of names) {
    const list = lists[name];
    const said = list && 'values' in list && list.values.find(({ out }) => out === state)?.in;
    if (said) return firstOf(said);
  }
  return state;
}

/** The first of the ways in which a template may be said, without what may be left out. */
function firstOf(template: string): string {
  const plainer = template.replace(/\[[^[\]]*\]/g, '').replace(/\(([^()|]*)[^()]*\)/g, '$1');
  return plainer === template ? (template.split('|')[0] ?? '').trim() : firstOf(plainer);
}

/** The community's answer of an intent that isn't about devices, such as those of lists; undefined where it has none. */
export function intentAnswer(
  language: string,
  intent: string,
  key: string,
  slots: Record<string, string>,
  about?: Entity,
): string | undefined {
  const data = dataOf(language);
  const template = data?.responses.intents[intent]?.[key];
  if (!data || template === undefined) return undefined;
  try {
    const state = about ? { ...stateOf(about, data), state: about.state } : {};
    const text = new Template(template.replace(/:\s*%\}/g, ' %}')).render({ slots, state });
    return text.replace(/\s+/g, ' ').trim() || undefined;
  } catch {
    return undefined;
  }
}
