import { JarvisError } from '../../turn/errors.js';
import { abortError } from '../../turn/wait.js';
import type { Memory } from '../memory.js';
import type { Asking } from './extract.js';
import { splitIfTooBig } from './learn.js';
import { mergeLines, settled } from './merge.js';

/** Where the work has got to, as a mark of the graph. */
const MARK = 'consolidated-up-to';
/** A model that fails so often in a row is gone: the work goes on another time. */
const MAX_FAILURES = 3;

export interface Consolidation extends Asking {
  memory: Memory;
  onProgress?: ((progress: { done: number; total: number }) => void) | undefined;
}

/**
 * Tidies every node: doubles together, what is contradicted out, big ones split. Cancelled or cut off, the next run goes on
 * behind the last node that was done; a node that the model fails at stays as it is.
 * @returns how many nodes were looked at and rewritten in this run.
 * @throws AbortError; JarvisError store-failed, model-failed when the model doesn't answer at all.
 */
export async function consolidate(run: Consolidation): Promise<{ nodes: number; rewritten: number }> {
  const { memory, onProgress, ...asking } = run;
  const result = { nodes: 0, rewritten: 0 };
  let failures = 0;
  for (;;) {
    const after = Number((await memory.graph.mark(MARK)) ?? 0);
    const { nodes, total, left } = await memory.graph.populated(after, 1);
    onProgress?.({ done: total - left, total });
    const [node] = nodes;
    if (node === undefined) break;
    if (asking.signal.aborted) throw abortError(asking.signal);
    const done = await tidy(memory, node, asking);
    failures = done === 'failed' ? failures + 1 : 0;
    if (failures >= MAX_FAILURES) {
      throw new JarvisError('model-failed', 'The model does not answer. Tidying goes on from here the next time.');
    }
    await memory.graph.setMark(MARK, String(node));
    result.nodes++;
    if (done === 'rewritten') result.rewritten++;
  }
  await memory.graph.setMark(MARK, null);
  return result;
}

async function tidy(memory: Memory, node: number, asking: Asking): Promise<'rewritten' | 'same' | 'failed'> {
  const view = await memory.graph.node(node);
  if (!view) return 'same';
  // How the assistant is to behave stands in people's own words: no model writes that anew.
  if (view.branch === 'DIRECTIVES') return 'same';
  const all = view.lines.toReversed();
  const existing = all.filter(({ origin }) => origin !== 'corrected');
  const kept = all.filter(({ origin }) => origin === 'corrected');
  const merged = await mergeLines(
    existing.map(({ text }) => text),
    [],
    asking,
  );
  const rewrites = merged.accepted
    ? [{ node, stamp: view.stamp, lines: settled(existing, [], merged.lines, kept), added: [] }]
    : [];
  // What it was made of may have been erased meanwhile.
  if (asking.signal.aborted) throw abortError(asking.signal);
  const { rewritten } = await memory.graph.apply({ rewrites, additions: [], confirmed: [], why: 'consolidated' });
  await splitIfTooBig(memory, node);
  if (merged.failed) return 'failed';
  return rewritten > 0 ? 'rewritten' : 'same';
}
