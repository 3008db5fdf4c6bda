import { z } from 'zod';
import { objectsIn, type Read, readValue } from '../llm/lenient.js';
import { ownWords } from '../llm/own-words.js';
import { findWakeWord } from './wake-words.js';

export interface ParseOptions {
  /** The assistant's name or wake phrase, which models like to leave in the query. */
  name: string;
  aliases?: readonly string[] | undefined;
}

export interface ParsedJudgement {
  directed: boolean;
  query: string;
  stop: boolean;
  confidence: number;
  reasoning: string;
}

const CONFIDENCES: Record<string, number> = { high: 0.9, medium: 0.6, low: 0.3, certain: 1, sure: 1 };
const MAX_LETTERS = 20_000;
/** Of the answer itself: it may have 220 tokens. */
const MAX_ANSWER_LETTERS = 4_000;
const MAX_REASON_LETTERS = 160;

/** Before the object that counts, where another one is an example or a draft. */
const ANSWER =
  /\b(?:final (?:answer|output|judg[e]?ment|json)|answer|output|judg[e]?ment|result|response)\**\s*:\**\s*\{/i;
/**
 * A field by its name and its value: in quotes, which may hold others inside, or bare to the next field, brace or line. A
 * quote that stays open holds nothing.
 */
const FIELD = (() => {
  const key = /(?<!\w)(directed|query|stop|confidence)["'*`]{0,3}\s*[:=][ \t*]*/.source;
  const quoted = /(?<quote>["'`])((?:(?!\k<quote>)[^\n]|\k<quote>(?!\s*(?:[,}\n]|$))){0,600})\k<quote>/.source;
  const nextField = /,\s*\W{0,3}(?:directed|query|stop|confidence|reasoning)\b/.source;
  const bare = String.raw`(?!\s*["'\`])((?:(?!${nextField})[^\n;|}{[\]]){1,600})`;
  return new RegExp(String.raw`${key}(?:${quoted}|${bare}|(?=\r?\n|$))`, 'gi');
})();
/** A mention of one or two in a sentence is no judgement. */
const MIN_FIELDS = 3;
const truth = z.union([
  z.boolean(),
  z
    .union([z.string(), z.number()])
    .transform((said) => String(said).trim().toLowerCase())
    .pipe(z.enum(['true', 'yes', '1', 'false', 'no', '0']))
    .transform((said) => ['true', 'yes', '1'].includes(said)),
]);
const confidence = z.union([
  z.number().nonnegative(),
  z.string().transform((said, context) => {
    const word = said.trim().toLowerCase();
    const number =
      CONFIDENCES[word.replace(/^(?:very|quite|fairly|pretty|absolutely|rather|extremely) /, '')] ??
      (/^(?:\d+(?:[.,]\d+)?|[.,]\d+)\s*%?$/.test(word) ? Number.parseFloat(word.replace(',', '.')) : undefined);
    if (number !== undefined) return word.endsWith('%') ? number / 100 : number;
    context.addIssue({ code: 'custom', message: 'not a confidence' });
    return z.NEVER;
  }),
]);
const answerSchema = z.object({
  directed: truth,
  query: z
    .union([z.string(), z.number().transform(String), z.tuple([z.string()]).transform(([said]) => said)])
    .nullish(),
  stop: truth.nullish().catch(undefined),
  confidence: confidence.nullish().catch(undefined),
  reasoning: z.string().nullish().catch(undefined),
});

/**
 * The judgement in a model's answer, or null when there is none. Takes what small models make of "answer in JSON": thinking
 * before it, code fences, words around it, single quotes, trailing commas, comments, Python's True, percentages, a wrapper.
 */
export function parseJudgement(response: string, { name, aliases }: ParseOptions): ParsedJudgement | null {
  const text = ownWords(response.slice(0, MAX_LETTERS))
    .replace(/```(?:json)?/gi, '')
    .slice(0, MAX_ANSWER_LETTERS);
  for (const candidate of candidatesIn(text)) {
    const parsed = answerSchema.safeParse(unwrapped(candidate));
    if (!parsed.success) continue;
    const { directed, query, reasoning } = parsed.data;
    const stop = directed && (parsed.data.stop ?? false);
    const said = parsed.data.confidence ?? 0.5;
    const asked = (query ?? '').replace(/[\n\r\t]+/g, ' ');
    return {
      directed,
      query: directed && !stop ? findWakeWord(asked, { wake: name, aliases }).query : '',
      stop,
      confidence: Math.min(1, said > 1 ? said / 100 : said),
      reasoning: (reasoning ?? '').slice(0, MAX_REASON_LETTERS),
    };
  }
  return null;
}

/** What may be the judgement: objects, first the one that a model calls its answer, then fields without braces. */
function* candidatesIn(text: string): Generator<unknown> {
  const answer = text.search(ANSWER);
  if (answer > 0) yield* objectsIn(text.slice(answer), readAnswer);
  yield* objectsIn(text, readAnswer);
  yield fieldsIn(text);
  // an object in a string: {"content": "{\\"directed\\": …}"}
  const inString = text.indexOf('\\"directed');
  if (inString > 0) yield* objectsIn(text.slice(text.lastIndexOf('{', inString)).replaceAll('\\"', '"'), readAnswer);
}

/** The fields wherever they stand, when nothing can be read as an object; undefined when there are too few. */
function fieldsIn(text: string): unknown {
  const plain = text.replace(/\/\*[^*]*\*\//g, '').replace(/[ \t]+/g, ' ');
  const fields: Record<string, string> = {};
  for (const [, key = '', , quoted, bare] of plain.matchAll(FIELD)) {
    // a bracket that isn't opened closes a call: judge(directed=True, …)
    const said = quoted ?? (bare?.includes('(') ? bare : bare?.replace(/\)\s*$/, ''))?.trim() ?? '';
    const field = key.toLowerCase();
    // only what is asked may hold a comma; beside the others a comment may stand
    const value = field === 'query' ? said : said.replace(/(?:,\s| #).*$/s, '');
    fields[field] ??= /^(?:null|none)$/i.test(value) ? '' : value;
  }
  const isEnough = fields.directed !== undefined && fields.query !== undefined;
  return isEnough && Object.keys(fields).length >= MIN_FIELDS ? fields : undefined;
}

/** An object with its keys in lower case, without one that is only wrapped around it: {"judgement": {…}}. */
function unwrapped(read: unknown): unknown {
  if (typeof read !== 'object' || read === null) return read;
  const entries = Object.entries(read);
  const [only] = entries;
  if (entries.length === 1 && typeof only?.[1] === 'object') return unwrapped(only[1]);
  const inner = Object.hasOwn(read, 'directed') ? undefined : entries.find(([, value]) => isJudgement(value));
  if (inner) return unwrapped(inner[1]);
  return Object.fromEntries(entries.map(([key, value]) => [key.toLowerCase(), value]));
}

function isJudgement(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && Object.hasOwn(value, 'directed') && Object.hasOwn(value, 'query')
  );
}

/** An object, or what stands in it before the reasoning, its last field: that may hold bare quotes, or be cut off. */
function readAnswer(text: string, at: number): Read | undefined {
  const whole = readValue(text, at);
  if (whole) return whole;
  const [before = ''] = /^[\s\S]*?(?=,\s*["']?reasoning["']?\s*:)/i.exec(text.slice(at)) ?? [];
  return /query["']?\s*:/i.test(before) ? readValue(`${text.slice(0, at)}${before}}`, at) : undefined;
}
