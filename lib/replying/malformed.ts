import { readValue, readWhole } from '../llm/lenient.js';
import { ownWords } from '../llm/own-words.js';
import { finalAnswerIn } from './call-shapes.js';
import { withoutData, withoutInlineCode } from './data-lines.js';
import { withoutMarks } from './template-marks.js';

/** What the guard makes of an answer: whether it is no language at all, and what of it may be spoken. */
export interface Verdict {
  malformed: boolean;
  /** The words, when there are any. */
  spoken?: string;
  /** Words, and the code, tables and other data that were left out between them, in their order. */
  parts?: Part[];
}

type Part = { words: string } | { data: string };

/** Keys under which a model hides its answer in JSON. */
const ANSWER_KEYS = ['answer', 'reply', 'response', 'final_answer', 'message', 'content', 'text', 'output'];
const MIN_WORDS = 3;
/** An element with others in it. */
const XML = /^<([a-z][\w-]{0,40})\b[^<>]*>\s*<[a-z][^<>]*>[\s\S]*<\/\1>$/i;
/** Signs that no language has: each stands for a piece of data until the words are read. */
const FIRST_PLACE = 0xe000;
const PLACE = /[\ue000-\uf8ff]/g;
/** An answer has a few hundred words; what comes after is dropped. */
const MAX_LETTERS = 8_000;
/** A result as the protocol in words sends it: the model repeats it or made it up. */
const OWN_MARK = /^\[(?:tool )?result(?: of\b|:)[^\]\n]{0,80}\]/i;
/** Nothing but marks of a protocol. */
const MARKS_ONLY =
  /^(?:\s|<[/|]{0,2}(?:tool|function|invoke|parameter|im_|eot|start|end)[^<>\n]{0,40}>|`{3,}\w*|\[\/?(?:TOOL|INST)[A-Z_]{0,20}\]|<\/s>)+$/;

/**
 * Keeps data from being read aloud: truncated or whole JSON, a bare `tool_calls:`, API descriptions, tables of values.
 * Words around a piece of data are kept, the data isn't.
 */
export function checkReply(content: string): Verdict {
  const given = content.slice(0, MAX_LETTERS).replace(PLACE, '').trim();
  if (given === '') return { malformed: false };
  const text = withoutMarks(ownWords(given)).trim();
  if (!/[\p{L}\p{N}]/u.test(text)) return { malformed: true };
  if (/^["'`{[\s*]*tool[_ ]?calls?["'`]?\s*[:=]/i.test(text)) return { malformed: true };
  const quoted = text.startsWith('"') ? String(readWhole(text)) : '';
  if (/^\s*[{[]/.test(quoted)) return checkReply(quoted);
  if (/^(?:openapi|swagger)["']?\s*:/im.test(text)) return { malformed: true };
  if (/^(?:null|none|undefined|nan|\[object Object\])$/i.test(text)) return { malformed: true };
  if (MARKS_ONLY.test(text)) return { malformed: true };
  const own = text.replace(OWN_MARK, '');
  if (own !== text) return wordsOr(checkReply(own).spoken ?? '');
  // "[sighs] Very good." is prose.
  if (/^(?:\{|\[(?!\s*(?!true|false|null|none)\p{L}))/iu.test(text)) {
    const read = readValue(text, 0);
    if (!read) return { malformed: true, parts: [{ data: text }] };
    const answer = finalAnswerIn(read.value) ?? answerIn(read.value);
    if (answer !== undefined) return checkReply(answer);
    return placed(`${String.fromCharCode(FIRST_PLACE)}${text.slice(read.end)}`, [text.slice(0, read.end)]);
  }
  if (XML.test(text))
    return wordsOr(text.replace(/<[^<>]*>/g, ' ')).malformed ? { malformed: true } : { malformed: false, spoken: text };
  const data: string[] = [];
  const take = (piece: string) => String.fromCharCode(FIRST_PLACE + data.push(piece) - 1);
  const open = /^(?:<(?:\?xml|!doctype|html|svg|tool_response)\b|HTTP\/\d|Traceback \()/im.exec(text);
  const closed = open ? text.slice(0, open.index) + take(text.slice(open.index)) : text;
  const prose = withoutInlineCode(withoutFences(closed, take), take);
  const kept = withoutObjects(withoutData(prose, take), take);
  return kept === text ? { malformed: false, spoken: text } : placed(kept, data);
}

/** The verdict on words with places of data in them. */
function placed(text: string, data: readonly string[]): Verdict {
  const verdict = wordsOr(text.replace(PLACE, ''));
  if (data.length === 0) return verdict;
  const parts = text.split(/(?<=[\ue000-\uf8ff])|(?=[\ue000-\uf8ff])/).flatMap((part): Part[] => {
    const taken = data[part.charCodeAt(0) - FIRST_PLACE];
    return taken !== undefined ? [{ data: taken }] : verdict.spoken !== undefined ? [{ words: part }] : [];
  });
  return { ...verdict, parts };
}

/** The text without its fences; words that were put into one stay. */
function withoutFences(text: string, take: (data: string) => string): string {
  if (!/```|~~~/.test(text)) return text;
  return text.replace(
    /(`{3,}|~{3,})[ \t]*([\w+-]*)[^\n]*(?:\n([\s\S]*?)(?:\1|$)|$)/g,
    (all, _, language: string, body = '') => {
      if (/^(?:|text|plain|markdown|md)$/i.test(language) && checkReply(body).spoken === body.trim()) return body;
      return body.trim() === '' ? '' : take(all);
    },
  );
}

/** The text without JSON objects; numbers in brackets and empty braces stay. */
function withoutObjects(text: string, take: (data: string) => string): string {
  let kept = text;
  for (let at = kept.indexOf('{'); at >= 0; at = kept.indexOf('{', at + 1)) {
    const read = readValue(kept, at);
    const end = read ? read.end : kept.length;
    if (!(read ? isFilled(read.value) : /^\{\s*["'][\w .-]+["']\s*:/.test(kept.slice(at, at + 100)))) continue;
    const rest = kept.slice(end);
    const line = rest.search(/\n|$/);
    kept = kept.slice(0, at) + rest.slice(0, line) + take(kept.slice(at, end)) + rest.slice(line);
  }
  return kept.trim();
}

function isFilled(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

function wordsOr(rest: string): Verdict {
  const words = rest.trim().match(/\p{L}+/gu) ?? [];
  return words.length >= MIN_WORDS ? { malformed: false, spoken: rest.trim() } : { malformed: true };
}

function answerIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const entries = Object.entries(value);
  if (entries.length > 2) return undefined;
  const found = entries.find(([key, inner]) => ANSWER_KEYS.includes(key.toLowerCase()) && typeof inner === 'string');
  return typeof found?.[1] === 'string' && found[1].trim() !== '' ? found[1] : undefined;
}
