import { JarvisError } from './errors.js';

/** How much of a tree from outside is read, whoever sends it. */
export interface Budget {
  /** Characters of its text. */
  length: number;
  /** Values in all: objects, lists, and what stands in them. */
  nodes: number;
  /** Levels of objects and lists in each other. */
  depth: number;
}

/** For everything that says nothing else: a long answer, and no tree that anything here would need to follow for seconds. */
export const USUAL: Budget = { length: 16 * 1024 * 1024, nodes: 1_000_000, depth: 200 };
/** For what is long by its nature: all states of a house, embeddings of many texts. */
export const LONG: Budget = { length: 64 * 1024 * 1024, nodes: 20_000_000, depth: 200 };

/**
 * A JSON text from outside as a value, looked through before anything is made of it: what is over the budget costs one look at
 * its letters, and no memory.
 * @throws JarvisError bad-input for what is over the budget; SyntaxError for what is no JSON
 */
export function readJson(text: string, budget: Budget = USUAL): unknown {
  const over = overBudget(text, budget);
  if (over) throw new JarvisError('bad-input', `JSON from outside is not read: it has more than ${over}.`);
  return JSON.parse(text);
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** What there is too much of in a text; undefined where it fits. Values are counted by what stands before or between them. */
function overBudget(text: string, { length, nodes, depth }: Budget): string | undefined {
  if (text.length > length) return `${length} characters`;
  let [count, level, isText] = [1, 0, false];
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (isText) {
      if (sign === BACKSLASH) at++;
      else isText = sign !== QUOTE;
    } else if (sign === QUOTE) isText = true;
    else if (OPENING.has(sign)) {
      count++;
      if (++level > depth) return `${depth} levels`;
    } else if (CLOSING.has(sign)) level--;
    else if (sign === COMMA) count++;
    if (count > nodes) return `${nodes} values`;
  }
  return undefined;
}

/** Counts what is looked at of a tree that may lead back into itself. */
export interface Purse {
  /** Takes so many steps; false once there are not as many left, and for ever after. */
  spend(steps?: number): boolean;
}

/** @param steps in all, however they are distributed */
export function purseOf(steps: number): Purse {
  let left = steps;
  return {
    spend(taken = 1) {
      left -= taken;
      return left >= 0;
    },
  };
}
