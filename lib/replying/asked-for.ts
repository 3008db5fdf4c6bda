import { z } from 'zod';
import { fold } from '../language/fold.js';
import { languageTable } from '../language/folders.js';
import { expanded, MACROS, PATTERN, wordsAnywhere } from '../language/patterns.js';
import { asOrder } from '../language/polite.js';
import { isQuestion } from '../language/question.js';

const NEVER = '(?!)';

/** How a language asks for acts, words and answers, as patterns for folded queries. */
const ASKED_FOR = z
  .object({
    macros: MACROS,
    /** May stand before an order: "please", "can you". */
    before: PATTERN,
    /** An order begins so for certain. */
    order: PATTERN,
    /** So does, with any verb before it, what isn't known to begin otherwise: "water | the plants". */
    object: PATTERN,
    /** Begins what is no verb; beside `statement`. */
    noVerb: PATTERN,
    /** Ends an order that begins otherwise. */
    ends: PATTERN.default(NEVER),
    /** A request for words only begins so. */
    told: PATTERN,
    /** Makes what is asked for somebody else's words: a poem, a story. */
    fiction: PATTERN,
    /** What is no request begins so. */
    statement: PATTERN,
    /** Asks how something is said: what is answered claims nothing. */
    quotes: PATTERN,
  })
  .transform(({ macros, ...rest }) => {
    const source = (pattern: string) => expanded(pattern, macros);
    const behind = `^(?:(?:${source(rest.before)}) )*`;
    return {
      order: {
        verb: new RegExp(`${behind}(?=\\p{L}+ )(?:${source(rest.order)})(?= |$)`, 'u'),
        object: new RegExp(
          `${behind}(?!(?:${source(rest.statement)}|${source(rest.noVerb)}|${source(rest.before)})(?: |$))\\p{L}{2,} (?:${source(rest.object)})(?= |$)`,
          'u',
        ),
        end: new RegExp(`^(?!(?:${source(rest.statement)})(?: |$)).* (?:${source(rest.ends)})$`, 'u'),
      },
      told: new RegExp(`${behind}(?:${source(rest.told)})(?= |$)`, 'u'),
      fiction: wordsAnywhere(source(rest.fiction)),
      statement: new RegExp(`^(?:${source(rest.statement)})(?= |$)`, 'u'),
      quotes: new RegExp(`${behind}(?:${source(rest.quotes)})(?= |$)`, 'u'),
    };
  });
type AskedFor = z.output<typeof ASKED_FOR>;

const askedForIn = (language: string): AskedFor | undefined => languageTable(language, 'asked-for', ASKED_FOR);

/** What a query asks for: an act, words, an answer; else something is told. */
export type Asked = 'order' | 'words' | 'question' | 'statement';

export function askedBy(said: string, language: string): Asked {
  const query = asOrder(said, language);
  const folded = fold(query);
  const known = askedForIn(language);
  if (known?.quotes.test(folded)) return 'question';
  // Facts and advice are said in one's own name.
  if (known?.told.test(folded)) return known.fiction.test(folded) ? 'words' : 'question';
  if (known ? asksIn(query, language, known) : isQuestion(query, language)) return 'question';
  // "A haiku about the rain."
  if (known?.fiction.test(folded) && !isOrder(folded, known)) return 'words';
  return known && folded !== '' && (isOrder(folded, known) || !known.statement.test(folded)) ? 'order' : 'statement';
}

/** Whether a query is a question and no order that begins like one: "have my car washed". */
function asksIn(query: string, language: string, known: AskedFor): boolean {
  return isQuestion(query, language) && (/[?？]/.test(query) || !isOrder(fold(query), known));
}

const isOrder = (folded: string, { order }: AskedFor) => Object.values(order).some((pattern) => pattern.test(folded));

/** The parts of a query that are certainly orders, folded; undefined where words or an answer are asked for beside them. */
export function ordersIn(said: string, language: string, joints: RegExp): string[] | undefined {
  const query = asOrder(said, language);
  const known = askedForIn(language);
  if (!known) return undefined;
  const parts = query.split(joints).flatMap((part) => fold(part ?? '') || []);
  const orders = parts.filter((part) => isOrder(part, known));
  const asks = asksIn(query, language, known);
  const isElse = (part: string) =>
    known.told.test(part) || (asks && !orders.includes(part) && isQuestion(part, language));
  if ((parts.length > 1 || !asks) && parts.some(isElse)) return undefined;
  // "Feed the cat, would you?"
  return asks && (parts.length === 1 || orders[0] !== parts[0]) ? [] : orders;
}

/** Whether a query asks how something is said. */
export function asksForQuotes(query: string, language: string): boolean {
  return askedForIn(language)?.quotes.test(fold(query)) ?? false;
}
