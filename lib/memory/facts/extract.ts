import type { ExtractedFacts } from '../../llm/context-schemas.js';
import { contexts } from '../../llm/contexts.js';
import { ask, type Models } from '../../llm/gateway.js';
import type { Message } from '../../llm/types.js';
import type { Trace } from '../../turn/trace.js';
import { abortError } from '../../turn/wait.js';
import { isTold } from '../graph/said-by.js';
import type { Memory } from '../memory.js';
import type { NewFact, PutFact } from '../tables/facts.js';
import { extractMessages } from './prompts.js';

/** A conversation is over when nobody has said anything for this long, in milliseconds. */
export const IDLE_MS = 30 * 60_000;
/** What is further ahead than this was said when the clock was wrong. */
const DAY_MS = 86_400_000;

/** A conversation that may hold something worth keeping. */
export interface Session {
  /** Its name: looked at again only after more was said. */
  session: string;
  messages: readonly Pick<Message, 'role' | 'content'>[];
  /** Ids of its turns. */
  turns: readonly string[];
  /** When the last of it was said, milliseconds since the epoch. */
  at: number;
}

export interface Extraction {
  memory: Memory;
  models: Models;
  signal: AbortSignal;
  trace?: Trace | undefined;
  /** Milliseconds since the epoch. */
  now: number;
  onProgress?: ((done: number, total: number) => void) | undefined;
}

export type ExtractionResult = Record<PutFact, number> & {
  /** Conversations that were read, and those that stay to be read because the model failed. */
  sessions: number;
  failed: number;
};

/**
 * Takes lasting facts out of the conversations that are over and were not read yet. One that the model fails at stays
 * unread: it is read the next time.
 * @throws AbortError; JarvisError store-failed.
 */
export async function extractFacts(sessions: readonly Session[], run: Extraction): Promise<ExtractionResult> {
  const { memory, models, signal, trace, now, onProgress } = run;
  const read = await memory.facts.sessions(sessions.map(({ session }) => session));
  const isOver = (at: number) => at <= now - IDLE_MS || at > now + DAY_MS;
  const idle = sessions.filter(({ session, at }) => isOver(at) && at > (read[session] ?? Number.NEGATIVE_INFINITY));
  const result: ExtractionResult = { sessions: 0, failed: 0, added: 0, changed: 0, kept: 0, invalid: 0 };
  for (const [index, { session, messages, turns, at }] of idle.entries()) {
    if (signal.aborted) throw abortError(signal);
    onProgress?.(index, idle.length);
    let found: NewFact[] = [];
    // Nothing that nobody said can be taken from it.
    if (messages.some(({ role, content }) => role === 'user' && content.trim() !== '')) {
      try {
        const known = await memory.facts.list({ limit: contexts.facts.limits.mostKnownFacts });
        const answer = await ask(models, contexts.facts, { messages: extractMessages(messages, known), signal, trace });
        const said = messages.flatMap(({ role, content }) => (role === 'user' ? content : []));
        // What only the assistant, a page or a device said is nobody's fact.
        found = factsIn(answer, { at, turns }).filter(({ value }) => isTold(value, said));
      } catch (thrown) {
        if (signal.aborted) throw thrown;
        result.failed++;
        continue;
      }
    }
    // What it was taken from may have been erased meanwhile.
    if (signal.aborted) throw abortError(signal);
    const counts = await memory.facts.putSession(session, found, at);
    result.sessions++;
    for (const outcome of ['added', 'changed', 'kept', 'invalid'] as const) result[outcome] += counts[outcome];
  }
  onProgress?.(idle.length, idle.length);
  return result;
}

/** The facts of an answer as they are kept; the last of one key counts. */
export function factsIn({ facts }: ExtractedFacts, { at, turns }: Pick<Session, 'at' | 'turns'>): NewFact[] {
  const byKey = new Map(facts.map((fact) => [`${fact.category}/${fact.key}`.toLowerCase(), fact]));
  return [...byKey.values()].map((fact) => ({ ...fact, at, source: 'session', turns }));
}
