import { setImmediate as afterOthers } from 'node:timers/promises';
import { askedAbout, isQuestion } from '../../home/actions.js';
import { type Condition, FACTS } from '../../home/condition.js';
import type { LastCommand } from '../../home/last-commands.js';
import type { Command, Entity, House, Surroundings } from '../../home/types.js';
import { numberIn } from '../../language/numbers.js';
import { capital, filled } from '../../language/spoken.js';
import { primaryLanguage } from '../../language/tags.js';
import { phrasesOf } from '../answers/phrases.js';
import { answer } from '../answers.js';
import type { FollowUp } from '../sentences/follow-up.js';
import { MAX_LETTERS, withoutFillers } from '../sentences/recognise.js';
import { tableOf } from '../sentences/tables.js';
import { spokenWords } from '../sentences/values.js';
import { waitWords } from '../waits/words.js';
import { isDone } from './done.js';
import { isFact } from './facts.js';
import { isBeyond, isSo, together } from './is-so.js';
import { splits } from './splits.js';
import { type Words, wordsOf } from './words.js';

/** Commands as `understand` gives them. */
interface Order extends FollowUp {
  next?: readonly Command[];
}

export interface ConditionOptions<Understood extends Order> {
  /** BCP 47 tag. */
  language: string;
  house: House;
  around: Surroundings | undefined;
  /** What was done or asked last in the room. */
  last: LastCommand | undefined;
  /** The commands or the question that words are, after what was done or asked last. */
  understand: (words: string, last: LastCommand | undefined) => Understood | null;
}

/** A command with a condition. */
export interface Conditional<Understood> {
  order: Understood;
  /** Undefined where nobody can tell. */
  holds: boolean | undefined;
  /** What is said where it doesn't hold. */
  left: string;
}

/** Whether a condition holds, and how it is, in words. */
interface Judged {
  holds: boolean | undefined;
  why: string;
  /** Devices it is about. */
  targets: readonly string[];
}

/**
 * What "turn on the light if it's dark" comes to now: the command, and whether its condition holds. Null for a command
 * whose condition isn't understood, undefined for all other sentences. Never throws.
 */
export async function conditional<Understood extends Order>(
  text: string,
  options: ConditionOptions<Understood>,
): Promise<Conditional<Understood> | null | undefined> {
  const words = text.length > MAX_LETTERS ? undefined : wordsOf(options.language);
  if (!words) return undefined;
  let isOrdered = false;
  for (const { command, condition, isFirst } of splits(text, words)) {
    // A try takes some milliseconds.
    await afterOthers();
    const ordered = (last: LastCommand | undefined) => orderOf(options.understand(command, last));
    const judgedBy = (last: LastCommand | undefined) => judge(condition, last, words, options);
    // "it" is what was spoken of before it: in the condition or in the command
    const before = isFirst ? judgedBy(undefined) : null;
    const order = ordered(before && before.targets.length > 0 ? about(before.targets) : options.last);
    if (!order) continue;
    isOrdered = true;
    const found = before ?? judgedBy(about(targetsOf(order)));
    if (!found) continue;
    const { holds, why } = found;
    return { order, holds, left: holds === undefined ? words.unknown : filled(words.left, { why }) };
  }
  return isOrdered ? null : undefined;
}

function orderOf<Understood extends Order>(said: Understood | null): Understood | null {
  if (!said?.command || said.undo) return null;
  return [said.command, ...(said.next ?? [])].some(({ action }) => isQuestion(action)) ? null : said;
}

function about(targets: readonly string[]): LastCommand {
  return { targets: [...targets], before: [] };
}

/** The devices of an order. */
export function targetsOf({ command, next = [] }: Order): string[] {
  return [...new Set([...(command ? [command] : []), ...next].flatMap(({ targets }) => targets))];
}

/** Several conditions hold together. */
function judge<Understood extends Order>(
  condition: string,
  last: LastCommand | undefined,
  words: Words,
  options: ConditionOptions<Understood>,
): Judged | null {
  const whole = judgeOne(condition, last, words, options);
  const parts = whole ? [] : condition.split(tableOf(primaryLanguage(options.language)).joint);
  if (parts.length < 2) return whole;
  const all = parts.map((part) => judgeOne(part, last, words, options));
  const found = all.filter((one) => one !== null);
  if (found.length < all.length) return null;
  return {
    holds: together(
      found.map(({ holds }) => holds),
      true,
    ),
    why: found.find(({ holds }) => holds === false)?.why ?? '',
    targets: found.flatMap(({ targets }) => targets),
  };
}

function judgeOne<Understood extends Order>(
  condition: string,
  last: LastCommand | undefined,
  words: Words,
  options: ConditionOptions<Understood>,
): Judged | null {
  const found = conditionIn(condition, { ...options, understand: (said) => options.understand(said, last) }, words);
  return found && judged(found, options);
}

/**
 * What words say that is so: "it's dark", "the front door is open". Null where that isn't understood.
 * @param options.understand the question that words are
 */
export function conditionIn(
  condition: string,
  { language, house, understand }: { language: string; house: House; understand: (words: string) => Order | null },
  words = wordsOf(language),
): Condition | null {
  if (!words) return null;
  const bare = withoutFillers(spokenWords(condition), tableOf(primaryLanguage(language))).words.trim();
  const said = words.plain.reduce((text, { pattern, by }) => text.replace(pattern, by), bare);
  const denial = words.not.find(({ pattern }) => pattern.test(said));
  const plain = denial ? said.replace(denial.pattern, denial.by) : said;
  const is = denial === undefined;
  const fact = FACTS.find((one) => words.facts[one].test(plain));
  if (fact) return { fact, is };
  const asked = (question: string) => {
    const command = understand(`${question.trim()}?`)?.command;
    return command && isQuestion(command.action) ? command : undefined;
  };
  const compared = words.compares.flatMap(({ pattern, by }): Asking[] => {
    const groups = pattern.exec(plain)?.groups;
    const n = groups && numberIn(groups['n'] ?? '', language);
    const found = n === undefined ? undefined : asked(plain.replace(pattern, by));
    return n === undefined || !found
      ? []
      : [{ asked: found, beyond: { n, above: groups?.['above'] !== undefined }, is }];
  });
  const answered = words.questions.flatMap(({ pattern, by }): Asking[] => {
    const found = pattern.test(plain) ? asked(plain.replace(pattern, by)) : undefined;
    return found ? [{ asked: found, is }] : [];
  });
  return [...compared, ...answered].find((one) => isAsked(one, askedAbout(house, one.asked)) !== null) ?? null;
}

type Asking = Extract<Condition, { asked: Command }>;

function isAsked({ asked, beyond }: Asking, entities: readonly Entity[]): boolean | undefined | null {
  return beyond ? isBeyond(asked, entities, beyond) : isSo(asked, entities);
}

/** Whether something is so now, and how it is. @throws JarvisError home-refused where what it is about is gone */
export function judged(
  condition: Condition,
  { language, house, around }: Pick<ConditionOptions<Order>, 'language' | 'house' | 'around'>,
): Judged {
  if ('done' in condition) {
    const machine = house.entities.find(({ id }) => id === condition.done);
    const why = filled(waitWords(language)?.isDone ?? '', { what: condition.what });
    return { holds: machine && isDone(machine), why: capital(why), targets: [condition.done] };
  }
  const whether = (is: boolean | undefined | null) => (typeof is === 'boolean' ? is === condition.is : undefined);
  if ('fact' in condition) {
    const is = isFact(condition.fact, house.entities, around);
    return { holds: whether(is), why: wordsOf(language)?.told[condition.fact][is ? 0 : 1] ?? '', targets: [] };
  }
  const entities = askedAbout(house, condition.asked);
  const why = withoutVerdict(answer(condition.asked, entities, { language, house }).text, language);
  return { holds: whether(isAsked(condition, entities)), why, targets: entities.map(({ id }) => id) };
}

/** "No, the door is locked." as a clause of its own. */
function withoutVerdict(text: string, language: string): string {
  const { yes, no } = phrasesOf(language);
  const told = text.replace(new RegExp(`^(?:${yes}|${no}), `, 'iu'), '').replace(/\.$/, '');
  return capital(told);
}
