import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type House, houseSchema } from '../lib/home/types.js';
import type { Tool, ToolCall, ToolResult } from '../lib/llm/types.js';
import type { Outcome } from '../lib/replying/facts.js';
import { packageRoot } from '../test/package-root.js';

/** Names of the house's devices: a light, a fan, a door that is locked, a thermostat that heats to 21 degrees. */
export type Names = readonly [string, string, string, string];
export const NAMES: Record<string, Names> = {
  en: ['Kitchen Light', 'Fan', 'Front Door', 'Thermostat'],
  de: ['Küchenlicht', 'Ventilator', 'Haustür', 'Heizung'],
  fr: ['Lumière de la cuisine', 'Ventilateur', "Porte d'entrée", 'Chauffage'],
  es: ['Luz de la cocina', 'Ventilador', 'Puerta principal', 'Calefacción'],
};

/** A sentence of a model, and whether it may be spoken. */
export interface Claimed {
  language: string;
  query: string;
  /** Calls before it was said; with "!" behind it what failed. */
  calls: readonly string[];
  /** Calls of an earlier turn. */
  earlier: readonly string[];
  /** Facts that were told before. */
  told: readonly string[];
  sentence: string;
  isSo: boolean;
}

/**
 * Sentences of a file in `bench/claims`. A heading is a situation, "[en] lamp, message!: turn on the light and text Anna"; among its calls
 * `knows<…>` is what was told before, and `earlier …` a call of the turn before. Below it is what is so (+) and what isn't (-).
 */
export function readClaimed(set: string): Claimed[] {
  const lines = readFileSync(path.join(packageRoot(), `bench/claims/${set}.txt`), 'utf8')
    .trim()
    .split('\n');
  let situation: Omit<Claimed, 'sentence' | 'isSo'> = { language: '', query: '', calls: [], earlier: [], told: [] };
  return lines.flatMap((line) => {
    const [, language, done = '', query = ''] = /^\[(\w+)\] ((?:[^:<]|<[^>]*>)*): (.*)$/.exec(line) ?? [];
    if (language === undefined) return { ...situation, sentence: line.slice(2), isSo: line.startsWith('+') };
    const named = done.split(/, (?![^<]*>)/).filter((one) => one !== 'none');
    const earlier = named.flatMap((one) => (one.startsWith('earlier ') ? one.slice('earlier '.length) : []));
    const told = named.flatMap((one) => /^knows<(.*)>$/.exec(one)?.[1] ?? []);
    const calls = named.filter((one) => !/^(?:earlier |knows<)/.test(one));
    situation = { language, query, calls, earlier, told };
    return [];
  });
}

/** A call without its number, and what came of it. */
export type Made = { call: Pick<ToolCall, 'name' | 'arguments'>; result: ToolResult };
export const FAILED: ToolResult = { ok: false, text: 'Not done: no answer.' };

/** The call that a heading names, and what came of it. @throws Error where it names none */
export function callOf(what: string, names: Names): Made {
  const [light, fan, door, thermostat] = names;
  const fails = what.endsWith('!');
  const switched = (name = ''): Made => ({
    call: { name: 'control_device', arguments: { action: 'turn_on', names: [name] } },
    result: fails
      ? { ok: false, text: `Not done: ${name}: it did not react.` }
      : { ok: true, text: `Done: ${name} is now on.` },
  });
  const called = (name: string, args: Record<string, unknown>, text: string): Made => ({
    call: { name, arguments: args },
    result: fails ? FAILED : { ok: true, text },
  });
  const [, kind, own = ''] = /^(read|act)<(.*)>!?$/.exec(what) ?? [];
  if (kind === 'read') return called('web_search', { query: 'x' }, own);
  if (kind === 'act') {
    const [name = '', text = ''] = own.split(/: (.*)/);
    return { call: { name, arguments: {} }, result: { ok: !fails, text: fails ? `Not done: ${text}` : text } };
  }
  switch (fails ? what.slice(0, -1) : what) {
    case 'lamp':
      return switched(light);
    case 'fan':
      return switched(fan);
    case 'message':
      return called('send_message', { to: 'Anna', text: 'Hello.' }, 'Sent.');
    case 'table':
      return called('book_table', { people: 4 }, 'Booked.');
    case 'list':
      return called('todo', { action: 'add', items: ['x'] }, 'Shopping list\nAdded: x.');
    case 'look':
      return called(
        'get_state',
        {},
        `${light} | | off\n${fan} | | off\n${door} | | locked\n${thermostat} | | heat, target 21 degrees, now 20.5 degrees`,
      );
    case 'search':
      return called('web_search', { query: 'x' }, 'It opens at 9; the match ended 2:1.');
    default:
      throw new Error(`No call is "${what}".`);
  }
}

const tool = (name: string, description: string, more: Partial<Tool> = {}): Tool => ({
  ...{ name, description, parameters: { type: 'object', properties: {} }, run: async () => FAILED },
  ...more,
});
const TOOLS: readonly Tool[] = [
  tool('control_device', 'Switches or sets devices of the house. The result says their new state.', {
    acts: true,
    tellsStates: true,
  }),
  tool('get_state', 'Reads the states of devices.', { tellsStates: true }),
  tool('send_message', 'Sends a message to a person.', { acts: true }),
  tool('book_table', 'Books a table in a restaurant.', { acts: true }),
  tool('todo', 'Adds items to a to-do or shopping list, completes or removes them.', { acts: true }),
  tool('web_search', 'Searches the web.'),
];

export function houseOf([light, fan, door, thermostat]: Names): House {
  const heating = { temperature: 21, current_temperature: 20.5 };
  return houseSchema.parse({
    areas: [],
    entities: [
      { id: 'light.kitchen', domain: 'light', name: light, state: 'off' },
      { id: 'fan.fan', domain: 'fan', name: fan, state: 'off' },
      { id: 'lock.door', domain: 'lock', name: door, state: 'locked' },
      { id: 'climate.heating', domain: 'climate', name: thermostat, state: 'heat', attributes: heating },
    ],
  });
}

/** Calls of a turn with their numbers. */
export const outcomesOf = (made: readonly Made[]): Outcome[] =>
  made.map(({ call, result }, index) => ({ call: { id: String(index), ...call }, result }));

/** The tools that a turn may call: those that all turns have, and whatever its heading names. */
export function toolsOf(made: readonly Made[]): Tool[] {
  const others = made.filter(({ call }) => !TOOLS.some(({ name }) => name === call.name));
  return [...TOOLS, ...others.map(({ call }) => tool(call.name, '', { acts: true }))];
}
