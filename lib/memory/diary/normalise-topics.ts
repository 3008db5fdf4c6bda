import { contexts } from '../../llm/contexts.js';
import { FENCE_RULE, fence } from '../../llm/fence.js';
import { ask, type Models } from '../../llm/gateway.js';
import type { Trace } from '../../turn/trace.js';
import { abortError } from '../../turn/wait.js';
import type { ToRewrite } from './deflections.js';
import { mergedTopics, withMerged } from './topics.js';
import { walkDiary } from './walk.js';

const WORK = 'topics';
const PAGE = 500;
/** Topics that a model is asked about, the most frequent ones. */
const MAX_ASKED = 500;

const PROMPT = [
  'You tidy the topics of a diary. Some of them are two words for the same thing, or the same word in another form or language.',
  'List those that are the same, in groups, written exactly as they are given. Example: {"same": [["film", "movie"], ["cat", "Katze"]]}',
  'Topics that only have to do with each other are not the same: "coffee" and "tea", "Bonn" and "Germany" stay apart. If none are the same, answer {"same": []}.',
  FENCE_RULE,
].join('\n');

/**
 * Makes one topic of those that are the same, in all entries of the diary: by rules, and by a model where there is one.
 * What an entry was is in the history.
 * @returns how many topics were merged into others, and in how many entries of this run.
 * @throws AbortError; JarvisError store-failed. A model that fails is done without.
 */
export async function normaliseTopics(run: ToRewrite): Promise<{ merged: number; rewritten: number }> {
  const { memory } = run;
  // A run that goes on decides anew: the topic that others were merged into is the most frequent one again.
  const changed = await decide(run);
  let rewritten = 0;
  await walkDiary({ ...run, name: WORK }, async ({ id, key, text, topics }) => {
    const next = withMerged(topics, changed);
    if (key === null || next.join('\n') === topics.join('\n')) return;
    if (await memory.diary.rewrite({ id, key, previous: text, text, topics: next, why: 'topics' })) rewritten++;
  });
  return { merged: changed.size, rewritten };
}

async function decide({ memory, models, signal, trace }: ToRewrite): Promise<Map<string, string>> {
  const counts = new Map<string, number>();
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    if (signal.aborted) throw abortError(signal);
    const page = await memory.entries.list({ kinds: ['diary'], before, limit: PAGE });
    const last = page.at(-1);
    if (!last) break;
    for (const topic of page.flatMap(({ topics }) => topics)) counts.set(topic, (counts.get(topic) ?? 0) + 1);
    before = last.id;
  }
  const byRule = mergedTopics(counts);
  const kept = [...counts.keys()].filter((topic) => !byRule.has(topic));
  const frequent = kept.sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0)).slice(0, MAX_ASKED);
  const same = models ? await sameTopics(frequent, models, signal, trace) : [];
  return mergedTopics(counts, same);
}

/** @throws AbortError only. */
async function sameTopics(
  topics: readonly string[],
  models: Models,
  signal: AbortSignal,
  trace: Trace | undefined,
): Promise<string[][]> {
  const { mostTopics } = contexts.topicMerge.limits;
  const found: string[][] = [];
  // In the order of the alphabet the same ones are mostly asked about together.
  const sorted = [...topics].sort();
  for (let from = 0; from < sorted.length; from += mostTopics) {
    const content = `${fence('topics', sorted.slice(from, from + mostTopics).join('\n'))}\n\nWhich are the same?`;
    const messages = [
      { role: 'system' as const, content: PROMPT },
      { role: 'user' as const, content },
    ];
    try {
      const { same } = await ask(models, contexts.topicMerge, { messages, signal, trace });
      found.push(...same);
    } catch (thrown) {
      if (signal.aborted) throw thrown;
      break;
    }
  }
  return found;
}
