import { clock, type Timer } from '../turn/clock.js';
import type { Turn } from '../turn/turn.js';
import type { Exchange } from './exchanges.js';
import { type LiveTurn, turns } from './turns.js';

/** How long a flow may keep a person waiting, in milliseconds; what a stage of ours works on takes as long as it does. */
const ANSWER_MS = 20_000;
const QUESTION = /[?？؟]["'”’»)*_]*$/;

/** Words of a flow in a turn so far. */
interface Told {
  exchange: Exchange;
  said: string[];
}

/** Requests of turns that a flow answers, and who waits for each, by id; until it is over. */
const waiting = new Map<string, { query: string; timer: Timer }>();
/** Turns that a flow has begun to answer, likewise. */
const telling = new Map<string, Told>();
turns.on('end', ({ id }) => {
  waiting.get(id)?.timer.cancel();
  waiting.delete(id);
  telling.delete(id);
});

/**
 * From now on a flow answers a turn: what it has spoken is the reply. A turn that nothing answers within 20 seconds, and
 * that no stage works on, ends: what was asked for is done.
 */
export function answeredByFlow(live: LiveTurn, query: string): void {
  if (turns.get(live.id) !== live) return;
  const wait = () => clock.limit(ANSWER_MS, look).unref();
  const open = { query, timer: wait() };
  waiting.set(live.id, open);
  function look() {
    const works = live.trace.record().spans.some(({ ms }) => ms === undefined);
    if (works || live.stage === 'speaking') open.timer = wait();
    else turns.end(live.id);
  }
}

/**
 * Shows and keeps what is about to be spoken in a turn, where no stage of ours does so with what it says itself: a node of
 * somebody's own answers.
 * @param parts those of a message, where it is one sentence of several
 * @returns the turn, with its reply when that is whole
 */
export function flowAnswer(turn: Turn, words: string, parts: { count?: number } | undefined): Turn {
  const live = turns.begin(turn);
  if (live.teller === 'stage' || turns.get(turn.id) !== live) return turn;
  const told = telling.get(turn.id) ?? begin(turn, live);
  told.said.push(words);
  const isLast = !parts || parts.count !== undefined;
  turns.show(turn, 'reply', words, isLast, 'flow');
  void told.exchange.note({ type: 'sentence', text: words });
  if (!isLast) return turn;
  telling.delete(turn.id);
  const text = told.said.filter((one) => one !== '').join(' ');
  void told.exchange.note({ type: 'end', messages: [{ role: 'assistant', content: text }] });
  return { ...turn, reply: { question: QUESTION.test(text), ...turn.reply, text } };
}

function begin(turn: Turn, live: LiveTurn): Told {
  const query = waiting.get(turn.id)?.query ?? turns.asked(turn);
  const told = { exchange: turns.exchanges.begin(live, query), said: [] };
  telling.set(turn.id, told);
  return told;
}
