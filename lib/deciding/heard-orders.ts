import { nameWords } from '../home/names.js';
import type { Command, House } from '../home/types.js';
import { capital } from '../language/spoken.js';
import type { Heard, Turn } from '../turn/turn.js';
import { askBack, type Fits } from './asking-back.js';
import { agrees } from './confirming.js';
import type { Answered } from './decide-command.js';

/** An order that spoken words may be. */
export interface HeardOrder {
  text: string;
  commands: readonly Command[];
  /** As `Alternative.behind`. */
  behind: number;
}

/**
 * How sure speech to text has to be of a command's words, of those with digits, and by how much it has to be likelier than the
 * likeliest other order.
 */
const WORD = 0.1;
const NUMBER = 0.3;
const AHEAD = 1.5;
/** By how much a likely order may be less likely than a transcript that is none, and how many words longer or shorter. */
const BEHIND = 2.5;
const LONGER = 2;

/** What commands do, however they were put. */
const meaningOf = (commands: readonly Command[]): string =>
  JSON.stringify(
    commands.map(({ action, targets, value, by, high }) => [action, [...targets].sort(), value, by, high]),
  );

/** The orders that sound nearly like what was heard, each once, the likelier first. @param commandsIn what words come to */
export function likelyOrders(
  { heard }: Pick<Turn, 'heard'>,
  commandsIn: (words: string) => readonly Command[],
): HeardOrder[] {
  const byMeaning = new Map<string, HeardOrder>();
  for (const { text, behind } of heard?.alternatives ?? []) {
    const commands = commandsIn(text);
    const meaning = meaningOf(commands);
    if (commands.length > 0 && !byMeaning.has(meaning)) byMeaning.set(meaning, { text, commands, behind });
  }
  return [...byMeaning.values()];
}

/** An order by its words: whether it is what was said, as far as its sound tells. @param order its words, a part of what was heard */
export function isSureOf(
  order: string,
  rivals: readonly HeardOrder[],
  { text, sure = [] }: Pick<Heard, 'text' | 'sure'>,
): boolean {
  const [ordered, all] = [wordsOf(order), wordsOf(text)];
  const at = all.findLastIndex((_, from) => ordered.every((word, index) => word === all[from + index]));
  const [from, to] = at < 0 ? [-ordered.length, undefined] : [at, at + ordered.length];
  const [own, said] = [sure.slice(from, to), all.slice(from, to)];
  const isClear = own.every((probability, index) => probability >= (/\d/.test(said[index] ?? '') ? NUMBER : WORD));
  return isClear && !areNear(rivals);
}

/** Rivals of commands: the likely orders that do something else. */
export function rivalsOf(commands: readonly Command[], likely: readonly HeardOrder[]): HeardOrder[] {
  const meaning = meaningOf(commands);
  return likely.filter((one) => meaningOf(one.commands) !== meaning);
}

/** Rivals: whether one of them sounds nearly like what was heard. */
export function areNear(rivals: readonly HeardOrder[]): boolean {
  return rivals.some(({ behind }) => behind < AHEAD);
}

const numbersIn = (text: string) => (text.match(/\d+/g) ?? []).join();
const wordsOf = (text: string) => text.trim().split(/\s+/u);

/** Whether the first of some likely orders is what was said, where the words are none. @param heard the words */
export function isSureOfLikely([best, rival]: readonly HeardOrder[], heard: string): boolean {
  if (!best || best.behind > BEHIND || !isAsLong(best, heard)) return false;
  // What was heard of a number is clearer than the words around it.
  if (numbersIn(heard) !== numbersIn(best.text)) return false;
  return rival === undefined || rival.behind - best.behind >= AHEAD;
}

/** A likely order: whether it may be all of what was heard. The rest would be somebody's, too, unless the order is even likelier. */
export function isAsLong({ text, behind }: HeardOrder, heard: string): boolean {
  return behind < 0 || Math.abs(nameWords(text).length - nameWords(heard).length) <= LONGER;
}

/** Asks whether an order was meant: a yes does it, and the name of a device that it sounded like does that one's. */
export function askWhether(orders: readonly [HeardOrder, ...HeardOrder[]], site: string, house: House): Answered {
  const [best] = orders;
  const named = orders.map(({ commands }) => ({ commands, names: namesOf(commands, house) }));
  const fits: Fits = (words) => {
    const called = named.filter(({ names }) => nameWords(words).every((word) => names.has(word)));
    const commands = agrees(words) ? best.commands : called.length === 1 ? called[0]?.commands : undefined;
    return commands && (({ carryOut }) => carryOut(commands));
  };
  const question = `${capital(best.text.replace(/[.!?…]+$/u, ''))}?`;
  return askBack(
    site,
    question,
    fits,
    named.flatMap(({ commands }) => targetsOf(commands, house).map(({ name }) => name)),
  );
}

function targetsOf(commands: readonly Command[], { entities }: House) {
  const ids = new Set(commands.flatMap(({ targets }) => targets));
  return entities.filter(({ id }) => ids.has(id));
}

const namesOf = (commands: readonly Command[], house: House): ReadonlySet<string> =>
  new Set(targetsOf(commands, house).flatMap(({ name, aliases }) => [name, ...aliases].flatMap(nameWords)));
