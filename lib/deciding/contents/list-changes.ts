import type { Contents, Item } from '../../home/contents.js';
import type { Entity } from '../../home/types.js';
import { fold } from '../../language/fold.js';
import { supportedLanguage } from '../../language/folders.js';
import { filled } from '../../language/spoken.js';
import { enumerated, phrasesOf, shortened } from './phrases.js';
import { sentencesOf } from './sentences.js';

export const LIST_CHANGES = ['add', 'complete', 'remove'] as const;
export type ListChange = (typeof LIST_CHANGES)[number];

/** What came of changing a list. */
export interface ListChanged {
  /** What was put on or taken off. */
  changed: string[];
  /** What was on it already, or wasn't on it. */
  others: string[];
  /** The list, read anew, is as it should be. */
  isDone: boolean;
}

/**
 * Puts things on a list of the house, or takes them off, and reads it anew.
 * @param items What is on it now.
 * @throws JarvisError home-unreachable, home-refused; AbortError.
 */
export async function changeList(
  contents: Contents,
  { list, change, each, items }: { list: Entity; change: ListChange; each: readonly string[]; items: readonly Item[] },
  signal: AbortSignal,
): Promise<ListChanged> {
  const isAdding = change === 'add';
  const [changed, others] = [[] as string[], [] as string[]];
  for (const one of each) {
    const there = itemCalled(items, one);
    if (isAdding === (there !== undefined)) {
      others.push(one);
      continue;
    }
    if (!there) await contents.addItem(list.id, one, signal);
    else await (change === 'remove' ? contents.removeItem : contents.completeItem)(list.id, there, signal);
    changed.push(one);
  }
  const now = changed.length > 0 ? await contents.items(list.id, signal) : items;
  const isDone = changed.every((one) => (itemCalled(now, one) !== undefined) === isAdding);
  return { changed, others, isDone };
}

/** What came of it, for the person. @param done What is said of what was done, where the language has other words for it. */
export function changeTold(
  { changed, others, isDone }: ListChanged,
  { list, change, language, done }: { list: Entity; change: ListChange; language: string; done?: string | undefined },
): string {
  const phrases = phrasesOf(language);
  const say = (phrase: string, items: readonly string[]) =>
    filled(phrase, { list: list.name, items: enumerated(items.map(shortened), language) });
  const isAdding = change === 'add';
  const said = { add: phrases.added, complete: phrases.completed, remove: phrases.removed }[change];
  return [
    ...(changed.length > 0 && isDone ? [done ?? say(said, changed)] : []),
    ...(changed.length > 0 && !isDone ? [say(isAdding ? phrases.hasNot : phrases.has, changed)] : []),
    ...(others.length > 0 ? [say(isAdding ? phrases.already : phrases.notFound, others)] : []),
  ].join(' ');
}

/** The list that is meant where none is named: the only one, or the only one for shopping. */
export function usualList(lists: readonly Entity[], language: string): Entity | undefined {
  const [first, ...others] = lists;
  if (first && others.length === 0) return first;
  const shopping = sentencesOf(supportedLanguage(language))?.shopping;
  const isShopping = ({ id, name, aliases }: Entity) =>
    id === 'todo.shopping_list' || [name, ...aliases].some((one) => shopping?.test(fold(one)));
  const [list, another] = lists.filter(isShopping);
  return another ? undefined : list;
}

export function itemCalled(items: readonly Item[], what: string): Item | undefined {
  const wanted = bare(what);
  return items.find(({ summary }) => bare(summary) === wanted);
}

/** Items are told apart by their words, without an ending of the plural. */
function bare(what: string): string {
  return fold(what).replace(/(?<=\p{L}{3})(?:s|n)$/u, '');
}
