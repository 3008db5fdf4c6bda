import { contexts } from '../../llm/contexts.js';
import { FENCE_RULE, fence } from '../../llm/fence.js';
import { ask, type Models } from '../../llm/gateway.js';
import type { Message } from '../../llm/types.js';
import { redact } from '../../turn/redaction.js';
import type { Trace } from '../../turn/trace.js';
import { hasSubstance, isBorneOut, repeats, tellingWords } from './borne-out.js';
import { cleanSummary, isExcuse } from './hygiene.js';
import { type DiaryText, parseDiary } from './parse.js';
import { wordsIn } from './words.js';

const { mostWords } = contexts.diary.limits;
/** A summary that goes on from another one never needs to lose half of it. */
const MIN_KEPT = 0.5;
/** Shorter ones may be said better in fewer words. */
const SHORT_WORDS = 30;

/** One message, with the time of day it was said at. */
export interface Line {
  role: string;
  content: string;
  time?: string | undefined;
}

export interface ToSumUp {
  models: Models;
  messages: readonly Line[];
  /** The summary that this one goes on from. */
  previous?: string | undefined;
  /** Why the last answer was not taken. */
  hint?: Rejection | undefined;
  signal: AbortSignal;
  trace?: Trace | undefined;
}

/** Why an answer isn't taken as a summary. */
export type Rejection = 'empty' | 'excuse' | 'shrunk' | 'long' | 'unfounded';

const HINTS: Record<Rejection, string> = {
  empty: 'Write at least one whole sentence about what was said.',
  excuse: 'Write only what was talked about. Do not write about yourself.',
  shrunk: 'Keep everything from the earlier summary that still holds.',
  long: `Your answer was too long: at most ${mostWords - 60} words.`,
  unfounded: 'Tell what was said in this conversation, in its language, with its own names and words.',
};

const NOW = 'Write the summary now.';
/** The static part comes first, so that the model server reuses what it has evaluated. */
const LINES = [
  'You keep the diary of a home with a voice assistant called Jarvis. You sum up what was talked about, so that it can be looked up later.',
  `If there is an earlier summary of the day, write one new summary of both: keep what is in it, add what is new. At most ${mostWords} words in whole sentences, in the language of the conversation.`,
  'Rules:',
  '- Say who said what. "The person asked about jazz" is not "the person likes jazz". What Jarvis said, Jarvis said.',
  '- Copy names, numbers, dates and places exactly. Add nothing that was not said.',
  '- When something is corrected, write only the corrected version.',
  '- Never write that Jarvis could not do, find or know something, or was sorry. Bad: "Jarvis could not find the opening hours." Good: "The person asked when the library opens." Bad: «Jarvis konnte das Wetter nicht abrufen.» Good: «Die Person fragte nach dem Wetter.» Bad: «El asistente no pudo poner música.» Good: «La persona pidió música.»',
  '- Leave out passwords, codes, numbers of cards and accounts, and addresses.',
  '- If there was only small talk, say so in one short sentence.',
  `- ${FENCE_RULE}`,
  'Then name 3 to 5 topics, one or two words each.',
  'Answer in JSON: {"summary": "…", "topics": ["…", "…", "…"]}',
];
const PROMPT = LINES.join('\n');
/** What a model that only repeats says; an example in quotes may be what it has to say. */
const isEcho = repeats([...LINES.filter((line) => !/["«]/.test(line)), NOW, ...Object.values(HINTS)]);

/** The summary of a conversation, or why there is none. */
export type SummedUp = { ok: true; summary: string; topics: string[] } | { ok: false; why: Rejection };

/**
 * Sums up a conversation, going on from an earlier summary, and looks at the answer before it is taken.
 * @throws JarvisError "model-…", "timeout"; AbortError.
 */
export async function sumUp({ models, messages, previous, hint, signal, trace }: ToSumUp): Promise<SummedUp> {
  let cut = false;
  const answer = await ask(models, contexts.diary, {
    messages: promptOf(messages, previous, hint),
    read: (text) => {
      const parsed = parseDiary(text);
      cut = parsed.cut ?? false;
      return parsed;
    },
    signal,
    trace,
  });
  // The end of what was said would be lost.
  if (cut) return { ok: false, why: 'long' };
  return accepted(answer, { said: messages.map(({ content }) => redact(content)).join('\n'), previous });
}

/** What the model reads. */
export function promptOf(messages: readonly Line[], previous = '', hint?: Rejection): Message[] {
  const lines = messages.map(({ role, content, time }) => {
    const who = role === 'user' ? 'Person' : 'Jarvis';
    return `${time ? `[${time}] ` : ''}${who}: ${redact(content).replace(/\s+/g, ' ')}`;
  });
  const parts = [
    ...(previous === '' ? [] : [`The earlier summary:\n${fence('earlier summary', previous)}`]),
    `The conversation:\n${fence('conversation', lines.join('\n'))}`,
    hint === undefined ? NOW : `${NOW} ${HINTS[hint]}`,
  ];
  return [
    { role: 'system', content: PROMPT },
    { role: 'user', content: parts.join('\n\n') },
  ];
}

/**
 * The model's answer without what doesn't belong into a summary, if it tells of what was said and anything worth keeping is
 * left. A rule without words of a language: any model may answer in any.
 */
function accepted(
  { summary: raw, topics }: DiaryText,
  { said, previous = '' }: { said: string; previous?: string | undefined },
): SummedUp {
  const told = tellingWords(said);
  if (!hasSubstance(raw, told)) return { ok: false, why: 'empty' };
  if (isExcuse(raw)) return { ok: false, why: 'excuse' };
  const summary = redact(cleanSummary(raw));
  const count = wordsIn(summary);
  if (count === 0) return { ok: false, why: 'excuse' };
  if (count > mostWords) return { ok: false, why: 'long' };
  if (isEcho(summary) || !isBorneOut(summary, told, tellingWords(previous))) return { ok: false, why: 'unfounded' };
  const before = wordsIn(cleanSummary(previous));
  if (before > SHORT_WORDS && count < before * MIN_KEPT) return { ok: false, why: 'shrunk' };
  return { ok: true, summary, topics: topics.map(redact) };
}
