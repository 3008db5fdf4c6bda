import { words } from '../language/fold.js';
import { wordLists } from '../language/word-lists.js';

/** Two words that ask only together. */
const PAIRS = /^(?:est ce|qu est|c est quoi|por que|per che|a que|de que|in which|at what|for how|um wieviel)(?= |$)/;

/** A request in a question's clothes. */
const REQUEST =
  /^(?:(?:can|could|would|will) you|(?:kannst|konntest|wurdest) du|(?:konnen|konnten|wurden) sie|(?:peux|pourrais|veux) tu|(?:pouvez|pourriez|voulez) vous|puedes|podrias|puede|podria|puoi|potresti|podes|poderias|voce pode|kun je|zou je)(?= |$)/;

/**
 * Whether something is asked, not ordered: by its question mark, which speech to text mostly writes, or by its first
 * words where the language's folder lists them; in other languages only by the mark. "Can you …?" is an order.
 */
export function isQuestion(text: string, language: string): boolean {
  const said = words(text);
  if (REQUEST.test(said.join(' '))) return false;
  if (/[?？؟]/.test(text)) return true;
  if (PAIRS.test(said.join(' '))) return true;
  return wordLists(language)?.asking.has(said[0] ?? '') ?? false;
}
