import { contexts } from '../../llm/contexts.js';
import { readValue, readWhole, unescaped } from '../../llm/lenient.js';
import { ownWords } from '../../llm/own-words.js';

/** What a model made of a conversation. */
export interface DiaryText {
  /** Empty when the answer has none. */
  summary: string;
  topics: string[];
  /** True when the answer broke off inside the summary. */
  cut?: boolean;
}

const { mostTopics } = contexts.diary.limits;
const MAX_LETTERS = 20_000;
const MAX_TOPIC = 40;

const SUMMARY_WORDS = 'summary|zusammenfassung|résumé|resume|resumen|riassunto|samenvatting|resumo';
const TOPIC_WORDS = 'topics?|themen|sujets|thèmes|temas|argomenti|temi|onderwerpen|keywords|tags';
/** A label at the head of a line, whatever marks stand around it: `**Topics:**`, `## Topics`, `TOPICS -`. */
const label = (words: string) =>
  new RegExp(
    `^[ \\t]*(?:\\d[.)][ \\t])?[#>*_\\-]*[ \\t]*(?:${words})[ \\t]*[*_]*(?:[ \\t]*[:：][*_]*|[ \\t]+[-–—]+|[ \\t]*$)[ \\t]*`,
    'imu',
  );
const SUMMARY_LABEL = label(SUMMARY_WORDS);
const TOPICS_LABEL = label(TOPIC_WORDS);

/**
 * Summary and topics in a model's answer. Takes what models make of "answer in JSON": thinking before it, fences, words
 * around it, lists, labels instead of keys, an object that was cut off. An answer without any of it is a summary.
 */
export function parseDiary(response: string): DiaryText {
  const text = ownWords(response.slice(0, MAX_LETTERS))
    .replace(/^[ \t]*(?:```|~~~)\w*[ \t]*$/gm, '')
    .replace(/```(?:json)?/gi, '')
    .trim();
  return (
    fromJson(text) ??
    fromLabels(text) ?? { summary: /^[[{]/.test(text) || NOTHING.test(text) ? '' : tidy(text), topics: [] }
  );
}

/** What models write where there is nothing to write. */
const NOTHING = /^[([{]*(?:none|null|nothing|n\/a|keine?s?|aucune?|rien|ningun[oa]|nada|nessun[oa]|niente)?[)\]}.]*$/i;

/** An object without its braces. */
const BARE_KEY = new RegExp(`^["'“](?:${SUMMARY_WORDS})["'”]\\s*:`, 'iu');

function fromJson(text: string): DiaryText | undefined {
  const from = text.indexOf('{');
  if (from < 0) return BARE_KEY.test(text) ? fromPieces(text) : undefined;
  const read = readWhole(text.slice(from, text.lastIndexOf('}') + 1));
  return read === undefined ? fromPieces(text.slice(from)) : fromObject(Object(read));
}

function fromObject(read: Record<string, unknown>): DiaryText | undefined {
  const named = (words: string): unknown => {
    const key = Object.keys(read).find((name) => new RegExp(`^(?:${words})$`, 'iu').test(name.trim()));
    return key === undefined ? undefined : read[key];
  };
  const summary = named(SUMMARY_WORDS);
  // Some wrap it once more: {"diary": {"summary": …}}.
  const inner = Object.values(read).find(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  );
  if (summary === undefined) return inner ? fromObject({ ...inner }) : undefined;
  const lines = Array.isArray(summary) ? summary.filter((line) => typeof line === 'string').join(' ') : summary;
  return { summary: typeof lines === 'string' ? tidy(lines) : '', topics: topicsOf(named(TOPIC_WORDS)) };
}

/** The end of a summary that was written out, also where what follows it broke off: `."}`, `.", "top`. */
const CLOSED = /["'”]\s*(?:,\s*(?:["'“]\p{L}{0,12}["'”]?\s*:?\s*)?|\})?\s*$/u;

/** An object that can't be read as a whole: cut off, or with quotes that aren't escaped. */
function fromPieces(text: string): DiaryText | undefined {
  const found = new RegExp(`["'“]?(?:${SUMMARY_WORDS})["'”]?\\s*:\\s*["'“]`, 'iu').exec(text);
  if (!found) return undefined;
  const rest = text.slice(found.index + found[0].length);
  const ended = new RegExp(`["'”]?\\s*(?:,|\\}\\s*,?\\s*\\{)\\s*["'“]?(?:${TOPIC_WORDS})["'”]?\\s*:\\s*`, 'iu').exec(
    rest,
  );
  const raw = ended ? rest.slice(0, ended.index) : rest.replace(CLOSED, '');
  const after = ended ? rest.slice(ended.index + ended[0].length) : '';
  const listed = after.startsWith('[') ? readValue(after, 0)?.value : undefined;
  // A topic that was cut off is none.
  const topics = [...after.matchAll(/["'“]([^"'“”]+)["'”]/gu)].map((match) => match[1] ?? '');
  const cut = !ended && !CLOSED.test(rest);
  // nor is an escape
  const words = unescaped(raw.replace(/\\(?:u[\da-f]{0,3})?$/i, ''));
  return { summary: tidy(words), topics: topicsOf(listed ?? topics), ...(cut && { cut }) };
}

function fromLabels(text: string): DiaryText | undefined {
  const topics = TOPICS_LABEL.exec(text);
  const summary = SUMMARY_LABEL.exec(text);
  if (!topics && !summary) return undefined;
  const to = topics && (!summary || topics.index > summary.index) ? topics.index : text.length;
  const words = text.slice(summary ? summary.index + summary[0].length : 0, Math.max(to, 0));
  const listed = topics ? text.slice(topics.index + topics[0].length) : '';
  const end =
    summary && topics && summary.index > topics.index ? summary.index - topics.index - topics[0].length : undefined;
  return { summary: tidy(words), topics: topicsOf(topicLines(listed.slice(0, end))) };
}

/** The list after "Topics:": on its line, or as bullets below it. What follows an empty line is something else. */
function topicLines(text: string): string {
  const [block = ''] = text.replace(/^\s+/, '').split(/\n\s*\n/);
  const lines = block.split('\n');
  const bullets = lines.filter((line) => /^\s*(?:[-*•]|\d+[.)])\s/.test(line));
  return bullets.length > 0 ? bullets.join('\n') : (lines[0] ?? '');
}

function topicsOf(given: unknown): string[] {
  const listed = typeof given === 'string' ? given.replace(/^\s*\[|\]\s*$/g, '').split(/[,;、،\n|]/) : given;
  if (!Array.isArray(listed)) return [];
  const kept = new Map<string, string>();
  for (const item of listed) {
    const one = nameOf(item);
    if (one === undefined) continue;
    const topic = one
      .replace(/^\s*(?:[-*•#]+|\d+[.)])\s*/, '')
      .replace(/^["'“”„«*_`\s]+|["'“”„«».*_`\s]+$/gu, '')
      .replace(/\s+/g, ' ');
    if (NOTHING.test(topic) || topic.length > MAX_TOPIC) continue;
    const key = topic.toLowerCase();
    if (!kept.has(key)) kept.set(key, topic);
  }
  return [...kept.values()].slice(0, mostTopics);
}

/** A topic, also where each is an object of its own: {"name": "travel"}. */
function nameOf(topic: unknown): string | undefined {
  if (typeof topic === 'string') return topic;
  if (typeof topic !== 'object' || topic === null) return undefined;
  return Object.values(topic).find((value) => typeof value === 'string');
}

/** One paragraph without marks. */
function tidy(text: string): string {
  return text
    .replace(/^\s*(?:[-*•]|\d+[.)])\s+/gm, '')
    .replace(/\*\*|__|^#+\s*/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
}
