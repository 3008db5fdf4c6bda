import { contexts } from '../llm/contexts.js';
import { type Asked, ask, type Models } from '../llm/gateway.js';
import type { Message } from '../llm/types.js';
import type { Judgement } from '../turn/turn.js';
import { type ParseOptions, parseJudgement } from './judge-parse.js';
import { type JudgeInput, judgeByRules } from './judge-rules.js';
import { findWakeWord } from './wake-words.js';

/** Asks the model; undefined when it gave nothing that can be used. */
export type AskJudge = (messages: Message[]) => Promise<Judgement | undefined>;

const MOST_SEGMENTS = 12;
const MOST_LETTERS = 300;

/**
 * Whether and what we were asked: by rule where the case is clear, by the model where it isn't. The model is only asked
 * when something speaks for it that we are meant (a follow-up, our own speech interrupted). Without a model, or when it
 * fails, being called by name decides. Never throws for a failing model; an abort goes through.
 */
export async function judge(input: JudgeInput, askModel?: AskJudge): Promise<Judgement> {
  const clear = judgeByRules(input);
  if (clear) return clear;
  const judged = askModel && (await asking(askModel, judgeMessages(input)));
  return judged ?? judgeByName(input);
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

/** What is left without a model: the name in the words. */
function judgeByName({ segments, name, aliases, language }: JudgeInput): Judgement {
  const { woken, query } = findWakeWord(segments.at(-1)?.text ?? '', { wake: name, aliases, language });
  return {
    directed: woken,
    query: woken ? query : '',
    stop: false,
    confidence: woken ? 0.7 : 0.5,
    reasoning: woken ? 'It calls us by name.' : 'Nobody called us, and no model could be asked.',
    by: 'rule',
  };
}

/** The static part comes first, so that the model server reuses what it has evaluated. */
const PROMPT = `You decide whether the last line of a transcript is meant for a voice assistant.
Answer with one JSON object and nothing else:
{"directed": true or false, "query": "…", "stop": true or false, "confidence": 0.0 to 1.0, "reasoning": "a few words"}

directed: true when the last line asks or tells the assistant something, answers it, or carries on the talk with it.
  False when people talk to each other, a television runs, or the line repeats what the assistant is saying.
query: what the assistant is asked, in the speaker's words and language, without the assistant's name. Replace "it" or
  "there" by what they mean when an earlier line says so. Empty when not directed.
stop: true only when the whole line tells the assistant to stop or be quiet. "Stop the music" is a query, not a stop.

Examples, the assistant being called Nova:
Nova said: "It's 21 degrees in the kitchen." Last line: "and in the bedroom?"
{"directed": true, "query": "how warm is it in the bedroom?", "stop": false, "confidence": 0.9, "reasoning": "follow-up"}
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

/** The messages that ask a model for a judgement: a fixed system message, then this situation. */
export function judgeMessages({ segments, mode, spoken, name }: JudgeInput): Message[] {
  const lines = segments.slice(-MOST_SEGMENTS).map(({ text }) => text.trim().slice(0, MOST_LETTERS));
  const last = lines.pop() ?? '';
  const situation = [
    `The assistant is called ${name}. ${SITUATIONS[mode]}`,
    spoken ? `${name} ${mode === 'speaking' ? 'is saying' : 'said'}: "${spoken.text.slice(-MOST_LETTERS)}"` : '',
    lines.length > 0 ? `Earlier lines:\n${lines.map((line) => `- "${line}"`).join('\n')}` : '',
    `Last line: "${last}"`,
  ];
  return [
    { role: 'system', content: PROMPT },
    { role: 'user', content: situation.filter((line) => line !== '').join('\n') },
  ];
}
