import { contexts } from '../../llm/contexts.js';
import { FENCE_RULE, fence } from '../../llm/fence.js';
import { askWords, type Models } from '../../llm/gateway.js';
import { ownWords } from '../../llm/own-words.js';
import { JarvisError } from '../../turn/errors.js';
import type { Trace } from '../../turn/trace.js';
import type { Memory } from '../memory.js';
import type { Entry } from '../tables/entry-kinds.js';
import { cleanSummary, isExcuse } from './hygiene.js';
import { type DiaryProgress, walkDiary } from './walk.js';
import { wordsIn, wordsOf } from './words.js';

export interface ToRewrite {
  memory: Memory;
  /** Without them only rules are applied. */
  models?: Models | undefined;
  signal: AbortSignal;
  trace?: Trace | undefined;
  onProgress?: ((progress: DiaryProgress) => void) | undefined;
}

/** A model that fails so often in a row is gone: the work goes on another time. */
const MAX_FAILURES = 3;
/** A rewrite only leaves out: this much has to stay. */
const MIN_KEPT = 0.4;

/** Names of the assistant, also in scripts that no rule reads. */
const MENTION =
  /jarvis|assist|asist|ассистент|помощник|助手|アシスタント|어시스턴트|비서|مساعد|(?<!\p{L})(?:ai|ki|ia|yz)(?!\p{L})/iu;

const PROMPT = [
  'You correct an old note of a diary. The note tells what was talked about with a voice assistant called Jarvis.',
  'Leave out every sentence, or part of a sentence, that tells what the assistant could not do, did not know, could not find, or was sorry for.',
  'Copy everything else word for word, in the same language. Add nothing. What people could not do stays.',
  'If there is nothing to leave out, copy the whole note.',
  'Example: "Anna asked when the library opens. The assistant could not find it. Anna likes jazz." becomes "Anna asked when the library opens. Anna likes jazz."',
  FENCE_RULE,
].join('\n');

/**
 * Takes what the assistant could not do out of all entries of the diary, by rules, and with a model where the entry
 * names the assistant. An entry that would be empty stays as it is; what it was is in the history.
 * @returns how many entries were looked at and rewritten in this run.
 * @throws AbortError; JarvisError store-failed, model-failed when the model doesn't answer at all: the next run goes on there.
 */
export async function rewriteDeflections(run: ToRewrite): Promise<{ entries: number; rewritten: number }> {
  const { memory } = run;
  const result = { entries: 0, rewritten: 0 };
  let failures = 0;
  await walkDiary({ ...run, name: 'deflections' }, async (entry) => {
    const ruled = cleanSummary(entry.text) || entry.text;
    let text = ruled;
    if (run.models && MENTION.test(ruled)) {
      const answer = await asked(ruled, run.models, run);
      failures = answer === undefined ? failures + 1 : 0;
      if (failures >= MAX_FAILURES) {
        throw new JarvisError('model-failed', 'The model does not answer. The diary is gone on with the next time.');
      }
      if (answer !== undefined && onlyLeavesOut(ruled, answer)) text = answer;
    }
    result.entries++;
    if (text !== entry.text && (await rewrite(memory, entry, text))) result.rewritten++;
  });
  return result;
}

async function rewrite(memory: Memory, { id, key, text: previous, topics }: Entry, text: string): Promise<boolean> {
  return key !== null && (await memory.diary.rewrite({ id, key, previous, text, topics, why: 'deflections' }));
}

/** @returns undefined when the model fails. @throws AbortError. */
async function asked(text: string, models: Models, { signal, trace }: ToRewrite): Promise<string | undefined> {
  try {
    const messages = [
      { role: 'system' as const, content: PROMPT },
      { role: 'user' as const, content: `${fence('note', text)}\n\nWrite the corrected note and nothing else.` },
    ];
    const answer = await askWords(models, contexts.diaryRewrite, { messages, signal, trace });
    return ownWords(answer)
      .replace(/^```\w*\n?|\n?```$|^<data[^>]*>\s*|\s*<\/data>$/g, '')
      .replace(/\s+/g, ' ')
      .trim();
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    return undefined;
  }
}

/** Whether a rewrite says nothing that the note doesn't, and most of what it does. */
export function onlyLeavesOut(before: string, after: string): boolean {
  if (isExcuse(after) || wordsIn(after) < wordsIn(before) * MIN_KEPT || wordsIn(after) > wordsIn(before)) return false;
  const known = new Set(wordsOf(before));
  return wordsOf(after).every((word) => known.has(word));
}
