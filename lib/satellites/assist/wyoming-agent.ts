import net from 'node:net';
import { z } from 'zod';
import { encodeEvent, wyomingDecoder } from '../../audio/wyoming.js';
import { isAbort, JarvisError, reasonOf } from '../../turn/errors.js';
import { tokenBucket } from '../../turn/token-bucket.js';
import type { Problems } from '../problems.js';
import type { Assistant } from './assistant.js';

/** Bytes of data of one event: a sentence and its context. */
const MAX_EVENT = 64 * 1024;
/** Events of one connection: a sentence each, a ping every other second. */
const EVENTS = { rate: 5, burst: 50 } as const;
/** A connection that says nothing, and waits for no answer, is closed. */
const IDLE_MS = 60_000;

const optional = z.string().max(300).nullish().catch(undefined);
const transcriptSchema = z.object({
  text: z.string(),
  language: optional,
  context: z
    .object({ conversation_id: optional, device_id: optional, satellite_id: optional })
    .nullish()
    .catch(undefined),
});

const ATTRIBUTION = { name: 'Jarvis for Node-RED', url: 'https://www.npmjs.com/package/@jarvis-flow/node-red-jarvis' };

/** What Home Assistant is told of us: one program that answers words, and may control the house. */
function info(languages: readonly string[]): Record<string, unknown> {
  const about = { name: 'Jarvis', description: 'The flow in Node-RED', installed: true, attribution: ATTRIBUTION };
  const none = { asr: [], tts: [], intent: [], wake: [], mic: [], snd: [] };
  const handle = [
    { ...about, version: null, supports_home_control: true, models: [{ ...about, version: null, languages }] },
  ];
  return { ...none, handle };
}

/**
 * A conversation agent that speaks Wyoming's `handle`: a transcript is answered by `handled` with the whole reply, or by
 * `not-handled` with what went wrong. Not listening yet.
 * @param languages BCP 47 tags that are offered
 */
export function wyomingAgent(assistant: Assistant, languages: readonly string[], problems: Problems): net.Server {
  return net.createServer({ noDelay: true, keepAlive: true }, (socket) => {
    const decoder = wyomingDecoder(MAX_EVENT);
    const flow = tokenBucket(EVENTS.rate, EVENTS.burst);
    const gone = new AbortController();
    let isAnswering = false;

    const send = (type: string, data: Record<string, unknown> = {}) => {
      if (!socket.destroyed && socket.writable) socket.write(encodeEvent({ type, data }));
    };
    const answer = async (data: unknown) => {
      const { text, language, context } = transcriptSchema.parse(data);
      const asked = {
        text,
        conversation: context?.conversation_id || undefined,
        where: [context?.satellite_id ?? undefined, context?.device_id ?? undefined],
        // Home Assistant 2026.2 says neither, nor a language; later ones say what they know.
        isUnplaced: !language && !context?.satellite_id && !context?.device_id,
        language: language ?? undefined,
      };
      let said = '';
      let failed = false;
      for await (const piece of assistant.ask(asked, gone.signal)) {
        said += piece.text;
        failed ||= piece.failed;
      }
      problems.right('assist', 'wyoming');
      send(failed ? 'not-handled' : 'handled', { text: said });
    };
    const refuse = (thrown: unknown) => {
      socket.destroy();
      if (isAbort(thrown)) return;
      const why = `A Wyoming client was sent away: ${reasonOf(thrown)}`;
      problems.report('assist', 'wyoming', new JarvisError('bad-input', why));
    };

    socket.on('error', () => {});
    socket.once('close', () => gone.abort());
    socket.setTimeout(IDLE_MS, () => {
      if (!isAnswering) socket.destroy();
    });
    socket.on('data', (bytes) => {
      try {
        for (const { type, data } of decoder.push(bytes)) {
          if (!flow.take()) throw new Error('it sends without end');
          if (type === 'describe') send('info', info(languages));
          if (type === 'ping') send('pong', data);
          if (type !== 'transcript') continue;
          if (isAnswering) throw new Error('it asks while it is answered');
          isAnswering = true;
          answer(data)
            .catch(refuse)
            .finally(() => {
              isAnswering = false;
            });
        }
      } catch (thrown) {
        refuse(thrown);
      }
    });
  });
}
