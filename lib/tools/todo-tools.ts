import { z } from 'zod';
import { changeAsked, changeList, changeTold, LIST_CHANGES, usualList } from '../deciding/contents/list-changes.js';
import { type Contents, type Item, MAX_SUMMARY } from '../home/contents.js';
import { type GuardedHome, guarded } from '../home/guard.js';
import type { Entity, Home } from '../home/types.js';
import type { Tool, ToolContext, ToolResult } from '../llm/types.js';
import { clean } from './home-lines.js';
import { argumentsOf, refuseWhenLost, toolResult, Unknown } from './home-results.js';
import { leftOut } from './left-out.js';
import { namedAmong, noneNamed } from './named-among.js';
import { refusedQuestion } from './refused.js';

/** Items of one call. */
const MAX_CHANGED = 20;
/** Items that a model is told of. */
const MAX_READ = 60;

const named = z.preprocess(leftOut, z.string().max(100).optional());
const readArguments = z.object({ list: named });
const changeArguments = z.object({
  action: z.preprocess(
    (value) => (typeof value === 'string' ? value.trim().toLowerCase() : value),
    z.enum(LIST_CHANGES),
  ),
  // Small models send one instead of a list.
  items: z.preprocess(
    (value) => (typeof value === 'string' ? [value] : value),
    z.array(z.string().trim().min(1).max(MAX_SUMMARY)).min(1).max(MAX_CHANGED),
  ),
  list: named,
});
const listParameter = { type: 'string', description: 'Name of the list. Default: the shopping list.' };

/** The tools of the to-do and shopping lists that may be spoken about: one reads, one changes. None where the house has no such thing. */
export function todoTools(home: Home): Tool[] {
  const house = guarded(home);
  return house.contents ? [todoItems(house, house.contents), todo(house, house.contents)] : [];
}

function todoItems(home: GuardedHome, contents: Contents): Tool {
  return {
    name: 'todo_items',
    description: 'Reads what is on a to-do or shopping list. Changes nothing.',
    parameters: { type: 'object', properties: { list: listParameter } },
    async run(args, { language, signal }) {
      return await toolResult(async () => {
        const list = listNamed(home, argumentsOf(args, readArguments).list, language);
        return { ok: true, text: contentOf(list, await contents.items(list.id, signal)) };
      });
    },
  };
}

function todo(home: GuardedHome, contents: Contents): Tool {
  return {
    name: 'todo',
    description: 'Adds items to a to-do or shopping list, completes or removes them.',
    acts: true,
    parameters: {
      type: 'object',
      properties: {
        action: { type: 'string', enum: LIST_CHANGES },
        items: { type: 'array', items: { type: 'string' }, description: 'E.g. ["milk", "eggs"].' },
        list: listParameter,
      },
      required: ['action', 'items'],
    },
    async run(args, context) {
      return refusedQuestion(context) ?? (await toolResult(() => change(home, contents, args, context)));
    },
  };
}

async function change(
  home: GuardedHome,
  contents: Contents,
  args: Record<string, unknown>,
  { site, language, signal }: ToolContext,
): Promise<ToolResult> {
  const { action, items: each, list: name } = argumentsOf(args, changeArguments);
  const list = listNamed(home, name, language);
  const items = await contents.items(list.id, signal);
  const result = await changeList(contents, { list, change: action, each: [...new Set(each)], items }, signal);
  const { changed, others, unclear, isDone } = result;
  const isAdding = action === 'add';
  if (changed.length === 0 && unclear.length === 0 && !isAdding) {
    return { ok: false, text: `Not done: not on it: ${written(others)}.\n${contentOf(list, items)}` };
  }
  const lines = [
    ...(changed.length > 0
      ? [`${isDone ? DONE[action] : 'Not done, the list has not taken it'}: ${written(changed)}.`]
      : []),
    ...(others.length > 0 ? [`${isAdding ? 'On it already' : 'Not on it'}: ${written(others)}.`] : []),
    ...unclear.map(
      (several) =>
        `Not done, several are called so: ${written(several.map(({ summary }) => summary))}. Ask which one is meant.`,
    ),
  ];
  const of = { list, change: action, language };
  const told = changeAsked(result, { ...of, contents, site, told: changeTold(result, of) }).text;
  return { ok: isDone && unclear.length === 0, text: `${clean(list.name)}\n${lines.join('\n')}`, told };
}

const DONE = { add: 'Added', complete: 'Completed', remove: 'Removed' } as const;

const written = (items: readonly string[]) => items.map(clean).join('; ');

function contentOf({ name }: Entity, items: readonly Item[]): string {
  if (items.length === 0) return `${clean(name)}: nothing is on it.`;
  const more = items.length - MAX_READ;
  const lines = items.slice(0, MAX_READ).map(({ summary }) => `- ${clean(summary)}`);
  return [`${clean(name)}:`, ...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}

/** @throws Unknown with the lists there are, where none or no single one is meant */
function listNamed(home: GuardedHome, name: string | undefined, language: string): Entity {
  refuseWhenLost(home, 'The lists are not known now.');
  const isList = ({ id }: Entity) => id.startsWith('todo.');
  const house = home.house();
  const lists = house.entities.filter(isList);
  if (lists.length === 0) throw new Unknown('The house has no to-do list that may be spoken about.');
  const found = namedAmong(house, name, isList);
  const list = found.length === 1 ? found[0] : name === undefined ? usualList(lists, language) : undefined;
  if (list) return list;
  throw noneNamed('list', name, lists);
}
