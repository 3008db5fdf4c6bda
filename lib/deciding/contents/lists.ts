import type { Item } from '../../home/contents.js';
import type { Entity } from '../../home/types.js';
import { fold } from '../../language/fold.js';
import { supportedLanguage } from '../../language/folders.js';
import { filled } from '../../language/spoken.js';
import { intentAnswer } from '../answers/community-answer.js';
import { tableOf } from '../sentences/tables.js';
import { type Asked, type ContentsAnswer, meant } from './contents.js';
import { enumerated, phrasesOf, shortened } from './phrases.js';
import { sentencesOf } from './sentences.js';

/** Items of one sentence. */
const MAX_ADDED = 10;

/** Answers what is said of a to-do or shopping list; undefined where it isn't certain which. */
export async function listAnswer(asked: Asked): Promise<ContentsAnswer> {
  const { contents, intent, what, language, signal } = asked;
  const list = listOf(asked);
  if (!list) return undefined;
  const told = (text: string, action: string, ok = true): ContentsAnswer => ({
    text,
    command: { action, targets: [list.id], ok, by: 'local' },
  });
  const say = (phrase: string, items: readonly string[] = []) =>
    filled(phrase, { list: list.name, items: enumerated(items.map(shortened), language) });
  const phrases = phrasesOf(language);
  const items = await contents.items(list.id, signal);
  if (intent === 'ListRead') {
    const all = items.map(({ summary }) => summary);
    return told(say(all.length > 0 ? phrases.list : phrases.empty, all), 'list_read');
  }
  if (intent === 'ListHas') return told(say(found(items, what) ? phrases.has : phrases.hasNot, [what]), 'list_read');
  if (intent === 'ListClear') {
    await contents.clearDone(list.id, signal);
    return told(say(phrases.cleared), 'list_clear');
  }
  const isAdding = intent.endsWith('AddItem') || intent === 'ListMore';
  const each = isAdding || !found(items, what) ? partsOf(what, language) : [what];
  const removes = intent === 'HassListRemoveItem';
  const [fresh, others] = [[] as string[], [] as string[]];
  for (const one of each) {
    const there = found(items, one);
    if (isAdding === (there !== undefined)) {
      others.push(one);
      continue;
    }
    if (!there) await contents.addItem(list.id, one, signal);
    else await (removes ? contents.removeItem : contents.completeItem)(list.id, there, signal);
    fresh.push(one);
  }
  const now = fresh.length > 0 ? await contents.items(list.id, signal) : items;
  const isDone = fresh.every((one) => (found(now, one) !== undefined) === isAdding);
  const [action, done, key] = isAdding
    ? (['list_add', phrases.added, 'item_added'] as const)
    : removes
      ? (['list_remove', phrases.removed, 'item_deleted'] as const)
      : (['list_complete', phrases.completed, 'item_completed'] as const);
  const own = sentencesOf(language) !== undefined;
  const text = [
    ...(fresh.length > 0 && isDone
      ? [
          (own ? undefined : intentAnswer(language, intent, key, { item: enumerated(fresh, language) })) ??
            say(done, fresh),
        ]
      : []),
    ...(fresh.length > 0 && !isDone ? [say(isAdding ? phrases.hasNot : phrases.has, fresh)] : []),
    ...(others.length > 0 ? [say(isAdding ? phrases.already : phrases.notFound, others)] : []),
  ];
  return told(text.join(' '), action, isDone && (isAdding || others.length === 0));
}

/** The list that was put on before, or that is named, else the shopping list, else the only one. */
function listOf(asked: Asked): Entity | undefined {
  const all = meant(asked, 'todo');
  if (asked.list !== undefined) return all.find(({ id }) => id === asked.list);
  const [first, ...others] = all;
  if (first && others.length === 0) return first;
  const isNamed = asked.match.named['name'] !== undefined;
  if (isNamed) return undefined;
  const shopping = sentencesOf(supportedLanguage(asked.language))?.shopping;
  const isShopping = ({ id, name, aliases }: Entity) =>
    id === 'todo.shopping_list' || [name, ...aliases].some((one) => shopping?.test(fold(one)));
  const [list, another] = all.filter(isShopping);
  return another ? undefined : list;
}

/** "Milk and eggs" are two. */
function partsOf(what: string, language: string): string[] {
  const joint = sentencesOf(language) ? tableOf(supportedLanguage(language)).joint : /\s*[,;、،]\s*/;
  const articles = sentencesOf(language)?.articles;
  const parts = what
    .replace(QUOTES, '')
    .split(joint)
    .map((one) => (articles ? one.trim().replace(articles, '') : one.trim()));
  return parts.filter((one, at) => one !== '' && parts.indexOf(one) === at).slice(0, MAX_ADDED);
}

/** Around what is dictated. */
const QUOTES = /["“”„«»]/g;

function found(items: readonly Item[], what: string): Item | undefined {
  const wanted = bare(what);
  return items.find(({ summary }) => bare(summary) === wanted);
}

/** Items are told apart by their words, without an ending of the plural. */
function bare(what: string): string {
  return fold(what).replace(/(?<=\p{L}{3})(?:s|n)$/u, '');
}
