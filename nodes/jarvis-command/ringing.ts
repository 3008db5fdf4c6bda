import type { Node } from 'node-red';
import { snoozeAsked } from '../../lib/deciding/timers/asked.js';
import { doDelayed } from '../../lib/deciding/timers/due-command.js';
import { ringTold } from '../../lib/deciding/timers/told.js';
import { watchStates } from '../../lib/deciding/waits/watch.js';
import { ring } from '../../lib/timers/ring.js';
import { closeAll } from '../../lib/turn/closing.js';
import { onClose } from '../adapter.js';
import type { HomeNode } from '../jarvis-home/jarvis-home.js';
import { pageHub } from '../running.js';

/** Rings the timers of a house, and does what was asked for later, until the node closes: what is said leaves output 1. */
export function ringTimers(node: Node, { home, timers }: HomeNode, closing: AbortSignal): void {
  const stop = timers.ringBy(async (due) => {
    const listener = (language: string) => ({ language, timeZone: home.timeZone?.(), now: timers.now() });
    const words =
      due.timer.kind === 'command'
        ? await doDelayed(due, home, AbortSignal.any([due.signal, closing]))
        : (late: boolean) => ringTold(due.timer, late, listener(due.timer.language));
    if (words === undefined) return;
    await ring(due, {
      hub: pageHub,
      isAbout: (said, language) => snoozeAsked(said, language) !== undefined,
      words: (_, late) => (typeof words === 'string' ? words : words(late)),
      say: (turn, payload, parts) => node.send([{ topic: turn.site, payload, turn, parts } as never, null]),
      signal: closing,
    });
  });
  const unwatch = watchStates(timers, home, ({ message }) => node.warn(message));
  onClose(node, () => closeAll([stop, unwatch]));
}
