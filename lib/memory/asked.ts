import { z } from 'zod';
import { languagesWith, languageTable } from '../language/folders.js';
import { redact, tellsSecret } from '../turn/redaction.js';
import { sinceWhen } from './asked-since.js';

/** What a person plainly asks of the memory. */
export type MemoryAsked =
  /** Keep this, in the person's words. */
  | { intent: 'remember'; text: string }
  /** Forget what is known of this: said so, or anything about it. */
  | { intent: 'forget'; what: string; about?: true }
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

/** One of these, each whole; of none nothing. */
const ANY = z
  .array(z.string())
  .default([])
  .transform((parts) => `(?:${parts.length > 0 ? parts.join('|') : '(?!)'})`);
/**
 * How people ask the memory for something, over one line of text with plain apostrophes. Speech to text leaves accents out
 * now and then, so they are optional.
 */
const ASKED = z.object({
  /** Before what is to be kept; the words that end a clause ("that") are a part of it. */
  remember: ANY,
  /** Before what is to be kept without "that": only a statement may follow. */
  rememberBare: ANY,
  /** Before a secret that is to be kept, in whatever words. */
  rememberSecret: z.string(),
  /** How a statement begins that follows without "that". */
  statement: z.string().default('(?!)'),
  /** Before what is to be forgotten. */
  forget: ANY,
  /** The same, with all that may stand around it; {wish} stands for how it is asked. */
  forgetThat: ANY,
  /** Before what is to be forgotten with all that was said about it. */
  forgetAbout: ANY,
  wish: z.string().default(''),
  /** Behind what is to be forgotten, and no part of it. */
  trailing: z.string().default('(?!)'),
  /** Forgets the last thing that was said; whole sentences. */
  forgetLast: ANY,
  /** "everything", with or without "you know about me", before a time or at the end. */
  everything: ANY,
  /** Asks what is known of the person; whole sentences. */
  known: ANY,
  /** Wants back what was just forgotten or replaced; whole sentences. */
  takeBack: ANY,
  /** Wants what was just forgotten to be beyond that; whole sentences. */
  forGood: ANY,
  /** The person, as somebody to know or forget everything about. */
  me: z.string(),
  /** May stand before all of it. */
  please: z.string(),
  /** May stand before the words that are kept or forgotten. */
  filler: z.string().default(''),
});

const patternsOf = (words: z.output<typeof ASKED>) => {
  const head = `^${words.filler}${words.please}`;
  const make = (body: string) => new RegExp(`${head}${body.replaceAll('{wish}', words.wish)}`, 'iu');
  return {
    remember: make(`${words.remember} *(?<rest>.+)$`),
    bare: make(`${words.rememberBare} (?<rest>${words.statement}.+)$`),
    secret: make(`${words.rememberSecret} ?(?<rest>.+)$`),
    last: make(`${words.forgetLast}$`),
    everything: make(`${words.everything}(?: (?<rest>.+))?$`),
    forget: make(`${words.forget} ?(?<rest>.+)$`),
    about: make(`${words.forgetAbout} ?(?<rest>.+)$`),
    that: make(`${words.forgetThat} ?(?<rest>.+)$`),
    trailing: new RegExp(`(?:${words.trailing})$`, 'iu'),
    known: make(`${words.known}$`),
    takeBack: make(`${words.takeBack}$`),
    forGood: make(`${words.forGood}$`),
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
const LANGUAGES = languagesWith('asked.json').flatMap((language) => {
  const words = languageTable(language, 'asked', ASKED);
  return words ? [patternsOf(words)] : [];
});

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
    const since = sinceWhen(rest.replace(patterns.trailing, ''), now);
    if (since !== undefined) return { intent: 'forget-since', from: since };
  }
  const from = sinceWhen(patterns.span.exec(text)?.groups?.['rest'] ?? '', now);
  if (from !== undefined) return { intent: 'forget-since', from };
  const [about, said] = [patterns.about.exec(text), patterns.that.exec(text) ?? patterns.forget.exec(text)];
  const what = (about ?? said)?.groups?.['rest']?.replace(patterns.trailing, '').trim();
  if (what) {
    if (patterns.me.test(what)) return { intent: 'forget-all' };
    return NOTHING.test(what) ? undefined : { intent: 'forget', what, ...(about && { about: true }) };
  }
  // Whatever the words: who has a secret kept is told that none is.
  const secret = !asks && patterns.secret.test(text) ? patterns.secret.exec(redact(text))?.groups?.['rest'] : undefined;
  if (secret && tellsSecret(secret)) return { intent: 'remember', text: secret };
  const kept = (patterns.remember.exec(text) ?? (asks ? null : patterns.bare.exec(text)))?.groups?.['rest']?.trim();
  if (!kept || NOTHING.test(kept)) return undefined;
  // A request may wear a question's clothes ("can you remember that …?"), a statement not.
  return { intent: 'remember', text: kept };
}
