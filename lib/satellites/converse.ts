import { turns } from '../conversation/turns.js';
import { isAbort, toJarvisError } from '../turn/errors.js';
import type { Assistant } from './assist/assistant.js';
import { replyOf } from './assist/replies.js';
import type { Problems } from './problems.js';
import { type Answer, type ConverseRequest, noAnswer, noSuchRoom, siteFor } from './questions.js';
import type { Emit, Hub } from './types.js';

/**
 * Says words to the flow as if they were typed in a room, and resolves with its reply. A room that is in a turn, or is asked
 * something, is busy. Never rejects: what goes wrong is the answer's reason.
 */
export type Converse = (request: ConverseRequest, signal: AbortSignal) => Promise<Answer>;

/** Not the room: nobody there has asked. */
const SOURCE = 'jarvis/converse';

export function openConverse(does: {
  sitesIn: Hub['sitesIn'];
  ask: Assistant['ask'];
  emit: Emit;
  problems: Problems;
}): Converse {
  const { emit, problems } = does;
  /** Rooms that are answered, by the name of their conversation. */
  const running = new Set<string>();

  return async function converse({ site: room, text, id, quiet, language }, signal) {
    const site = room === undefined ? undefined : siteFor(does, room);
    if (room !== undefined && !site) {
      problems.report(SOURCE, 'room', noSuchRoom(room, 'could answer'));
      return noAnswer(id, room, 'failed');
    }
    const told = (reason: Answer['reason']) => noAnswer(id, site?.id ?? null, reason);
    const isSpoken = site !== undefined && !quiet;
    const key = `${isSpoken} ${site?.id ?? ''}`;
    if (running.has(key) || (isSpoken && isBusy(site.id))) return told('busy');
    running.add(key);
    try {
      const words = { site: site?.id ?? '', text, by: 'typed', door: 'automation', language } as const;
      const pieces = isSpoken
        ? replyOf(site.id, () => emit('text', words), signal)
        : does.ask(
            { text, conversation: `converse ${key}`, where: [site?.area], language, door: 'automation' },
            signal,
          );
      let reply = '';
      let failed = false;
      for await (const piece of pieces) {
        reply += piece.text;
        failed ||= piece.failed;
      }
      return { ...told(failed ? 'failed' : reply === '' ? 'stopped' : 'answered'), text: reply || null };
    } catch (thrown) {
      if (isAbort(thrown)) return told('stopped');
      const error = toJarvisError(thrown, 'failed', 'Words for the assistant were not answered');
      problems.report(SOURCE, 'reply', error);
      return told(error.code === 'timeout' ? 'timeout' : 'failed');
    } finally {
      running.delete(key);
    }
  };
}

/** Somebody is spoken with there, or asked something; listening on after a reply is neither. */
function isBusy(site: string): boolean {
  const current = turns.current(site);
  return turns.conversation(site).taker !== undefined || (current !== undefined && !current.isSilent);
}
