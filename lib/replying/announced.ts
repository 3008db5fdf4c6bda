import { patternOfAll } from '../language/word-lists.js';

/** A name as programs write it: get_weather, webSearch. */
const IDENTIFIER = /(?<![\w./-])(?:[a-z]{2,}(?:_[a-z0-9]+)+|[a-z]{3,}(?:[A-Z][a-z]{2,})+)(?!\w)/;
const of = (entry: string) => patternOfAll('plans', entry);
const TOOL = new RegExp(`(?<!\\p{L})(?:${of('tools')})(?!\\p{L})`, 'iu');
/** "I will call", "let me use", "je vais utiliser", "voy a usar", with what is used right behind. */
const INTENDS = new RegExp(`(?<!\\p{L})(?:${of('intends')})(?!\\p{L})[^.!?\\n]{0,50}`, 'iu');
/** "Calling get_weather …" */
const BEGINS = new RegExp(`^[\\s*>-]*(?:${of('begins')})(?!\\p{L})[^.!?\\n]{0,50}`, 'iu');
/** Who announces and what is announced, in languages that put the verb anywhere, as German does. */
const WE = new RegExp(`(?<!\\p{L})(?:${of('we')})(?!\\p{L})`, 'iu');
const VERBS = new RegExp(`(?<!\\p{L})(?:${of('verbs')})(?!\\p{L})`, 'iu');

/** Whether a sentence only says that a tool is going to be used: nobody wants to hear that, and it does nothing. */
export function announcesTool(sentence: string): boolean {
  const begun = BEGINS.exec(sentence) ?? INTENDS.exec(sentence);
  const isApart = !begun && WE.test(sentence) && VERBS.test(sentence);
  if (!begun && !isApart) return false;
  // Near behind the verb; farther on "the function of the heart" is meant.
  const near = (begun?.[0] ?? sentence)
    .split(/\s+/)
    .slice(0, begun ? 8 : 10)
    .join(' ');
  return IDENTIFIER.test(sentence) || TOOL.test(near);
}
