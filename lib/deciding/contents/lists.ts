import type { Entity } from '../../home/types.js';
import { supportedLanguage } from '../../language/folders.js';
import { intentAnswer } from '../answers/community-answer.js';
import { askBack } from '../asking-back.js';
import { agrees } from '../confirming.js';
import { tableOf } from '../sentences/tables.js';
import { type Asked, type ContentsAnswer, meant } from './contents.js';
import {
  changeAsked,
  changeList,
  changeTold,
  itemCalled,
  itemMeant,
  type ListChange,
  usualList,
} from './list-changes.js';
import { enumerated, listTold, phrasesOf } from './phrases.js';
import { type ContentsIntent, sentencesOf } from './sentences.js';

/** Items of one sentence. */
const MAX_ADDED = 10;

/** Others are done, and stay on the list as such. */
const TAKES_OFF: ReadonlySet<ContentsIntent> = new Set(['ListTake', 'HassListRemoveItem']);

/** How the community's answers call what was done. */
const COMMUNITY: Record<ListChange, string> = {
  add: 'item_added',
  complete: 'item_completed',
  remove: 'item_deleted',
};

/** Answers what is said of a to-do or shopping list; undefined where it isn't certain which. */
export async function listAnswer(asked: Asked): Promise<ContentsAnswer> {
  const { contents, intent, what, language, site, signal } = asked;
  const list = listOf(asked);
  if (!list) return undefined;
  const told = (text: string, action: string, ok = true) => ({
    text,
    command: { action, targets: [list.id], ok, by: 'local' as const },
  });
  const say = (phrase: string, items: readonly string[] = []) => listTold(phrase, list.name, items, language);
  const phrases = phrasesOf(language);
  const items = await contents.items(list.id, signal);
  if (intent === 'ListRead') {
    const all = items.map(({ summary }) => summary);
    return told(say(all.length > 0 ? phrases.list : phrases.empty, all), 'list_read');
  }
  if (intent === 'ListHas') {
    const asked = itemCalled(items, what) ? [what] : partsOf(what, language);
    const found = asked.flatMap((one) => itemMeant(items, one) ?? []).map(({ summary }) => summary);
    const missing = asked.filter((one) => !itemMeant(items, one));
    const said = [
      ...(found.length > 0 ? [say(phrases.has, found)] : []),
      ...(missing.length > 0 ? [say(phrases.hasNot, missing)] : []),
    ];
    return told(said.join(' '), 'list_read');
  }
  if (intent === 'ListClear') return await clearAnswer(list, asked);
  const isAdding = intent.endsWith('AddItem') || intent === 'ListMore';
  const change = isAdding ? 'add' : TAKES_OFF.has(intent) ? 'remove' : 'complete';
  const each = isAdding || !itemCalled(items, what) ? partsOf(what, language) : [what];
  // "Tick off bread" is about a list where bread is on it.
  if (intent === 'ListTick' && !each.every((one) => itemCalled(items, one))) return undefined;
  const result = await changeList(contents, { list, change, each, items }, signal);
  const { changed, others, unclear, isDone } = result;
  const done = sentencesOf(language)
    ? undefined
    : intentAnswer(language, intent, COMMUNITY[change], { item: enumerated(changed, language) });
  const of = { list, change, language } as const;
  const said = changeAsked(result, { ...of, contents, site, told: changeTold(result, { ...of, done }) });
  const ok = isDone && unclear.length === 0 && (isAdding || others.length === 0);
  return { ...told(said.text, `list_${change}`, ok), ...said };
}

/** Takes what is done off a list; of several things only when a person says yes, for nobody could put them back. */
async function clearAnswer(list: Entity, { contents, language, site, signal }: Asked): Promise<ContentsAnswer> {
  const phrases = phrasesOf(language);
  const say = (phrase: string, items: readonly string[] = []) => listTold(phrase, list.name, items, language);
  const clear = async (until: AbortSignal) => {
    const done = await contents.doneItems(list.id, until);
    if (done.length > 0) await contents.clearDone(list.id, until);
    const left = done.length > 0 ? await contents.doneItems(list.id, until) : [];
    const names = done.map(({ summary }) => summary);
    const text = say(done.length === 0 ? phrases.nothingDone : left.length > 0 ? phrases.has : phrases.removed, names);
    const command = { action: 'list_clear', targets: [list.id], ok: left.length === 0, by: 'local' as const };
    return { text, command };
  };
  const done = await contents.doneItems(list.id, signal);
  if (done.length < 2) return await clear(signal);
  const names = done.map(({ summary }) => summary);
  return askBack(site, say(phrases.clear, names), (words) =>
    agrees(words) ? async (now) => await clear(now.signal) : undefined,
  );
}

/** The list that was put on before, or that is named, else the usual one. */
function listOf(asked: Asked): Entity | undefined {
  const all = meant(asked, 'todo');
  if (asked.list !== undefined) return all.find(({ id }) => id === asked.list);
  const isNamed = asked.match.named['name'] !== undefined;
  return isNamed && all.length !== 1 ? undefined : usualList(all, asked.language);
}

/** "Milk and eggs" are two. */
function partsOf(what: string, language: string): string[] {
  const joint = sentencesOf(language) ? tableOf(supportedLanguage(language)).joint : /\s*[,;、،]\s*/;
  const { articles, hesitations } = sentencesOf(language) ?? {};
  const plain = what.replace(QUOTES, '');
  // "Bread and, uh, milk", "bread, uh, milk"
  const joined = (at: number) => (`${plain.slice(0, at)} x`.split(joint).at(-1) === 'x' ? ' ' : ', ');
  const parts = (hesitations ? plain.replace(hesitations, (_, at: number) => joined(at)) : plain)
    .split(joint)
    .map((one) => (articles ? one.trim().replace(articles, '') : one.trim()));
  return parts.filter((one, at) => one !== '' && parts.indexOf(one) === at).slice(0, MAX_ADDED);
}

/** Around what is dictated. */
const QUOTES = /["“”„«»]/g;
