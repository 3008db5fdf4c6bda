import { randomUUID } from 'node:crypto';
import type { Node } from 'node-red';
import { isAbort } from '../../lib/turn/errors.js';
import { toolWordsSchema } from '../../lib/turn/turn.js';
import { within } from '../../lib/turn/wait.js';
import { type Message, type Send, textOf } from '../adapter.js';
import type { Given } from '../stage.js';

/** Longest time that the nodes behind the second output have for a result, in milliseconds. */
const RESULT_MS = 20_000;

/** Results of tools that go out of the agent's second output and come back to its input, shortened or otherwise changed. */
export interface Results {
  /** @returns a tool's result as it came back; as it was where nothing is wired, or nothing comes. @throws AbortError only. */
  through(asked: Pick<Given, 'query' | 'turn' | 'signal'>, send: Send): (tool: string, text: string) => Promise<string>;
  /** Takes a message that is a result. @throws JarvisError bad-input when it holds no words any more */
  take(msg: Message): boolean;
}

export function openResults(node: Node): Results {
  const waiting = new Map<string, (text: string | undefined) => void>();
  return {
    through:
      ({ query, turn, signal }, send) =>
      async (tool, text) => {
        // Node-RED keeps the wires there, and changes them without a new node when only they were changed.
        const { wires } = node as Node & { wires?: string[][] };
        if (!wires?.[1]?.length) return text;
        const id = randomUUID();
        const back = new Promise<string | undefined>((resolve) => waiting.set(id, resolve));
        try {
          send([null, { topic: turn.site, payload: text, turn, result: { tool, query, id } }]);
          return (
            (await within({ ms: RESULT_MS, what: 'The node behind the second output', signal }, () => back)) ?? text
          );
        } catch (thrown) {
          if (isAbort(thrown)) throw thrown;
          return text;
        } finally {
          waiting.delete(id);
        }
      },
    take(msg) {
      const result = toolWordsSchema.safeParse(msg['result']);
      if (!result.success) return false;
      const resolve = waiting.get(result.data.id);
      if (typeof msg.payload !== 'string') resolve?.(undefined);
      resolve?.(textOf(msg, 'a digest node, or what gives words back,'));
      return true;
    },
  };
}
