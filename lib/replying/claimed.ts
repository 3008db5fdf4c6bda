import { z } from 'zod';
import { fold, stem, words } from '../language/fold.js';
import { languageTable } from '../language/folders.js';
import { expanded, MACROS, PATTERN, wordsAnywhere } from '../language/patterns.js';
import { asOrder } from '../language/polite.js';
import { isQuestion } from '../language/question.js';
import type { Tool } from '../llm/types.js';

/** What acts are, by the tools that could do them. */
export const ACT_KINDS = [
  'message',
  'call',
  'booking',
  'calendar',
  'timer',
  'list',
  'device',
  'media',
  'file',
  'memory',
] as const;
export type ActKind = (typeof ACT_KINDS)[number];

/** Letters that a word has in singular and plural. */
const STEM = 4;
/** A clause of so few words says nothing without the one before it. */
const MAX_REST_WORDS = 4;
const NEVER = '(?!)';
const SLOT = PATTERN.default(NEVER);
/** How an act is put; each stands for a voice and a tense. */
const FORMS = {
  /** "I have …", whatever was asked. */
  mine: SLOT,
  /** "I …ed". */
  past: SLOT,
  /** "… is, was, has been …ed". */
  passive: SLOT,
  /** Without a verb of its own: "table booked", and what goes on after "I have … and". */
  brief: SLOT,
  /** "I'm …ing". */
  present: SLOT,
  /** "I'll …", "… will be …ed". */
  future: SLOT,
};
type Form = keyof typeof FORMS;
const FORM_NAMES = Object.keys(FORMS) as Form[];

/** How a language claims that something is done, was done or will be, as patterns for folded clauses. */
const CLAIMED = z
  .object({
    macros: MACROS,
    /** Makes a clause no claim: negations, conditions, offers, wishes, what the person did. */
    not: PATTERN,
    /** May stand before an order: "please", "can you". */
    before: PATTERN,
    /** An order begins so for certain. */
    order: PATTERN,
    /** So does, with any verb before it, what isn't known to begin otherwise: "water | the plants". */
    object: PATTERN,
    /** Begins what is no verb; beside `statement`. */
    noVerb: PATTERN,
    /** Ends an order that begins otherwise. */
    ends: SLOT,
    /** A request for words only begins so. */
    told: PATTERN,
    /** Makes what is asked for somebody else's words: a poem, a story. */
    fiction: PATTERN,
    /** What is no request begins so. */
    statement: PATTERN,
    /** Says that it was done beside something else. */
    more: PATTERN,
    /** Says that oneself acts. */
    self: PATTERN,
    /** Says that oneself has done something, by whatever verb but those of thought. */
    own: PATTERN,
    /** What is the person's, or is so already. */
    yours: PATTERN,
    /** Addresses the person. */
    you: PATTERN,
    /** Asks how something is said: what is answered claims nothing. */
    quotes: PATTERN,
    /** Asks whether something was done. */
    account: PATTERN,
    /** Names who else did it. */
    by: PATTERN,
    /** Speaks of what was done earlier. */
    back: PATTERN,
    /** Says nothing but that it is done; the whole clause. */
    done: PATTERN,
    /** {did}, {doing}, {do} and {went} stand for the words of an act. */
    forms: z.object(FORMS),
    acts: z.array(
      z.object({
        kind: z.enum(ACT_KINDS),
        /** Its words say much else, too: they claim an act only behind an order, or in the first person. */
        vague: z.boolean().default(false),
        did: SLOT,
        doing: SLOT,
        do: SLOT,
        went: SLOT,
        /** States that hold once it is done; they claim it behind an order only, which has what is called "thing" in it. */
        so: SLOT,
      }),
    ),
    /** Acts by whatever verb, behind an order: done, so now, or going to be done. */
    any: z.object({ said: PATTERN, is: PATTERN, coming: PATTERN }),
    /** What is no claim behind an order that nobody has carried out, where all else is one. */
    free: z.object({
      /** Says that something can't be done, whatever it says beside. */
      unable: PATTERN,
      /** Denies, and yet tells of a change: "no longer". */
      ceased: PATTERN,
      /** Denies, wishes, offers, or is a condition. */
      open: PATTERN,
      /** Begins what is only told of: behind it nothing is denied of oneself. */
      rest: PATTERN,
      /** Begins what is said of something that was denied. */
      relative: PATTERN,
      /** Tells the person how to do it; at the beginning. */
      advice: PATTERN,
      /** Thinks or needs something, or says what the person does; at the beginning. */
      mind: PATTERN,
      /** Says nothing: "certainly, sir", "I think"; what follows counts. */
      lead: PATTERN,
      /** Holds whatever is done. */
      fact: PATTERN,
      /** Wishes what goes with what was done: "enjoy the film". */
      wish: PATTERN,
      /** Makes all of a sentence a condition. */
      if: PATTERN,
    }),
    /** Words in a tool's name and description that tell what it does. */
    tools: z.record(z.enum(ACT_KINDS), PATTERN),
  })
  .transform(({ macros, acts, forms, free, ...rest }) => {
    const source = (pattern: string) => expanded(pattern, macros);
    const anywhere = (pattern: string) => wordsAnywhere(source(pattern));
    const begins = (pattern: string) => new RegExp(`^(?:${source(pattern)})(?= |$)`, 'u');
    const behind = `^(?:(?:${source(rest.before)}) )*`;
    return {
      not: anywhere(rest.not),
      order: {
        verb: new RegExp(`${behind}(?=\\p{L}+ )(?:${source(rest.order)})(?= |$)`, 'u'),
        object: new RegExp(
          `${behind}(?!(?:${source(rest.statement)}|${source(rest.noVerb)}|${source(rest.before)})(?: |$))\\p{L}{2,} (?:${source(rest.object)})(?= |$)`,
          'u',
        ),
        end: new RegExp(`^(?!(?:${source(rest.statement)})(?: |$)).* (?:${source(rest.ends)})$`, 'u'),
      },
      told: new RegExp(`${behind}(?:${source(rest.told)})(?= |$)`, 'u'),
      fiction: anywhere(rest.fiction),
      statement: begins(rest.statement),
      more: anywhere(rest.more),
      self: anywhere(rest.self),
      own: anywhere(rest.own),
      yours: anywhere(rest.yours),
      you: anywhere(rest.you),
      quotes: new RegExp(`${behind}(?:${source(rest.quotes)})(?= |$)`, 'u'),
      account: begins(rest.account),
      by: anywhere(rest.by),
      back: anywhere(rest.back),
      done: new RegExp(`^(?:${source(rest.done)})$`, 'u'),
      free: {
        unable: anywhere(free.unable),
        ceased: anywhere(free.ceased),
        open: anywhere(free.open),
        rest: new RegExp(`(?<=\\p{L} \\p{L}+) (?:${source(free.rest)}) .*`, 'u'),
        relative: begins(free.relative),
        advice: begins(free.advice),
        mind: begins(free.mind),
        lead: new RegExp(`^(?:(?:${source(free.lead)})(?: |$))+`, 'u'),
        fact: anywhere(free.fact),
        wish: begins(free.wish),
        if: anywhere(free.if),
      },
      any: { said: anywhere(rest.any.said), is: anywhere(rest.any.is), coming: anywhere(rest.any.coming) },
      tools: ACT_KINDS.map((kind) => [kind, wordsAnywhere(rest.tools[kind])] as const),
      acts: acts.map(({ kind, vague, so, ...slots }) => {
        const form = (pattern: string) => new RegExp(expanded(pattern, { ...macros, ...slots }), 'u');
        const { mine, past, passive, brief, present, future } = forms;
        const said = [slots.did, slots.doing, slots.do, slots.went].filter((slot) => slot !== NEVER);
        return {
          kind,
          vague,
          so: anywhere(so),
          verb: new RegExp(`^(?:${said.map(source).join('|')})$`, 'u'),
          forms: {
            mine: form(mine),
            past: form(past),
            passive: form(passive),
            brief: form(brief),
            present: form(present),
            future: form(future),
          } satisfies Record<Form, RegExp>,
        };
      }),
    };
  });
type Claimed = z.output<typeof CLAIMED>;
type Act = Claimed['acts'][number];

const claimedIn = (language: string): Claimed | undefined => languageTable(language, 'claimed', CLAIMED);

/** What a query asks for: an act, words, an answer; else something is told. */
export type Asked = 'order' | 'words' | 'question' | 'statement';

export function askedBy(said: string, language: string): Asked {
  const query = asOrder(said, language);
  const folded = fold(query);
  const claimed = claimedIn(language);
  if (claimed?.quotes.test(folded)) return 'question';
  // Facts and advice are said in one's own name.
  if (claimed?.told.test(folded)) return claimed.fiction.test(folded) ? 'words' : 'question';
  if (claimed ? asksIn(query, language, claimed) : isQuestion(query, language)) return 'question';
  // "A haiku about the rain."
  if (claimed?.fiction.test(folded) && !isOrder(folded, claimed)) return 'words';
  return claimed && folded !== '' && (isOrder(folded, claimed) || !claimed.statement.test(folded))
    ? 'order'
    : 'statement';
}

/** Whether a query is a question and no order that begins like one: "have my car washed". */
function asksIn(query: string, language: string, claimed: Claimed): boolean {
  return isQuestion(query, language) && (/[?？]/.test(query) || !isOrder(fold(query), claimed));
}

const isOrder = (folded: string, { order }: Claimed) => Object.values(order).some((pattern) => pattern.test(folded));

/** A folded clause: whether it speaks of what is the person's. */
export function isYours(folded: string, language: string): boolean {
  return claimedIn(language)?.yours.test(folded) ?? false;
}

/** The parts of a query that are certainly orders, folded; undefined where words or an answer are asked for beside them. */
export function ordersIn(said: string, language: string, joints: RegExp): string[] | undefined {
  const query = asOrder(said, language);
  const claimed = claimedIn(language);
  if (!claimed) return undefined;
  const parts = query.split(joints).flatMap((part) => fold(part ?? '') || []);
  const orders = parts.filter((part) => isOrder(part, claimed));
  const asks = asksIn(query, language, claimed);
  const isElse = (part: string) =>
    claimed.told.test(part) || (asks && !orders.includes(part) && isQuestion(part, language));
  if ((parts.length > 1 || !asks) && parts.some(isElse)) return undefined;
  // "Feed the cat, would you?"
  return asks && (parts.length === 1 || orders[0] !== parts[0]) ? [] : orders;
}

/** Whether a folded clause wishes what goes with something that was done. */
export function isWish(folded: string, language: string): boolean {
  return claimedIn(language)?.free.wish.test(folded) ?? false;
}

/** Whether a query asks how something is said, or whether something was done. */
export function asksFor(what: 'quotes' | 'account', query: string, language: string): boolean {
  return claimedIn(language)?.[what].test(fold(query)) ?? false;
}

/** Whether a folded word only says what acts of these kinds are: their verbs, and what they are called. */
export function namesAct(kinds: readonly ActKind[], word: string, language: string): boolean {
  const { acts = [], tools = [] } = claimedIn(language) ?? {};
  return (
    acts.some(({ kind, verb }) => kinds.includes(kind) && verb.test(word)) ||
    // A lamp isn't called as a heating is.
    tools.some(([kind, words]) => kind !== 'device' && kind !== 'media' && kinds.includes(kind) && words.test(word))
  );
}

/** A folded clause without what leads to it: "I hope". */
export function withoutLead(folded: string, language: string): string {
  const free = claimedIn(language)?.free;
  return free ? folded.replace(free.lead, '') : folded;
}

/** What makes a folded clause certainly no claim: it says nothing, or what is none; undefined where it may be one. */
export function freedomOf(folded: string, query: string, language: string): 'nothing' | 'none' | 'claim' | undefined {
  const free = claimedIn(language)?.free;
  if (!free) return undefined;
  const said = withoutLead(folded, language);
  if (said === '') return 'nothing';
  if (free.unable.test(said)) return 'none';
  if (free.ceased.test(said)) return 'claim';
  const main = said.replace(free.rest, '');
  // "Open the garage" is no advice to whoever has just said so.
  const isEcho = words(query).some((word) => stem(word) === stem(words(said)[0] ?? ''));
  const isNone = free.open.test(main) || free.mind.test(said) || free.fact.test(said);
  return isNone || (free.advice.test(said) && !isEcho) ? 'none' : undefined;
}

/** Whether a folded clause is so short, so like an order, or so joined, that it goes on with what can't be done: "and tell her so". */
export function isRest(folded: string, language: string): boolean {
  const claimed = claimedIn(language);
  return (
    claimed !== undefined &&
    (words(folded).length <= MAX_REST_WORDS || isOrder(folded, claimed) || claimed.free.relative.test(folded))
  );
}

/** A folded clause: whether it says that something can't be done. */
export function isUnable(folded: string, language: string): boolean {
  return claimedIn(language)?.free.unable.test(folded) ?? false;
}

/** Whether one of the clauses of a sentence is a condition. */
export function isConditional(clauses: readonly string[], language: string): boolean {
  return clauses.some((clause) => claimedIn(language)?.free.if.test(clause));
}

/** What a clause is read beside. */
export interface Beside {
  asked: Asked;
  /** Folded. */
  query: string;
  /** BCP 47 tag of the clause. */
  language: string;
  /** It may go on with what the clause before it claims, or stands alone. */
  goesOn: boolean;
  /** The whole sentence only says what could be done. */
  isOffer: boolean;
  /** It says that something is so or done now. */
  isNow: boolean;
  /** States were read: what devices are is no claim that they became so. */
  isRead: boolean;
  /** Whatever isn't certainly no claim is held against what was done. */
  isHeld: boolean;
}

/** Whether a form claims an act. @param isNow it speaks of what is done right now, or is the person's own */
function counts(
  form: Form,
  { kind, vague: isVague }: Act,
  { asked, goesOn, isOffer, isRead, isNow }: Beside,
  { isTheirs, isToYou }: { isTheirs: boolean; isToYou: boolean },
): boolean {
  const isOwed = asked === 'order' || (!isVague && asked === 'statement');
  const isState = isRead && kind === 'device';
  switch (form) {
    case 'mine':
      // In a story somebody else says "I".
      return asked !== 'words' || (!isVague && isToYou);
    case 'past':
      return asked === 'order' || (!isVague && asked !== 'words');
    case 'passive':
      return (isOwed || (isTheirs && !isVague && kind !== 'device' && asked === 'question')) && !isState;
    case 'brief':
      return isOwed && !isState && goesOn;
    case 'present':
      return (
        (isOwed || (asked === 'question' && kind === 'device' && !isVague) || (asked === 'statement' && isNow)) &&
        !isOffer
      );
    case 'future':
      return isOwed && !isOffer;
  }
}

/** What a clause claims. */
export interface Claim {
  /** Any of them bears it out. */
  kinds: readonly ActKind[];
  /** It only says that it is done. */
  isBare: boolean;
  /** It was done beside something else. */
  isMore: boolean;
  /** Its words say much else, too, and don't tell what kind of act it was. */
  isVague: boolean;
}

/** What a folded clause claims to be done; undefined where it claims nothing. */
export function claimIn(folded: string, beside: Beside): Claim | undefined {
  const { asked, language, isHeld } = beside;
  const claimed = claimedIn(language);
  if (claimed?.done.test(folded)) return { kinds: ACT_KINDS, isBare: true, isMore: false, isVague: false };
  if (!claimed) return undefined;
  const person = { isTheirs: claimed.yours.test(folded), isToYou: claimed.you.test(folded) };
  const isOthers = asked !== 'order' && claimed.by.test(folded);
  const put = claimed.acts.filter((act) =>
    FORM_NAMES.some((form) => {
      if (!counts(form, act, beside, person) || (isOthers && form === 'passive')) return false;
      const said = act.forms[form].exec(folded);
      return said !== null && !isDenied(folded, form === 'mine' || form === 'past' ? said : undefined, claimed);
    }),
  );
  // Where nothing was called, what is so once it is done, and any verb of doing, claim it, too.
  const isOrdered = asked === 'order' && !isHeld && !claimed.not.test(folded);
  const so = isOrdered ? claimed.acts.filter((act) => isSoOnceDone(folded, act, beside)) : [];
  const kinds = [...new Set([...put, ...so].map(({ kind }) => kind))];
  const isMore = claimed.more.test(folded);
  if (kinds.length > 0) return { kinds, isBare: false, isMore, isVague: put.every(({ vague }) => vague) };
  // Whatever it is.
  const own = asked !== 'words' ? claimed.own.exec(folded) : null;
  const isElse =
    (own !== null && !isDenied(folded, own, claimed)) ||
    (asked === 'order' && isMore && claimed.self.test(folded) && !claimed.not.test(folded)) ||
    (isOrdered && isAnyAct(folded, claimed, beside));
  return isElse ? { kinds: ACT_KINDS, isBare: false, isMore, isVague: false } : undefined;
}

/** A clause: whether it tells of a state that holds once an act is done. */
function isSoOnceDone(folded: string, { kind, so }: Act, { query, isRead }: Beside): boolean {
  const said = isRead && kind === 'device' ? null : so.exec(folded);
  return said !== null && query.includes((said.groups?.['thing'] ?? '').slice(0, STEM));
}

/** A clause: whether it claims an act of no kind that is known. Behind an order hardly any verb says something else. */
function isAnyAct(folded: string, { any }: Claimed, { isRead, isOffer }: Beside): boolean {
  return any.said.test(folded) || (!isRead && any.is.test(folded)) || (!isOffer && any.coming.test(folded));
}

/** Whether a clause denies; behind what it puts first it only says what was told: "I told her not to wait". */
function isDenied(folded: string, put: RegExpExecArray | undefined, { not, free }: Claimed): boolean {
  const said = put ? folded.slice(0, put.index + put[0].length) : folded;
  return not.test(said) || free.unable.test(said);
}

/** Whether a clause says that oneself acts, so that what follows it may go on with it. */
export function isOwn(folded: string, language: string): boolean {
  return claimedIn(language)?.self.test(folded) ?? false;
}

/** Whether a sentence says that it speaks of earlier. */
export function looksBack(folded: string, language: string): boolean {
  return claimedIn(language)?.back.test(folded) ?? false;
}

/** What a tool does, by its name and description in a language or in English; everything, where they don't tell. */
export function actsOf(
  { name, description }: Pick<Tool, 'name' | 'description'>,
  language: string,
): readonly ActKind[] {
  const told = fold(`${name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ')} ${description}`.replaceAll('_', ' '));
  const tables = [...new Set([language, 'en'])].flatMap((tag) => claimedIn(tag)?.tools ?? []);
  const kinds = tables.flatMap(([kind, words]) => (words.test(told) ? [kind] : []));
  return kinds.length > 0 ? kinds : ACT_KINDS;
}
