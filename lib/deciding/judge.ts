import { contexts } from '../llm/contexts.js';
import { type Asked, ask, type Models } from '../llm/gateway.js';
import type { Message } from '../llm/types.js';
import type { Judgement } from '../turn/turn.js';
import { type ParseOptions, parseJudgement } from './judge-parse.js';
import { type JudgeInput, judgeByRules, judgeWithoutModel } from './judge-rules.js';
import { refersBack } from './refers-back.js';

/** Asks the model; undefined when it gave nothing that can be used. */
export type AskJudge = (messages: Message[]) => Promise<Judgement | undefined>;

const MAX_SEGMENTS = 12;
const MAX_LETTERS = 300;

/**
 * Whether and what we were asked: by rule where the case is clear, by the model where it isn't. The model is only asked
 * when something speaks for it that we are meant (a follow-up, our own speech interrupted), or when what we are asked refers
 * to what was heard just before the wake word. Without a model, or when it fails, rules decide. Never throws for a failing
 * model; an abort goes through.
 */
export async function judge(input: JudgeInput, askModel?: AskJudge): Promise<Judgement> {
  const clear = judgeByRules(input);
  if (clear && !refersBack(input, clear)) return clear;
  const judged = askModel && (await asking(askModel, judgeMessages(clear ? { ...input, mode: 'wake' } : input)));
  if (!clear) return judged ?? judgeWithoutModel(input);
  // who called us by name is heard, whatever a model makes of it
  return judged?.directed && !judged.stop && judged.query.trim() !== '' ? judged : clear;
}

/**
 * A model's judgement, read in whatever way it writes it: a server's grammar knows no bounds of numbers, and not every
 * server has one. @throws JarvisError "model-…", "timeout"; AbortError.
 */
export async function judgeByModel(models: Models, named: ParseOptions, asked: Asked): Promise<Judgement> {
  const read = (answer: string) => parseJudgement(answer, named);
  return { ...(await ask(models, contexts.judge, { ...asked, read })), by: 'model' };
}

async function asking(askModel: AskJudge, messages: Message[]): Promise<Judgement | undefined> {
  try {
    return await askModel(messages);
  } catch (thrown) {
    if (thrown instanceof Error && thrown.name === 'AbortError') throw thrown;
    return undefined;
  }
}

/** The static part comes first, so that the model server reuses what it has evaluated. */
const PROMPT = `You decide whether the last line of a transcript is meant for a voice assistant.
Answer with one JSON object and nothing else:
{"directed": true or false, "query": "…", "stop": true or false, "confidence": 0.0 to 1.0, "reasoning": "a few words"}

directed: true when the last line asks or tells the assistant something, answers it, or carries on the talk with it.
  False when people talk to each other, a television runs, or the line repeats what the assistant is saying.
query: what the assistant is asked, in the speaker's words and language, without the assistant's name. Replace "it",
  "that" or "there" by what they mean when an earlier line says so. Empty when not directed.
stop: true only when the whole line tells the assistant to stop or be quiet. "Stop the music" is a query, not a stop.

Examples, the assistant being called Nova:
Nova said: "It's 21 degrees in the kitchen." Last line: "and in the bedroom?"
{"directed": true, "query": "how warm is it in the bedroom?", "stop": false, "confidence": 0.9, "reasoning": "follow-up"}
- 9 s ago: "the new swimming pool opens in May" Last line: "Nova, what does that cost?"
{"directed": true, "query": "what does the new swimming pool cost?", "stop": false, "confidence": 0.9, "reasoning": "called by name"}
Nova said: "The lamp is on." Last line: "did you feed the cat yet honey"
{"directed": false, "query": "", "stop": false, "confidence": 0.9, "reasoning": "talks to a person"}
Nova is saying: "Tomorrow will be sunny with…" Last line: "okay that's enough"
{"directed": true, "query": "", "stop": true, "confidence": 0.9, "reasoning": "wants silence"}`;

const SITUATIONS: Record<JudgeInput['mode'], string> = {
  typed: 'The line was typed.',
  wake: 'The wake word was just heard.',
  answer: 'The assistant has just asked something and waits for the answer.',
  'follow-up': 'The assistant has just replied and listens a few seconds more.',
  speaking: 'The assistant is speaking while the line is heard.',
  ambient: 'The assistant was not called.',
};

/**
 * The messages that ask a model for a judgement: a fixed system message, then this situation. Times are told as seconds
 * before the last line ended.
 */
export function judgeMessages({ segments, mode, spoken, name, wake }: JudgeInput): Message[] {
  const last = segments.at(-1);
  const now = last?.to ?? last?.from;
  const ago = (at: number | undefined) =>
    at === undefined || now === undefined ? '' : ` ${Math.max(0, Math.round((now - at) / 1000))} s ago`;
  const heard = segments.slice(-MAX_SEGMENTS, -1);
  const before =
    spoken && heard.filter(({ to }) => to === undefined || to <= (spoken.to ?? Number.POSITIVE_INFINITY)).length;
  const isPlaying = mode === 'speaking' || (spoken?.from !== undefined && spoken.to === undefined);
  const lines = heard.map(({ text, to }) => `-${ago(to) && `${ago(to)}:`} "${text.trim().slice(0, MAX_LETTERS)}"`);
  const own = `${name} ${isPlaying ? 'is saying' : 'said'}${ago(spoken?.to)}: "${spoken?.text.slice(-MAX_LETTERS)}"`;
  if (before !== undefined) lines.splice(before, 0, own);
  const situation = [
    `The assistant is called ${name}. ${SITUATIONS[mode]}`,
    wake?.at === undefined ? '' : `Its name was heard${ago(wake.at)}.`,
    lines.length > 0 ? `Earlier lines:\n${lines.join('\n')}` : '',
    `Last line: "${last?.text.trim().slice(0, MAX_LETTERS) ?? ''}"`,
  ];
  return [
    { role: 'system', content: PROMPT },
    { role: 'user', content: situation.filter((line) => line !== '').join('\n') },
  ];
}
