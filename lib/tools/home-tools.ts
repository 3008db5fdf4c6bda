import { z } from 'zod';
import { confirmationQuestion } from '../deciding/answers.js';
import { type GuardedHome, guarded, refuseGuest, refuseWhereNobodyIs } from '../home/guard.js';
import { lastOf } from '../home/last-commands.js';
import { changedOf } from '../home/read-back.js';
import { stateWords } from '../home/state-words.js';
import type { Command, CommandResult, Entity, Home, House } from '../home/types.js';
import type { Tool, ToolContext, ToolResult } from '../llm/types.js';
import { doorOf } from '../turn/turn.js';
import { ACTING, commandOf, controlArguments } from './home-arguments.js';
import { clean, deviceLine } from './home-lines.js';
import { devicesNamed, devicesOf } from './home-names.js';
import { argumentsOf, refuseWhenLost, toolResult } from './home-results.js';
import { leftOut } from './left-out.js';
import { callService } from './service-tool.js';
import { statesAsked } from './state-asked.js';

const MAX_LINES = 30;
/** Small models send one name instead of a list, and numbers as text with a unit. */
const names = z.preprocess(
  (value) => (typeof value === 'string' ? [value] : value),
  z.array(z.string().min(1)).max(50),
);
const words = z.preprocess(leftOut, z.string().optional());
const stateArguments = z.object({ names: names.optional(), area: words, what: words });
const namesParameter = (description: string) => ({ type: 'array', items: { type: 'string' }, description });
const areaParameter = {
  type: 'string',
  description: 'Room to look in, e.g. "Kitchen". Default: the room of the user.',
};

/** The tools of the house, in an order that never changes: one reads, one acts, and one calls what its owner allows. */
export function homeTools(home: Home): Tool[] {
  const house = guarded(home);
  return [getState(house), controlDevice(house), ...(house.services.length > 0 ? [callService(house)] : [])];
}

function getState(home: GuardedHome): Tool {
  return {
    name: 'get_state',
    description: 'Reads the present state of devices and sensors of the house. Changes nothing.',
    tellsStates: true,
    parameters: {
      type: 'object',
      properties: {
        names: namesParameter('Names or ids of devices, e.g. ["Kitchen Light"].'),
        area: { type: 'string', description: 'Only this room, e.g. "Kitchen".' },
        what: { type: 'string', description: 'A kind instead of names: "light", "temperature", "window", "lock" …' },
      },
    },
    ahead(query, { language, area }) {
      const ids = statesAsked(home.house(), query, language, area);
      return ids.length > 0 ? { names: ids } : undefined;
    },
    async run(args, context) {
      return await toolResult(async () => {
        const { names: asked = [], area, what } = argumentsOf(args, stateArguments);
        refuseWhenLost(home, 'The states are not known now.');
        const house = home.house();
        const entities =
          asked.length > 0
            ? asked.flatMap((name) =>
                devicesNamed(house, name, { area, here: context.area, language: context.language }),
              )
            : devicesOf(house, what, area);
        const lines = [...new Set(entities)].slice(0, MAX_LINES).map((entity) => deviceLine(entity, house));
        if (lines.length === 0) return { ok: false, text: 'There is no such device in the house.' };
        home.last.keep(context.site, turnOf(context), { targets: entities.map(({ id }) => id), before: [] });
        const more = entities.length > lines.length ? [`and ${entities.length - lines.length} more`] : [];
        return { ok: true, text: [...lines, ...more].join('\n') };
      });
    },
  };
}

function controlDevice(home: GuardedHome): Tool {
  return {
    name: 'control_device',
    description:
      'Switches or sets devices of the house. The result says their new state. What opens the house, the person is asked about first.',
    acts: true,
    tellsStates: true,
    parameters: {
      type: 'object',
      properties: {
        action: { type: 'string', enum: ACTING },
        names: namesParameter(
          'Names or ids of devices, e.g. ["Kitchen Light"]; "lights" means all lights of the room, "all lights" and "everything" those of the house.',
        ),
        area: areaParameter,
        value: {
          type: ['number', 'string'],
          description:
            'Percent for set_brightness, set_position, set_volume; degrees for set_temperature; a colour for set_color.',
        },
      },
      required: ['action', 'names'],
    },
    async run(args, context) {
      return await toolResult(async () => {
        const { wishes, names: asked, area } = controlArguments(args);
        refuseWhenLost(home, 'Not done.');
        const house = home.house();
        const results: ToolResult[] = [];
        for (const wish of wishes) {
          const action = wish.action === 'set' ? undefined : wish.action;
          const looking = { area, here: context.area, language: context.language, action };
          const targets = [...new Set(asked.flatMap((name) => devicesNamed(house, name, looking)))];
          const domains = targets.map(({ domain }) => domain);
          const command: Command = { ...commandOf(wish, domains), targets: targets.map(({ id }) => id) };
          const opening = home.opening(command, 'model');
          if (opening.length > 0) return askedFirst(home, command, opening, context);
          const result = await home.run(command, context.signal, 'model', context);
          home.last.keep(context.site, turnOf(context), lastOf(command, result, house));
          results.push(told(result, command, house));
        }
        return { ok: results.every(({ ok }) => ok), text: results.map(({ text }) => text).join('\n') };
      });
    },
  };
}

/**
 * Opening the house is for people, a model may have been talked into it by a web page: it can only have the person asked. What is
 * asked is built here, from what would be opened.
 */
function askedFirst(
  home: GuardedHome,
  command: Command,
  opening: readonly Entity[],
  { site, language, turn }: ToolContext,
): ToolResult {
  refuseGuest(turn, opening);
  refuseWhereNobodyIs(home, turn);
  const list = opening.map(({ name }) => clean(name)).join(', ');
  const question = confirmationQuestion(command, opening, language);
  return {
    ok: false,
    text: `Not done: ${list} opens the house, which only a person may do. They are asked: "${clean(question)}" Do not try again.`,
    asks: {
      question,
      put: () => home.confirmations.hold(site, command, { question, language, by: turn && doorOf(turn) }),
    },
  };
}

/** What is done in one turn is one thing for "turn it off" later. */
const turnOf = ({ trace, said = '' }: ToolContext) => trace?.id ?? said;

/** The result in words, as read back from the house. */
function told({ done, failed }: CommandResult, command: Command, before: House): ToolResult {
  const changed = changedOf(done, command, before);
  const same = done.filter((entity) => !changed.includes(entity));
  const lines = [
    ...done.map((entity) => `Done: ${clean(entity.name)} is now ${clean(stateWords(entity))}.`),
    ...failed.map(({ entity, reason }) => `Not done: ${clean(entity.name)}: ${reason}.`),
    ...(same.length > 0 ? [`So before, and not changed: ${same.map(({ name }) => clean(name)).join('; ')}.`] : []),
  ];
  if (lines.length === 0) return { ok: false, text: 'Not done: no device was named.' };
  return { ok: failed.length === 0, text: lines.join('\n') };
}
