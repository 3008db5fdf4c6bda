import { shared, wordsOf } from './line-words.js';
import { branchFor } from './remember.js';

/** Share of a fact's words that carry meaning which the person has to have said. */
const MIN_SAID = 2 / 3;

/** What makes a wish one for always, not for this once ("tell me the time"). */
const LASTING = new RegExp(
  `(?<!\\p{L})(?:${[
    "from now on|always|never|in (?:the )?future|ever again|every time|whenever|any ?more|(?:i want|would like|i'd like|i prefer)(?: that)? you|you (?:should|must|may|shall)|be (?:more|less|brief|short|quiet)",
    'ab jetzt|von nun an|künftig|in zukunft|immer|nie|niemals|jedes mal|nicht mehr|du (?:sollst|musst|darfst)|(?:möchte|will|wünsche mir),? dass du|(?:duze?|sieze?) (?:mich|uns)',
    "désormais|dorénavant|toujours|jamais|à l'avenir|chaque fois|tu (?:dois|devrais)|que tu|(?:tutoie|vouvoie)(?:-moi)?|sois plus",
    'a partir de ahora|siempre|nunca|en el futuro|cada vez|debes|tienes que|quiero que',
    "d'ora in poi|sempre|mai|in futuro|ogni volta|devi|dovresti|che tu",
  ].join('|')})(?!\\p{L})`,
  'iu',
);

/** "I want short answers": a wish about replies, which no order to do something begins like. */
const ABOUT_REPLIES = new RegExp(
  `^(?:${[
    "(?:i|we) (?:want|prefer|like|would like|'d like) .*(?:answers?|repl(?:y|ies)|voice|language)",
    '(?:please )?keep (?:it|your (?:answers|replies)) (?:short|brief)',
    'ich (?:will|möchte|mag|bevorzuge) .*(?:antwort\\p{L}*|sprache|stimme)',
    'je (?:veux|voudrais|préfère|préférerais) .*(?:réponses?|langue|voix)',
    '(?:quiero|prefiero|me gustan?) .*(?:respuestas?|idioma|voz)',
    '(?:voglio|vorrei|preferisco) .*(?:rispost[ae]|lingua|voce)',
  ].join('|')})(?!\\p{L})`,
  'iu',
);

/** What is called before a sentence: "Jarvis, …", "hey Jarvis, …". */
const CALLED = /^(?:(?:hey|hi|hallo|hello|salut|hola|ciao|ok|okay) )?\p{L}+, /iu;

/** A person's sentences, each also without the name that is called before it. */
function sentencesOf(said: string): string[] {
  return said
    .replace(/[’ʼ]/g, "'")
    .split(/(?<=[.!?！？。…])\s+|\n+/u)
    .flatMap((sentence) => [sentence.trim(), sentence.trim().replace(CALLED, '')])
    .filter((sentence) => sentence !== '');
}

function isLastingWish(sentence: string): boolean {
  if (/[?？]$/.test(sentence)) return false;
  if (ABOUT_REPLIES.test(sentence)) return true;
  if (branchFor(sentence) !== 'DIRECTIVES') return false;
  const { slot } = wordsOf(sentence);
  return slot === 'reply language' || slot === 'address' || LASTING.test(sentence);
}

/**
 * The sentence in which a person wished for what a model has read out of a day as a wish about behaviour. What is kept of
 * it are the person's words: who says how the assistant is to behave is never a model, a page or a device.
 * @param said What people said, a message each.
 * @returns undefined when nobody wished for it
 */
export function wishFor(fact: string, said: readonly string[]): string | undefined {
  const { content } = wordsOf(fact);
  const wishes = said.flatMap(sentencesOf).filter(isLastingWish);
  const near = (wish: string) => shared(content, wordsOf(wish).content);
  const nearest = wishes.reduce<string | undefined>(
    (best, wish) => (best === undefined || near(wish) > near(best) ? wish : best),
    undefined,
  );
  if (nearest === undefined || near(nearest) < content.size / 2) return undefined;
  // Without the full stop, and without the name where it is a wish without it too.
  return nearest
    .replace(CALLED, (called) => (isLastingWish(nearest.slice(called.length)) ? '' : called))
    .replace(/[.!。！]+$/u, '');
}

/**
 * Whether a person has told it: most of its words that carry meaning, and all of its numbers, in what they said in one
 * message; a question tells nothing. A wish about behaviour is none, however it is put.
 * @param said What people said, a message each.
 */
export function isTold(fact: string, said: readonly string[]): boolean {
  if (branchFor(fact) === 'DIRECTIVES') return false;
  const { content, slot } = wordsOf(fact);
  const numbers = fact.match(/\d+/g) ?? [];
  return said.some((message) => {
    const told = sentencesOf(message)
      .filter((sentence) => !/[?？]$/.test(sentence))
      .join(' ');
    if (told === '' || numbers.some((number) => !told.includes(number))) return false;
    const words = wordsOf(told);
    if (content.size === 0) return slot !== undefined && words.slot === slot;
    return shared(content, words.content) >= MIN_SAID * content.size;
  });
}
