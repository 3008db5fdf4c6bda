import { redact, tellsSecret } from '../turn/redaction.js';
import { sinceWhen } from './asked-since.js';
import { ASKED_WORDS, type AskedWords } from './asked-words.js';

/** What a person plainly asks of the memory. */
export type MemoryAsked =
  /** Keep this, in the person's words. */
  | { intent: 'remember'; text: string }
  /** Forget what is known of this. */
  | { intent: 'forget'; what: string }
  /** Forget what was said last. */
  | { intent: 'forget-last' }
  /** Forget everything that was said since then (ms since the epoch). */
  | { intent: 'forget-since'; from: number }
  | { intent: 'forget-all' }
  /** Make it again what it was before the last request. */
  | { intent: 'take-back' }
  /** What could be taken back is to be gone. */
  | { intent: 'for-good' }
  /** "What do you know about me?" */
  | { intent: 'known' };

/** Longer sentences are a story, not an order. */
const MAX_LENGTH = 600;
/** "forget it" and the like end a conversation, and are no order to the memory. */
const NOTHING =
  /^(?:it|this|that|me|them|us|everything|all|es|das|alles|ça|cela|tout|eso|esto|todo|questo|quello|tutto)$/iu;

const anyOf = (parts: readonly string[]) => `(?:${parts.length > 0 ? parts.join('|') : '(?!)'})`;
const patternsOf = (words: AskedWords) => {
  const head = `^${words.filler}${words.please}`;
  const make = (body: string) => new RegExp(`${head}${body}`, 'iu');
  return {
    remember: make(`${anyOf(words.remember)} *(?<rest>.+)$`),
    bare: make(`${anyOf(words.rememberBare)} (?<rest>${words.statement}.+)$`),
    secret: make(`${words.rememberSecret} ?(?<rest>.+)$`),
    last: make(`${anyOf(words.forgetLast)}$`),
    everything: make(`${anyOf(words.everything)}(?: (?<rest>.+))?$`),
    forget: make(`${anyOf(words.forget)} ?(?<rest>.+)$`),
    known: make(`${anyOf(words.known)}$`),
    takeBack: make(`${anyOf(words.takeBack)}$`),
    forGood: make(`${anyOf(words.forGood)}$`),
    // "forget the last hour"
    span: make(
      '(?:forget|erase|delete|vergiss|lösche?|oublie|efface|supprime|olvida|borra|dimentica|cancella)(?: bitte)? (?<rest>.*(?:last|past|letzt|vergangen|derni[eè]r|passé|[uú]ltim|pasad|scors|passat).*)$',
    ),
    me: new RegExp(`^${words.me}$`, 'iu'),
  };
};
/** Without one of these nobody wants anything back, or gone for good: most sentences are spared ten patterns. */
const BACK_OR_GOOD =
  /back|again|after all|for good|ever|permanent|complete|at once|zurück|wieder|nicht|endgültig|immer|dauerhaft|sofort|ganz|reprends|remets|souviens|oublie|efface|supprime|rec[uú]p|recu[eé]r|devu|olv|b[oó]rr|borra|elim|ripristin|riport|ricord|cancel|diment/iu;
const LANGUAGES = Object.values(ASKED_WORDS).map(patternsOf);

/** German puts the verb last: "vergiss, was du über meinen Garten weißt". */
const TRAILING_VERB =
  /,? (?:wei(?:ß|ss)t|gespeichert hast|gemerkt hast|(?:zu dir )?(?:gesagt|erzählt)(?: habe?| haben)?)$/iu;

/**
 * Reads a request to the memory itself, without a model, in English, German, French, Spanish and Italian: all are tried,
 * because no sentence of one is taken for another's. Reminders ("remember to buy milk"), questions ("do you remember …?")
 * and words that end a conversation ("forget it") are none.
 * @param now Milliseconds since the epoch, for "since yesterday".
 */
export function memoryAsked(said: string, now: number): MemoryAsked | undefined {
  if (said.length > MAX_LENGTH) return undefined;
  const line = said.replace(/[’ʼ]/g, "'").replace(/\s+/g, ' ').trim();
  const asks = /[?？]$/.test(line);
  const text = line.replace(/[\s.!?！？。…]+$/u, '');
  for (const patterns of LANGUAGES) {
    const found = read(text, asks, patterns, now);
    if (found) return found;
  }
  return undefined;
}

/**
 * What a person asks of the memory in one of the sentences of an utterance: the whole of it, or the first that asks
 * something. @param now as `memoryAsked`
 */
export function memoryAskedIn(said: string, now: number): MemoryAsked | undefined {
  const sentences = said.split(/(?<=[.!?！？。…])\s+/u);
  for (const part of [said, ...sentences]) {
    const asked = memoryAsked(part, now);
    if (asked) return asked;
  }
  return undefined;
}

function read(
  text: string,
  asks: boolean,
  patterns: ReturnType<typeof patternsOf>,
  now: number,
): MemoryAsked | undefined {
  if (patterns.known.test(text)) return { intent: 'known' };
  if (BACK_OR_GOOD.test(text)) {
    if (patterns.takeBack.test(text)) return { intent: 'take-back' };
    if (patterns.forGood.test(text)) return { intent: 'for-good' };
  }
  if (patterns.last.test(text)) return { intent: 'forget-last' };
  const everything = patterns.everything.exec(text);
  if (everything) {
    const rest = everything.groups?.['rest'];
    if (rest === undefined) return { intent: 'forget-all' };
    const since = sinceWhen(rest.replace(TRAILING_VERB, ''), now);
    if (since !== undefined) return { intent: 'forget-since', from: since };
  }
  const from = sinceWhen(patterns.span.exec(text)?.groups?.['rest'] ?? '', now);
  if (from !== undefined) return { intent: 'forget-since', from };
  const what = patterns.forget.exec(text)?.groups?.['rest']?.replace(TRAILING_VERB, '').trim();
  if (what) {
    if (patterns.me.test(what)) return { intent: 'forget-all' };
    return NOTHING.test(what) ? undefined : { intent: 'forget', what };
  }
  // Whatever the words: who has a secret kept is told that none is.
  const secret = !asks && patterns.secret.test(text) ? patterns.secret.exec(redact(text))?.groups?.['rest'] : undefined;
  if (secret && tellsSecret(secret)) return { intent: 'remember', text: secret };
  const kept = (patterns.remember.exec(text) ?? (asks ? null : patterns.bare.exec(text)))?.groups?.['rest']?.trim();
  if (!kept || NOTHING.test(kept)) return undefined;
  // A request may wear a question's clothes ("can you remember that …?"), a statement not.
  return { intent: 'remember', text: kept };
}
