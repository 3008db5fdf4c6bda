import { LRUCache } from 'lru-cache';
import type { Said } from './whisper-graphs.js';
import { logSum } from './whisper-guide.js';

/** Sentences by their tokens: those that begin alike share them. */
export interface SentenceTree {
  /** By the token that comes next. */
  readonly next: Map<number, SentenceTree>;
  /** The sentence that may end here. */
  sentence?: string;
}

/** Different words of all sentences, most of which are alike. */
const MAX_WORDS = 5_000;

export interface Likely {
  sentence: string;
  /** As `scoreOf` counts it. */
  score: number;
}

export interface SearchOptions {
  /** Where the decoder stands when nothing is said yet. */
  said: Said;
  next(said: Said, token: number): Promise<Said>;
  /** Tokens of which one comes behind a sentence. */
  ends: readonly number[];
  /** Sentences with a lower score don't count. */
  least: number;
  /** Tokens that are tried at most, each some milliseconds. */
  most: number;
  cancelled(): boolean;
}

/**
 * A tree of sentences, each as it is written and in lower case, beginning with a small and with a capital letter, by itself
 * and behind the phrase: Whisper writes one or the other.
 * @param phrase what may be said in front of them ("Hey Jarvis"); none when not given
 * @param encode a text's tokens
 */
export function sentenceTree(
  sentences: readonly string[],
  phrase: string | undefined,
  encode: (text: string) => readonly number[],
): SentenceTree {
  // Tokens end with words.
  const words = new LRUCache<string, readonly number[]>({ max: MAX_WORDS, memoMethod: (word) => encode(` ${word}`) });
  const root: SentenceTree = { next: new Map() };
  const grow = (text: string): SentenceTree => {
    let node = root;
    for (const token of text.split(' ').flatMap((word) => words.memo(word))) {
      const next: SentenceTree = node.next.get(token) ?? { next: new Map() };
      node.next.set(token, next);
      node = next;
    }
    return node;
  };
  for (const sentence of sentences)
    for (const text of [sentence, sentence.toLowerCase()])
      for (const written of [text, text.charAt(0).toUpperCase() + text.slice(1)]) grow(written).sentence ??= sentence;
  const begins = [...root.next];
  for (const mark of phrase === undefined ? [] : [',', '.', '!'])
    for (const [token, node] of begins) grow(`${phrase}${mark}`).next.set(token, node);
  return root;
}

/** What a token more is worth, as in any beam search: without it the shortest sentence is the likeliest in noise. */
const BONUS = 0.5;
/** What is so much less likely than the best is no rival of it. */
const NEARLY = 5;
/** Tokens by which a sentence may still become better than what was found. */
const AHEAD = 6;

/** How likely some words are. @param log natural logarithm of their probability @param tokens that they have */
export const scoreOf = (log: number, tokens: number) => log + BONUS * tokens;

/** A way into the tree that was not gone yet. */
interface Way {
  node: SentenceTree;
  /** What stands before its last token; at the root there is none. */
  said: Said;
  token?: number;
  /** Natural logarithm of its probability, and its tokens. */
  log: number;
  depth: number;
}

/**
 * The likeliest of some sentences, by what the decoder makes of the sound, and those that are nearly as likely, the likelier
 * first: best-first search. Empty where none is likely enough, or too many tokens were tried before one was found.
 */
export async function likelySentences(tree: SentenceTree, options: SearchOptions): Promise<Likely[]> {
  const { next, ends, most, cancelled } = options;
  let { least } = options;
  const found = new Map<string, number>();
  const isOpen = (log: number, depth: number) => scoreOf(log, depth + AHEAD) > least;
  const ways: Way[] = [{ node: tree, said: options.said, log: 0, depth: 0 }];
  for (let tried = 0; tried <= most && !cancelled(); tried++) {
    const way = mostPromising(ways);
    if (!way) break;
    const { node, token, log, depth } = way;
    if (!isOpen(log, depth)) continue;
    const said = token === undefined ? way.said : await next(way.said, token);
    const sum = logSum(said.scores);
    const logOf = (one: number) => log + (said.scores[one] ?? Number.NEGATIVE_INFINITY) - sum;
    if (node.sentence !== undefined) {
      const ended = Math.log(ends.reduce((total, end) => total + Math.exp(logOf(end)), 0));
      const score = scoreOf(ended, depth + 1);
      found.set(node.sentence, Math.max(score, found.get(node.sentence) ?? Number.NEGATIVE_INFINITY));
      least = Math.max(least, score - NEARLY);
    }
    for (const [one, child] of node.next)
      if (isOpen(logOf(one), depth + 1))
        ways.push({ node: child, said, token: one, log: logOf(one), depth: depth + 1 });
  }
  return [...found]
    .map(([sentence, score]) => ({ sentence, score }))
    .filter(({ score }) => score >= least)
    .sort((one, other) => other.score - one.score);
}

/** Takes the way that is likeliest to lead somewhere. */
function mostPromising(ways: Way[]): Way | undefined {
  const promise = (way: Way | undefined) => (way ? scoreOf(way.log, way.depth) : Number.NEGATIVE_INFINITY);
  let best = 0;
  for (const at of ways.keys()) if (promise(ways[at]) > promise(ways[best])) best = at;
  return ways.splice(best, 1)[0];
}
