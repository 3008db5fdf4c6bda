import { readValue } from './lenient.js';

/** What the guard makes of an answer: whether it is no language at all, and what of it may be spoken. */
export interface Verdict {
  malformed: boolean;
  /** The words, when there are any. */
  spoken?: string;
}

/** Keys under which a model hides its answer in JSON. */
const ANSWER_KEYS = ['answer', 'reply', 'response', 'final_answer', 'message', 'content', 'text', 'output'];
const FEWEST_WORDS = 3;

/**
 * Keeps data from being read aloud: truncated or whole JSON, a bare `tool_calls:`, API descriptions, tables of values.
 * Words around a piece of data are kept, the data isn't.
 */
export function checkReply(content: string): Verdict {
  const text = content.trim();
  if (text === '') return { malformed: false };
  if (/^["'`{[\s*]*tool[_ ]?calls?["'`]?\s*[:=]/i.test(text)) return { malformed: true };
  if (/^<(?:\?xml|!doctype|html|svg|tool_response)\b/i.test(text)) return { malformed: true };
  if (/^(?:openapi|swagger)["']?\s*:/im.test(text)) return { malformed: true };
  if (/^[{[]/.test(text)) {
    const read = readValue(text, 0);
    if (!read) return { malformed: true };
    const answer = answerIn(read.value);
    if (answer !== undefined) return checkReply(answer);
    return wordsOr(text.slice(read.end));
  }
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const data = lines.filter(isDataLine);
  if (data.length > 0 && data.length === lines.length) return { malformed: true };
  const prose = data.length > 0 ? lines.filter((line) => !isDataLine(line)).join('\n') : text;
  const kept = withoutObjects(prose);
  return kept === text ? { malformed: false, spoken: text } : wordsOr(kept);
}

/** "temperature_2m: 12.3", "\"wind\": 4," – but not "Tea: at four". */
function isDataLine(line: string): boolean {
  return (
    /^\s*[-*]?\s*(?:["'][\w .-]+["']|\w+_\w+|[A-Za-z]+\.[A-Za-z]\w*)\s*[:=]\s*\S/.test(line) ||
    /^\s*[{}[\],]+\s*$/.test(line)
  );
}

/** The text without JSON objects; numbers in brackets stay. */
function withoutObjects(text: string): string {
  let kept = text;
  for (let at = kept.indexOf('{'); at >= 0; at = kept.indexOf('{', at + 1)) {
    const read = readValue(kept, at);
    if (read) kept = kept.slice(0, at) + kept.slice(read.end);
    else if (/^\{\s*["'][\w .-]+["']\s*:/.test(kept.slice(at, at + 100))) kept = kept.slice(0, at);
  }
  return kept.replace(/```\w*\s*```/g, '').trim();
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
