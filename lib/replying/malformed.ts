import { readValue, readWhole } from '../llm/lenient.js';
import { withoutThoughts } from '../llm/thinking.js';
import { finalAnswerIn } from './call-shapes.js';
import { withoutMarks } from './template-marks.js';

/** What the guard makes of an answer: whether it is no language at all, and what of it may be spoken. */
export interface Verdict {
  malformed: boolean;
  /** The words, when there are any. */
  spoken?: string;
}

/** Keys under which a model hides its answer in JSON. */
const ANSWER_KEYS = ['answer', 'reply', 'response', 'final_answer', 'message', 'content', 'text', 'output'];
const FEWEST_WORDS = 3;
/** An element with others in it. */
const XML = /^<([a-z][\w-]{0,40})\b[^<>]*>\s*<[a-z][^<>]*>[\s\S]*<\/\1>$/i;
/** An answer has a few hundred words; what comes after is dropped. */
const LONGEST = 8_000;
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
  const given = content.slice(0, LONGEST).trim();
  if (given === '') return { malformed: false };
  const text = withoutMarks(withoutThoughts(given)).trim();
  if (!/[\p{L}\p{N}]/u.test(text)) return { malformed: true };
  if (/^["'`{[\s*]*tool[_ ]?calls?["'`]?\s*[:=]/i.test(text)) return { malformed: true };
  if (/^(?:<(?:\?xml|!doctype|html|svg|tool_response)\b|HTTP\/\d|Traceback \()/i.test(text)) return { malformed: true };
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
    if (!read) return { malformed: true };
    const answer = finalAnswerIn(read.value) ?? answerIn(read.value);
    if (answer !== undefined) return checkReply(answer);
    return wordsOr(text.slice(read.end));
  }
  if (XML.test(text))
    return wordsOr(text.replace(/<[^<>]*>/g, ' ')).malformed ? { malformed: true } : { malformed: false, spoken: text };
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (isTree(lines)) return { malformed: true };
  const data = lines.filter(isDataLine);
  if (data.length > 0 && data.length === lines.length) return { malformed: true };
  const prose = data.length > 0 ? lines.filter((line) => !isDataLine(line)).join('\n') : text;
  const kept = withoutObjects(prose);
  return kept === text ? { malformed: false, spoken: text } : wordsOr(kept);
}

/** "temperature_2m: 12.3", "\"wind\": 4," – but not "Tea: at four". */
function isDataLine(line: string): boolean {
  const bare = line.trim().replace(/^[-*]\s*/, '');
  return (
    /^(?:["'][\w .-]+["']|(?=[a-z\d]*_)\w+(?!\w)|[A-Za-z]+\.[A-Za-z]\w*)\s*[:=]\s*\S/i.test(bare) ||
    /^[a-z]\w{2,40}=\S{1,80}$/.test(bare) ||
    /^[{}[\],]+$/.test(bare) ||
    // A line of a table, "18,60,4" – but not "1,000,000".
    (/^[^\s,]+(?:,[^\s,]*){2,}$/.test(bare) && !/^\d{1,3}(?:,\d{3})+$/.test(bare))
  );
}

/** YAML in at least two levels; keys of prose are written large, or stand behind dashes. */
function isTree(lines: readonly string[]): boolean {
  const depth = (line: string | undefined) => /^ */.exec(line ?? '')?.[0].length ?? 0;
  const isKey = (line: string) => /^ *(?:- )?["']?[a-z_/$][^\s:]{0,60}:(?: |$)/.test(line);
  const isNested = lines.some((line, at) => line.trimEnd().endsWith(':') && depth(lines[at + 1]) > depth(line));
  return isNested && lines.every(isKey);
}

/** The text without JSON objects; numbers in brackets and empty braces stay. */
function withoutObjects(text: string): string {
  let kept = text;
  for (let at = kept.indexOf('{'); at >= 0; at = kept.indexOf('{', at + 1)) {
    const read = readValue(kept, at);
    if (read && isFilled(read.value)) kept = kept.slice(0, at) + kept.slice(read.end);
    else if (!read && /^\{\s*["'][\w .-]+["']\s*:/.test(kept.slice(at, at + 100))) kept = kept.slice(0, at);
  }
  return kept.replace(/```\w*\s*```/g, '').trim();
}

function isFilled(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

function wordsOr(rest: string): Verdict {
  const words = rest.trim().match(/\p{L}+/gu) ?? [];
  return words.length >= FEWEST_WORDS ? { malformed: false, spoken: rest.trim() } : { malformed: true };
}

function answerIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const entries = Object.entries(value);
  if (entries.length > 2) return undefined;
  const found = entries.find(([key, inner]) => ANSWER_KEYS.includes(key.toLowerCase()) && typeof inner === 'string');
  return typeof found?.[1] === 'string' && found[1].trim() !== '' ? found[1] : undefined;
}
