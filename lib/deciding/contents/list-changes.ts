import type { Contents, Item } from '../../home/contents.js';
import type { Entity } from '../../home/types.js';
import { fold, words } from '../../language/fold.js';
import { LANGUAGES, supportedLanguage } from '../../language/folders.js';
import { numberIn } from '../../language/numbers.js';
import { capital } from '../../language/spoken.js';
import { type Answering, askBack, letTakeBack } from '../asking-back.js';
import { chosen, whichQuestion } from '../choosing.js';
import type { Answered } from '../decide-command.js';
import { isUndo } from '../sentences/follow-up.js';
import { listTold, phrasesOf, shortened } from './phrases.js';
import { sentencesOf } from './sentences.js';

export const LIST_CHANGES = ['add', 'complete', 'remove'] as const;
export type ListChange = (typeof LIST_CHANGES)[number];

/** What came of changing a list. */
export interface ListChanged {
  /** What was put on or taken off. */
  changed: string[];
  /** What was on it already, or wasn't on it. */
  others: string[];
  /** Things of which one was meant each time: nothing was done to them. */
  unclear: (readonly Item[])[];
  /** What of it is on the list once more. */
  still: string[];
  /** The list, read anew, is as it should be. */
  isDone: boolean;
}

/** More things aren't asked about: nobody keeps them in mind. */
const MAX_ASKED = 6;

/** What is done with a list. */
interface Change {
  list: Entity;
  change: ListChange;
}

/**
 * Puts things on a list of the house, or takes them off, and reads it anew. Words that several things are called by take none off.
 * @param items What is on it now.
 * @throws JarvisError home-unreachable, home-refused; AbortError.
 */
export async function changeList(
  contents: Contents,
  { list, change, each, items }: Change & { each: readonly string[]; items: readonly Item[] },
  signal: AbortSignal,
): Promise<ListChanged> {
  const isAdding = change === 'add';
  const [others, unclear] = [[] as string[], [] as (readonly Item[])[]];
  const changed = new Map<string, Item | undefined>();
  for (const one of each) {
    const several = isAdding ? [] : severalCalled(items, one);
    const there = isAdding ? itemCalled(items, one) : itemMeant(items, one);
    if (several.length > 0) unclear.push(several);
    else if (isAdding === (there !== undefined)) others.push(one);
    else {
      if (!there) await contents.addItem(list.id, one, signal);
      else await (change === 'remove' ? contents.removeItem : contents.completeItem)(list.id, there, signal);
      changed.set(one, there);
    }
  }
  const now = changed.size > 0 ? await contents.items(list.id, signal) : items;
  const count = (all: readonly Item[], { summary: of }: Item) =>
    all.filter(({ summary }) => fold(summary) === fold(of)).length;
  const all = [...changed];
  return {
    changed: [...changed.keys()],
    ...{ others, unclear },
    still: all.flatMap(([one, was]) => (was && count(now, was) > 0 ? [one] : [])),
    isDone: all.every(([one, was]) => (was ? count(now, was) < count(items, was) : itemCalled(now, one) !== undefined)),
  };
}

/** What came of it, for the person. @param done What is said of what was done, where the language has other words for it. */
export function changeTold(
  { changed, others, still, isDone }: ListChanged,
  { list, change, language, done }: Change & { language: string; done?: string | undefined },
): string {
  const phrases = phrasesOf(language);
  const say = (phrase: string, items: readonly string[]) => listTold(phrase, list.name, items, language);
  const isAdding = change === 'add';
  const said = { add: phrases.added, complete: phrases.completed, remove: phrases.removed }[change];
  return [
    ...(changed.length > 0 && isDone ? [done ?? say(said, changed)] : []),
    ...(changed.length > 0 && !isDone ? [say(isAdding ? phrases.hasNot : phrases.has, changed)] : []),
    ...(isDone && still.length > 0 ? [capital(say(phrases.still, still))] : []),
    ...(others.length > 0 ? [say(isAdding ? phrases.already : phrases.notFound, others)] : []),
  ].join(' ');
}

/** The room that changes a list, and what it is told. */
interface Asking extends Change {
  contents: Contents;
  site: string;
  language: string;
  /** What is said of what was done. */
  told: string;
  /** What was taken off before in the same breath. */
  before?: readonly string[];
}

/**
 * Where words called several things of a list, asks the room which of them is meant; of several that were taken off, lets the room
 * have them back by its next words.
 * @returns what is said, with the question
 */
export function changeAsked(
  { changed, unclear: [first, ...more] }: ListChanged,
  asking: Asking,
): { text: string; question?: boolean } {
  const { list, change, contents, language, site, told, before = [] } = asking;
  const taken = change === 'remove' ? [...before, ...changed] : [];
  const again = async (now: ListChange, each: readonly string[], signal: AbortSignal): Promise<Answered> => {
    const items = await contents.items(list.id, signal);
    const result = await changeList(contents, { list, change: now, each, items }, signal);
    const of = { ...asking, change: now, before: taken, told: changeTold(result, { list, change: now, language }) };
    const unclear = now === change ? [...result.unclear, ...more] : [];
    const command = { action: `list_${now}`, targets: [list.id], ok: result.isDone, by: 'local' as const };
    return { ...changeAsked({ ...result, unclear }, of), command };
  };
  const putBack = ({ signal }: Answering) => again('add', taken, signal);
  if (!first) {
    if (taken.length > 1) letTakeBack({ site, language }, putBack);
    return { text: told };
  }
  const names = first.map(({ summary }) => shortened(summary));
  return askBack(site, `${told} ${whichQuestion(names, language)}`.trim(), (said) => {
    const each = chosen(said, first, language, isCalled)?.map(({ summary }) => summary);
    if (each) return ({ signal }) => again(change, each, signal);
    return taken.length > 1 && isUndo(said, language) ? putBack : undefined;
  });
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
  return itemsCalled(items, what)[0];
}

/** The item in these words, or else the only one that is so many of it: "the eggs" are "six eggs". */
export function itemMeant(items: readonly Item[], what: string): Item | undefined {
  const some = items.filter(({ summary }) => withoutCount(summary) === bare(what));
  return itemCalled(items, what) ?? (some.length === 1 ? some[0] : undefined);
}

/** An item without the number that it begins with; undefined where it begins with none. */
function withoutCount(summary: string): string | undefined {
  const [first = '', ...more] = words(summary);
  const isCount = LANGUAGES.some((language) => numberIn(first, language) !== undefined);
  return isCount && more.length > 0 ? bare(more.join(' ')) : undefined;
}

/** The items in just these words, or else those that differ from them in an ending. */
function itemsCalled(items: readonly Item[], what: string): Item[] {
  const exactly = items.filter(({ summary }) => fold(summary) === fold(what));
  return exactly.length > 0 ? exactly : items.filter(({ summary }) => bare(summary) === bare(what));
}

/** Several that words call, or are a part of, so that nobody knows which is meant; none where one is. */
function severalCalled(items: readonly Item[], what: string): Item[] {
  const called = itemsCalled(items, what);
  const some = called.length > 0 ? called : items.filter((item) => isCalled(item, what));
  const different = new Map(some.map((item) => [fold(item.summary), item]));
  return different.size > 1 ? [...different.values()].slice(0, MAX_ASKED) : [];
}

function isCalled({ summary }: Item, what: string): boolean {
  const said = words(what);
  const all = words(summary).map(bare);
  return said.length > 0 && said.every((word) => all.includes(bare(word)));
}

/** Items are told apart by their words, without an ending of the plural. */
function bare(what: string): string {
  return fold(what).replace(/(?<=\p{L}{3})(?:s|n)$/u, '');
}
