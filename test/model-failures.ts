import { contexts } from '../lib/llm/contexts.js';
import type { Answer, ChatBody } from './scripted-model-server/script.js';

/** Every way a model call can go wrong, made of the answer that would have been right. */
export const MODEL_FAILURES: Record<string, (right: string) => Answer> = {
  'a timeout': () => ({ fault: 'hang' }),
  'HTTP 400': () => ({ fault: 'bad-request' }),
  'HTTP 404': () => ({ fault: 'missing' }),
  'HTTP 500': () => ({ fault: 'crashed' }),
  'HTTP 503': () => ({ fault: 'busy' }),
  'an invalid line': (right) => ({ text: right, fault: 'garbage-line' }),
  'invalid JSON': () => ({ text: '{"name": "get_weather", "argum' }),
  'an empty answer': () => ({ text: '' }),
  'a truncated stream': (right) => ({ text: right, fault: 'cut' }),
  'a stream without an end': (right) => ({ text: right, fault: 'unfinished' }),
  'an error in the stream': (right) => ({ text: right, fault: 'error-line' }),
  'an answer cut at its limit': (right) => ({ text: right.slice(0, right.length / 2), doneReason: 'length' }),
  'the wrong schema': () => ({ text: '{"steps": [1, 2], "mood": "good"}' }),
  '100 kB of text': () => ({ fault: 'huge' }),
};

/** The names of the contexts in the code (`plannerCombined`), by the first words of their rules. */
const RULES: Record<string, RegExp> = {
  judge: /^You decide whether the last line/,
  enrichment: /^You prepare a search/,
  memoryDigest: /^You read old notes/,
  toolDigest: /^You shorten what a tool/,
  picture: /^You look at what a camera/,
  maxTurnDigest: /^A voice assistant ran out of steps/,
  router: /^You choose the tools/,
  plannerCombined: /^You plan how[\s\S]*\nkeywords:/,
  planner: /^You plan how/,
  stepResolver: /^You turn one step/,
  diary: /^You keep the diary/,
  diaryRewrite: /^You correct an old note/,
  topicMerge: /^You tidy the topics/,
  graphExtract: /^You keep the memory[^\n]*the notes of one day/,
  graphPlace: /^You sort facts/,
  graphMerge: /^You keep a list of facts/,
  facts: /^You keep the memory[^\n]*Read a conversation/,
};

/** The context that a request to the scripted server was made in; what has no rules of its own is the reply or its warm-up. */
export function contextIn({ messages, options }: ChatBody): string {
  const rules = messages[0]?.content ?? '';
  const known = Object.keys(RULES).find((name) => RULES[name]?.test(rules));
  return known ?? (options?.num_predict === contexts.warmUp.maxTokens ? 'warmUp' : 'reply');
}
