import { type LiveTurn, turns } from '../conversation/turns.js';
import { clock } from '../turn/clock.js';
import { toJarvisError } from '../turn/errors.js';
import { isGuest, type Turn } from '../turn/turn.js';
import { memoryAsked } from './asked.js';
import type { HeldWrites, Outcome } from './held-writes.js';
import type { Care } from './maintenance/care.js';
import type { Memory } from './memory.js';

/** Tool that erases: what was said to have something forgotten is not written down again. */
const FORGETTING = 'memory_forget';
/** A room that is left out is not remembered for so long after each conversation: it may be left out no more. */
const DAY_MS = 86_400_000;

/** Where it is kept. */
interface Store {
  memory: Memory;
  /** Writes for it, and holds what can't be written yet. */
  held: HeldWrites;
  care: Pick<Care, 'written' | 'said'>;
}

export interface KeeperOptions {
  /** Asked for each message. */
  store(): Store | undefined;
  /** Rooms of which nothing is kept: sites or areas, whatever their case. */
  except: readonly string[];
  onKept(kept: Kept): void;
}

/** Keeps what messages bring; of a reply that is heard, once that is certain, what was heard of it. */
export interface Keeper {
  /** @param isPart One sentence of a reply that goes on. @throws what isn't the store's fault, which the store itself tells. */
  take(turn: Turn, text: string, isPart: boolean): Promise<void>;
  /** Ends the turns whose reply is still being heard. */
  close(why: string): void;
}

interface ToKeep extends Pick<Store, 'memory' | 'held'>, Pick<KeeperOptions, 'except'> {
  turn: Turn;
  text: string;
  isPart: boolean;
}

/** What was kept, or why nothing was; "held": it is kept when the store can be written again. */
export type Kept = 'exchange' | 'note' | 'held' | 'room' | 'nothing' | 'failed' | 'not-configured';

export function openKeeper({ store: storeOf, except, onKept }: KeeperOptions): Keeper {
  /** Turns whose reply is still being heard: whether all of it was is known at their end. */
  const open = new Map<string, Turn>();

  const write = async (turn: Turn, text: string, isPart: boolean) => {
    const store = storeOf();
    if (!store) return onKept('not-configured');
    const { memory, held, care } = store;
    const kept = await keep({ memory, held, turn, text, isPart, except }).catch(storeFailed);
    if (kept === 'note') care.written();
    if (kept === 'exchange') care.said(turn.site);
    onKept(kept);
  };
  const asHeard = (turn: Turn): Turn => {
    const cut = turns.cut(turn.id);
    return cut === undefined ? turn : { ...turn, reply: { ...turn.reply, text: cut } };
  };
  const over = ({ id }: LiveTurn) => {
    const turn = open.get(id);
    if (!turn || !open.delete(id)) return;
    const heard = asHeard(turn);
    if (heard.reply) void write(heard, '', false).catch(() => {});
  };
  turns.on('end', over);

  return {
    async take(turn, text, isPart) {
      if ((turn.reply || isPart) && turns.isHeard(turn.id)) open.set(turn.id, turn);
      if (turn.reply) return open.has(turn.id) ? undefined : await write(asHeard(turn), text, isPart);
      // A sentence that comes behind the end of its turn wasn't heard, or is in what is kept already.
      if (!(isPart && turns.isSettled(turn.id))) await write(turn, text, isPart);
    },
    close(why) {
      for (const id of open.keys()) turns.end(id, why);
      turns.off('end', over);
    },
  };
}

/** The store itself has told what is wrong with it: not again with every message. */
function storeFailed(thrown: unknown): 'failed' {
  const error = toJarvisError(thrown, 'failed', 'It could not be kept');
  if (error.code !== 'store-failed' && error.code !== 'library-missing') throw error;
  return 'failed';
}

/**
 * Keeps what belongs to a message: the exchange for the diary, as far as it has come with each sentence of a reply and whole
 * where the turn holds the reply; else its words as a note. Commands to the house, requests to forget and what guests
 * say are left out, rooms that are not remembered too.
 * @throws JarvisError library-missing
 */
export async function keep({ memory, held, turn, text, isPart, except }: ToKeep): Promise<Kept> {
  const { id, site, area, at, reply, command } = turn;
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
  if (isGuest(turn)) return 'nothing';
  const asked = turns.asked(turn);
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
