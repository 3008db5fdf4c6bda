import { turns } from '../../lib/conversation/turns.js';
import { MODEL_CONTEXTS } from '../../lib/llm/contexts.js';
import type { Answer, ChatBody } from '../../test/scripted-model-server/script.js';
import { type ScriptedModelServer, startScriptedModelServer } from '../../test/scripted-model-server/server.js';
import type { ModelAnswer, Story } from './schema.js';

/** A model server that says what the story has for it, and fails when that runs out. */
export interface StoryModel {
  server: ScriptedModelServer;
  /** Begins a story. */
  begin(answers: Story['model']): void;
  /** How often a model was asked since then; warming up is no question. */
  calls(): number;
}

export async function openStoryModel(): Promise<StoryModel> {
  let left: Story['model'];
  let calls = 0;
  const answer = (body: ChatBody): Answer => {
    const context = contextOf(body);
    if (context === 'warm-up') return { text: '' };
    calls++;
    const next = Array.isArray(left) ? left.shift() : left?.[context]?.shift();
    return next === undefined ? { fault: 'bad-request' } : answerOf(next);
  };
  const server = await startScriptedModelServer({ speed: 'instant', answers: answer });
  return {
    server,
    begin(answers) {
      left = structuredClone(answers);
      calls = 0;
    },
    calls: () => calls,
  };
}

function answerOf(said: ModelAnswer): Answer {
  if (typeof said === 'string') return { text: said };
  const { calls, text } = said as Pick<Answer, 'calls' | 'text'>;
  return calls ? { calls, ...(text !== undefined && { text }) } : { text: JSON.stringify(said) };
}

/** Which context asks: that of a call that a turn waits for, and whose answers are as long as this one may be. */
function contextOf({ options }: ChatBody): string {
  const fitting = MODEL_CONTEXTS.filter(({ maxTokens }) => maxTokens === options?.num_predict).map(({ name }) => name);
  const asking = turns
    .traces()
    .flatMap(({ spans }) => spans)
    .filter(({ stage, ms }) => stage === 'model' && ms === undefined)
    .map(({ context }) => String(context));
  return fitting.find((name) => asking.includes(name)) ?? fitting[0] ?? '';
}
