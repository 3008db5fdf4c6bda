import { turns } from '../conversation/turns.js';
import { clock } from '../turn/clock.js';
import type { Turn } from '../turn/turn.js';
import { memoryAsked } from './asked.js';
import type { HeldWrites, Outcome } from './held-writes.js';
import type { Memory } from './memory.js';

/** Tool that erases: what was said to have something forgotten is not written down again. */
const FORGETTING = 'memory_forget';
/** A room that is left out is not remembered for so long after each conversation: it may be left out no more. */
const DAY_MS = 86_400_000;

export interface ToKeep {
  memory: Memory;
  /** Writes for it, and holds what can't be written yet. */
  held: HeldWrites;
  turn: Turn;
  text: string;
  /** The request as it was heard, where the turn doesn't hold it. */
  heard?: string | undefined;
  /** One sentence of a reply that goes on. */
  isPart: boolean;
  /** Rooms of which nothing is kept: sites or areas, whatever their case. */
  except: readonly string[];
}

/** What was kept, or why nothing was; "held": it is kept when the store can be written again. */
export type Kept = 'exchange' | 'note' | 'held' | 'room' | 'nothing';

/**
 * Keeps what belongs to a message: the exchange for the diary, as far as it has come with each sentence of a reply and whole
 * where the turn holds the reply; else its words as a note. Commands to the house and requests to forget are left out, rooms
 * that are not remembered too.
 * @throws JarvisError library-missing
 */
export async function keep({ memory, held, turn, text, heard, isPart, except }: ToKeep): Promise<Kept> {
  const { id, site, area, at, reply, command, judgement } = turn;
  const isExcept = except.some((room) => [site, area ?? ''].some((one) => same(one, room)));
  if (isExcept) {
    await leaveOut(memory, turn);
    return 'room';
  }
  if (!turns.keepsWords(id)) {
    if (!(await memory.privacy.remembers(site, clock.now()))) return 'room';
    await memory.diary.forget({ turns: [id] });
    return 'nothing';
  }
  const asked = judgement?.query || turn.heard?.text || heard || '';
  const said = (answer: string) => ({
    turn: id,
    site,
    source: site,
    at,
    messages: [
      { role: 'user', content: asked },
      { role: 'assistant', content: answer },
    ].filter(({ content }) => content.trim() !== ''),
  });
  if (!reply && isPart) {
    // A reply may be the last of a process: nothing of it waits for its end.
    if (text.trim() !== '' && !command && !isForgetting(asked)) await memory.diary.soFar(said(text));
    return 'nothing';
  }
  if (!reply) {
    if (text.trim() === '') return 'nothing';
    const note = { kind: 'note' as const, at, source: site, site, text: text.trim(), turns: [id] };
    return told(await held.put({ site, turn: id, note }), 'note');
  }
  const exchange = said(reply.text);
  if (command || exchange.messages.length === 0) return 'nothing';
  // A call that was refused erased nothing.
  if (reply.calls?.some(({ name, ok }) => name === FORGETTING && ok)) {
    await memory.diary.forget({ turns: [id] });
    return 'nothing';
  }
  return told(await held.put({ site, turn: id, exchange }), 'exchange');
}

const told = (outcome: Outcome, kept: Kept): Kept => (outcome === 'written' ? kept : outcome);

/** Whether something is erased in the turn: what is said in it is not to be written down again. */
function isForgetting(asked: string): boolean {
  return memoryAsked(asked, clock.now())?.intent.startsWith('forget') === true;
}

/** The dialogue and the traces know by the store that a room is left out; so it counts as one that is not remembered. */
async function leaveOut(memory: Memory, { id, site }: Turn): Promise<void> {
  const now = clock.now();
  const known = (await memory.privacy.unremembered(now)).find((room) => room.site === site);
  if (known && (known.until === null || known.until > now + DAY_MS / 2)) return;
  await memory.privacy.setRemembers(site, false, now + DAY_MS);
  if (known) return;
  turns.forget((trace) => trace.id === id);
  await memory.privacy.settle();
}

const same = (one: string, other: string) =>
  one.trim() !== '' && one.trim().toLowerCase() === other.trim().toLowerCase();
