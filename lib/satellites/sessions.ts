import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import type { Stage } from '../conversation/turns.js';
import { JarvisError } from '../turn/errors.js';
import type { startSession } from './hermes-messages.js';
import type { SayRequest } from './types.js';

interface Session {
  id: string;
  site: string;
  customData: string | null;
  started: boolean;
  /** Something is said before the listening. */
  saying: boolean;
  /** The turn it is for goes on: when the site becomes idle after it, the session is over. */
  inTurn: boolean;
}

/** Most sessions remembered; the oldest is forgotten then. */
const MAX_SESSIONS = 200;

/** Hermes' dialogue sessions, one a site, told of as the site's turn goes on. */
export interface Sessions {
  /** The site's turn has reached a stage. */
  stage(site: string, stage: Stage): void;
  /** Id of the site's session, if it is in one. */
  current(site: string): string | undefined;
  start(request: z.infer<typeof startSession>): void;
  /** @throws JarvisError bad-input when there is no such session. */
  continue(sessionId: string, text: string, language?: string): void;
  /** @throws JarvisError bad-input when there is no such session. */
  end(sessionId: string, text: string, language?: string): void;
  clear(): void;
}

export function openSessions(does: {
  /** Publishes under `hermes/dialogueManager/`. */
  publish: (name: string, message: Record<string, unknown>) => void;
  say: (request: SayRequest) => void;
  listen: (site: string) => void;
  hush: (site: string) => void;
}): Sessions {
  const bySite = new LRUCache<string, Session>({ max: MAX_SESSIONS });

  const tell = (name: string, { id, site, customData }: Session, more: Record<string, unknown> = {}) =>
    does.publish(name, { sessionId: id, siteId: site, customData, ...more });
  const begin = (session: Session) => {
    if (session.started) return;
    session.started = true;
    tell('sessionStarted', session);
  };
  const finish = (session: Session, reason: 'nominal' | 'abortedByUser' | 'error') => {
    if (bySite.get(session.site) === session) bySite.delete(session.site);
    tell('sessionEnded', session, { termination: { reason } });
  };
  const create = (site: string, customData: string | null): Session => ({
    id: randomUUID(),
    site,
    customData,
    started: false,
    saying: false,
    inTurn: false,
  });

  /** Says a text at the session's site, if there is one, then goes on with whether it was heard. */
  const sayThen = (session: Session, text: string, language: string | undefined, then: (ok: boolean) => void) => {
    if (text.trim() === '') return then(true);
    session.saying = true;
    session.inTurn = false;
    does.say({
      text,
      rooms: [session.site],
      language,
      finished: (ok) => {
        session.saying = false;
        then(ok);
      },
    });
  };
  const listenAfter = (session: Session, text: string, language: string | undefined) =>
    sayThen(session, text, language, (ok) => {
      if (bySite.get(session.site) !== session) return;
      if (ok) does.listen(session.site);
      else finish(session, 'error');
    });
  const find = (sessionId: string): Session => {
    for (const session of bySite.values()) if (session.id === sessionId) return session;
    throw new JarvisError('bad-input', `There is no session "${sessionId}": it has ended, or never began.`);
  };

  return {
    stage(site, stage) {
      let session = bySite.get(site);
      if (stage === 'idle') {
        if (session?.inTurn) finish(session, 'nominal');
        return;
      }
      if (!session) {
        session = create(site, null);
        bySite.set(session.site, session);
      }
      begin(session);
      session.inTurn = !session.saying;
    },
    current: (site) => bySite.get(site)?.id,
    start({ siteId, customData, init }) {
      const session = create(siteId, customData ?? null);
      tell('sessionQueued', session);
      if (init.type === 'notification') {
        begin(session);
        sayThen(session, init.text, undefined, (ok) => finish(session, ok ? 'nominal' : 'error'));
        return;
      }
      const older = bySite.get(siteId);
      if (older) finish(older, 'abortedByUser');
      bySite.set(session.site, session);
      listenAfter(session, init.text ?? '', undefined);
    },
    continue: (sessionId, text, language) => listenAfter(find(sessionId), text, language),
    end(sessionId, text, language) {
      const session = find(sessionId);
      does.hush(session.site);
      finish(session, 'nominal');
      sayThen(session, text, language, () => {});
    },
    clear: () => bySite.clear(),
  };
}
