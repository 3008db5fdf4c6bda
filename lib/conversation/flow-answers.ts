import { clock, type Timer } from '../turn/clock.js';
import type { Turn } from '../turn/turn.js';
import { type LiveTurn, turns } from './turns.js';

/** How long a flow may keep a person waiting, in milliseconds; what a stage of ours works on takes as long as it does. */
const ANSWER_MS = 20_000;
const QUESTION = /[?？؟]["'”’»)*_]*$/;

interface Waiting {
  live: LiveTurn;
  query: string;
  said: string[];
  timer: Timer;
  isWhole?: true;
}

/** Turns whose answer a flow gives, by id; each until it is over. */
const waiting = new Map<string, Waiting>();
turns.on('end', ({ id }) => {
  waiting.get(id)?.timer.cancel();
  waiting.delete(id);
});

/**
 * From now on a flow answers a turn: what it has spoken is the reply. A turn that nothing answers within 20 seconds, and
 * that no stage works on, ends: what was asked for is done.
 */
export function answeredByFlow(live: LiveTurn, query: string): void {
  if (turns.get(live.id) !== live) return;
  const wait = () => clock.limit(ANSWER_MS, look).unref();
  const open: Waiting = { live, query, said: [], timer: wait() };
  waiting.set(live.id, open);
  function look() {
    const works = live.trace.record().spans.some(({ ms }) => ms === undefined);
    if (works || live.stage === 'speaking') open.timer = wait();
    else turns.end(live.id);
  }
}

/**
 * Shows and keeps what is about to be spoken in a turn that a flow answers, as other turns' replies are by their stage.
 * @param parts those of a message, where it is one sentence of several
 * @returns the turn, with its reply when that is whole
 */
export function flowAnswer(turn: Turn, words: string, parts: { count?: number } | undefined): Turn {
  const open = waiting.get(turn.id);
  // A stage that the flow has led to shows its reply itself.
  if (!open || open.isWhole || (open.said.length === 0 && open.live.trace.has('reply'))) return turn;
  open.said.push(words);
  const isLast = !parts || parts.count !== undefined;
  turns.show(turn, 'reply', words, isLast);
  if (!isLast) return turn;
  open.isWhole = true;
  const text = open.said.filter((one) => one !== '').join(' ');
  turns.exchanges.answered(open.live, open.query, text);
  return { ...turn, reply: { text, question: QUESTION.test(text) } };
}
