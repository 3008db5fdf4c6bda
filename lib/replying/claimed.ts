import { z } from 'zod';
import { fold } from '../language/fold.js';
import { languageTable } from '../language/folders.js';
import { expanded, MACROS, PATTERN, wordsAnywhere } from '../language/patterns.js';
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
    /** A request for an act begins so for certain; beside what lib/replying/claims.ts knows of orders. */
    order: PATTERN,
    /** A request for words only begins so. */
    told: PATTERN,
    /** What is no request begins so. */
    statement: PATTERN,
    /** Says that it was done beside something else. */
    more: PATTERN,
    /** Says that oneself acts. */
    self: PATTERN,
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
        /** What is so once it is done; claims it behind an order only, which has what is called "thing" in it. */
        so: SLOT,
      }),
    ),
    /** Acts by whatever verb, behind an order: done, so now, or going to be done. */
    any: z.object({ said: PATTERN, is: PATTERN, coming: PATTERN }),
    /** Words in a tool's name and description that tell what it does. */
    tools: z.record(z.enum(ACT_KINDS), PATTERN),
  })
  .transform(({ macros, acts, forms, ...rest }) => {
    const anywhere = (source: string) => wordsAnywhere(expanded(source, macros));
    return {
      not: anywhere(rest.not),
      order: new RegExp(`^(?:[\\p{L}\\p{N}]+ ){0,3}?(?:${expanded(rest.order, macros)})`, 'u'),
      told: new RegExp(`^(?:[\\p{L}\\p{N}]+ ){0,3}?(?:${expanded(rest.told, macros)})(?= |$)`, 'u'),
      statement: new RegExp(`^(?:${expanded(rest.statement, macros)})`, 'u'),
      more: anywhere(rest.more),
      self: anywhere(rest.self),
      by: anywhere(rest.by),
      back: anywhere(rest.back),
      done: new RegExp(`^(?:${expanded(rest.done, macros)})$`, 'u'),
      any: { said: anywhere(rest.any.said), is: anywhere(rest.any.is), coming: anywhere(rest.any.coming) },
      tools: ACT_KINDS.map((kind) => [kind, wordsAnywhere(rest.tools[kind])] as const),
      acts: acts.map(({ kind, vague, so, ...slots }) => {
        const form = (source: string) => new RegExp(expanded(source, { ...macros, ...slots }), 'u');
        const { mine, past, passive, brief, present, future } = forms;
        return {
          kind,
          vague,
          so: anywhere(so),
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

/** @param isOrder it is one by its verb */
export function askedBy(query: string, language: string, isOrder: (folded: string) => boolean): Asked {
  const folded = fold(query);
  const claimed = claimedIn(language);
  if (claimed?.told.test(folded)) return 'words';
  if (isQuestion(query, language)) return 'question';
  return isOrder(folded) || (claimed && folded !== '' && !claimed.statement.test(folded)) ? 'order' : 'statement';
}

/** Whether a clause is certainly an order, by its verb. */
export function isCertainOrder(clause: string, language: string, isOrder: (folded: string) => boolean): boolean {
  const folded = fold(clause);
  const claimed = claimedIn(language);
  return !claimed?.told.test(folded) && (isOrder(folded) || (claimed?.order.test(folded) ?? false));
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
  /** What is going to be done counts, too. */
  soon: boolean;
  /** The whole sentence only says what could be done. */
  isOffer: boolean;
  /** States were read: what devices are is no claim that they became so. */
  isRead: boolean;
}

/** Whether a form claims an act. */
function counts(form: Form, { kind, vague: isVague }: Act, { asked, goesOn, soon, isOffer, isRead }: Beside): boolean {
  const isOwed = asked === 'order' || (!isVague && asked === 'statement');
  const isState = isRead && kind === 'device';
  switch (form) {
    case 'mine':
      return asked !== 'words' || !isVague;
    case 'past':
      return asked === 'order' || (!isVague && asked !== 'words');
    case 'passive':
      return isOwed && !isState;
    case 'brief':
      return isOwed && !isState && goesOn;
    case 'present':
      return (isOwed || (asked === 'question' && kind === 'device' && !isVague)) && !isOffer;
    case 'future':
      return isOwed && !isOffer && soon;
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
}

/** What a folded clause claims to be done; undefined where it claims nothing. */
export function claimIn(folded: string, beside: Beside): Claim | undefined {
  const { asked, language, query, isRead } = beside;
  const claimed = claimedIn(language);
  if (claimed?.done.test(folded)) return { kinds: ACT_KINDS, isBare: true, isMore: false };
  if (!claimed || claimed.not.test(folded)) return undefined;
  const isOthers = asked !== 'order' && claimed.by.test(folded);
  const kinds = claimed.acts.flatMap((act) => {
    const { kind, so, forms } = act;
    const isPut = FORM_NAMES.some(
      (form) => counts(form, act, beside) && forms[form].test(folded) && !(isOthers && form === 'passive'),
    );
    const state = asked === 'order' && !(isRead && kind === 'device') ? so.exec(folded) : null;
    const isSo = state !== null && query.includes((state.groups?.['thing'] ?? '').slice(0, STEM));
    return isPut || isSo ? [kind] : [];
  });
  const isMore = claimed.more.test(folded);
  if (kinds.length > 0) return { kinds: [...new Set(kinds)], isBare: false, isMore };
  return isAnyAct(folded, claimed, beside) ? { kinds: ACT_KINDS, isBare: false, isMore } : undefined;
}

/** Whether a clause claims an act of no kind that is known: behind an order hardly any verb says something else. */
function isAnyAct(folded: string, { any }: Claimed, { asked, isRead, isOffer, soon }: Beside): boolean {
  if (asked !== 'order') return false;
  return any.said.test(folded) || (!isRead && any.is.test(folded)) || (soon && !isOffer && any.coming.test(folded));
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
