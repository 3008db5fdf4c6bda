import { z } from 'zod';
import { Conversation } from '../lib/conversation/conversation.js';
import { clock } from '../lib/turn/clock.js';
import type { Turn } from '../lib/turn/turn.js';
import { context, type EvalContext } from './context.js';

/** Milliseconds on one clock. */
const at = z.number();
const operation = z.discriminatedUnion('do', [
  /** A piece was understood; `called` when a button or an awaited answer made it ours without the wake word. */
  z.object({ do: z.literal('add'), text: z.string(), from: at.optional(), to: at, called: z.boolean().optional() }),
  /** The wake word was heard: it belongs to the next piece. */
  z.object({ do: z.literal('mark'), at }),
  /** What the judge is given for the piece heard last, by its wake word. */
  z.object({ do: z.literal('salvage'), at: at.optional() }),
  /** All that is held of what was heard. */
  z.object({ do: z.literal('read'), at: at.optional() }),
]);

/** How long the room listens on after a reply, unless a window says when it closed; the satellite's default. */
const LISTENS_ON_MS = 8_000;

/** What a room holds of what was heard, and when it listens without the wake word. */
export const CONVERSATION_CONTEXTS: readonly EvalContext[] = [
  context(
    'transcript-buffer',
    z.object({ operations: z.array(operation) }),
    // of the last reading
    z.object({ texts: z.array(z.string()) }),
    ({ operations }) => {
      const room = new Conversation();
      const turns: Pick<Turn, 'id' | 'heard' | 'wake'>[] = [];
      let marked: number | undefined;
      let texts: string[] = [];
      for (const one of operations) {
        const last = turns.at(-1) ?? { id: '' };
        const time = ('to' in one ? one.to : one.at) ?? last.heard?.to ?? 0;
        atTime(time, () => {
          if (one.do === 'mark') marked = one.at;
          else if (one.do === 'add') {
            const { text, from, to, called } = one;
            const wake: Turn['wake'] =
              marked !== undefined
                ? { word: 'jarvis', by: 'audio', at: marked }
                : called
                  ? { word: null, by: 'asked' }
                  : undefined;
            const turn = { id: `${turns.length}`, heard: { text, from, to }, ...(wake && { wake }) };
            turns.push(turn);
            room.hear(text, turn);
            marked = undefined;
          } else texts = room.heardUntil(one.do === 'read' ? { id: last.id } : last).map(({ text }) => text);
        });
      }
      return { texts };
    },
  ),
  context(
    'follow-up-window',
    z.object({
      openedAt: at.optional(),
      closedAt: at.optional(),
      /** The reply before it is still to be played: it opens only after that. */
      pending: z.boolean().optional(),
      utterance: z.object({ from: at, to: at }),
      /** What the room is doing while the utterance is heard: "speaking" when we are heard ourselves. */
      state: z.string(),
    }),
    z.object({ inWindow: z.boolean() }),
    ({ openedAt, closedAt, pending, utterance: { from, to }, state }) => {
      const room = new Conversation();
      atTime(Math.min(from, openedAt ?? from), () => {
        room.say('reply', 0, 'reply');
        if (state === 'speaking') room.plays('reply', 0, 'from');
      });
      if (openedAt !== undefined && !pending) {
        atTime(openedAt, () => room.await('follow-up', (closedAt ?? openedAt + LISTENS_ON_MS) - openedAt));
      }
      return { inWindow: !room.spokeWithin(from, to) && room.awaited(from, to) !== undefined };
    },
  ),
];

function atTime(ms: number, doing: () => void): void {
  const { now } = clock;
  clock.now = () => ms;
  try {
    doing();
  } finally {
    clock.now = now;
  }
}
