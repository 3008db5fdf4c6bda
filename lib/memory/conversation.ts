import { fence } from '../llm/fence.js';
import type { Message } from '../llm/types.js';
import { redact } from '../turn/redaction.js';
import { within } from '../turn/wait.js';
import type { Dialogue } from './dialogue.js';
import { rollingSummary } from './diary/rolling-summary.js';
import type { Memory } from './memory.js';

/** Longest wait of a reply for the summary, in milliseconds: the store may be busy with something else. */
const SUMMARY_MS = 500;
const HEAD = 'Notes of this conversation from its beginning; the latest of it follows word for word:\n';

/**
 * What was said in a room, ready for a prompt: the dialogue of the last minutes, and before it a message with the summary
 * of the conversation once that goes on for longer. The message changes only with the summary, every eight turns: what a
 * model server has evaluated of it stays good. Never rejects: without the summary it is the dialogue alone.
 * @param now Milliseconds since the epoch.
 */
export async function conversation(
  { dialogue, memory }: { dialogue: Dialogue; memory: Memory },
  site: string,
  now: number,
): Promise<Message[]> {
  const [summary, messages] = await Promise.all([
    within({ ms: SUMMARY_MS, what: 'The store' }, () => rollingSummary(memory, site, now)).catch(() => ''),
    dialogue.messages(site, now),
  ]);
  if (summary === '') return messages;
  return [{ role: 'user', content: HEAD + fence('notes', redact(summary)), is_summary: true }, ...messages];
}
