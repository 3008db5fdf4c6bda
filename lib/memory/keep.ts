import { turns } from '../turn/live.js';
import type { Turn } from '../turn/turn.js';
import type { Memory } from './memory.js';

/** Tool that erases: what was said to have something forgotten is not written down again. */
const FORGETTING = 'memory_forget';
/** A room that is left out is not remembered for so long after each conversation: it may be left out no more. */
const DAY_MS = 86_400_000;

export interface ToKeep {
  memory: Memory;
  turn: Turn;
  text: string;
  /** The request as it was heard, where the turn doesn't hold it. */
  heard?: string | undefined;
  /** One sentence of a reply that goes on. */
  isPart: boolean;
  /** Rooms of which nothing is kept: sites or areas, whatever their case. */
  except: readonly string[];
}

/** What was kept, or why nothing was. */
export type Kept = 'exchange' | 'note' | 'room' | 'nothing';

/**
 * Keeps what belongs to a message: the finished exchange for the diary where the turn holds the reply, else its words as a
 * note. Sentences of a reply that goes on, commands to the house and requests to forget are left out, rooms that are not
 * remembered too.
 * @throws JarvisError store-failed
 */
export async function keep({ memory, turn, text, heard, isPart, except }: ToKeep): Promise<Kept> {
  const { id, site, area, at, reply, command, judgement } = turn;
  const isExcept = except.some((room) => [site, area ?? ''].some((one) => same(one, room)));
  if (isExcept) await leaveOut(memory, turn);
  if (isExcept || !(await memory.privacy.remembers(site, Date.now()))) return 'room';
  if (!turns.keepsWords(id)) return 'nothing';
  if (!reply) {
    if (isPart || text.trim() === '') return 'nothing';
    await memory.entries.put({ kind: 'note', at, source: site, site, text: text.trim(), turns: [id] });
    return 'note';
  }
  // A call that was refused erased nothing.
  if (command || reply.calls?.some(({ name, ok }) => name === FORGETTING && ok)) return 'nothing';
  const asked = judgement?.query || turn.heard?.text || heard || '';
  const messages = [
    { role: 'user', content: asked },
    { role: 'assistant', content: reply.text },
  ].filter(({ content }) => content.trim() !== '');
  if (messages.length === 0) return 'nothing';
  await memory.diary.note({ turn: id, site, source: site, at, messages });
  return 'exchange';
}

/** The dialogue and the traces know by the store that a room is left out; so it counts as one that is not remembered. */
async function leaveOut(memory: Memory, { id, site }: Turn): Promise<void> {
  const now = Date.now();
  const known = (await memory.privacy.unremembered(now)).find((room) => room.site === site);
  if (known && (known.until === null || known.until > now + DAY_MS / 2)) return;
  await memory.privacy.setRemembers(site, false, now + DAY_MS);
  if (known) return;
  turns.forget((trace) => trace.id === id);
  await memory.privacy.settle();
}

const same = (one: string, other: string) =>
  one.trim() !== '' && one.trim().toLowerCase() === other.trim().toLowerCase();
