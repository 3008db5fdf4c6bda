import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Those who have opened the page: each browser is a session of its own. */
export interface Visitors {
  /** The session a Cookie header proves; undefined without one, or with one that isn't from here. */
  sessionOf(cookies: string | undefined): string | undefined;
  /** A Set-Cookie header that keeps the visitor's session, or begins one. */
  cookieFor(cookies: string | undefined): string;
}

const COOKIE = /(?:^|;\s*)jarvis-session=([\w-]{24})\.([\w-]{43})(?:;|$)/;
const YEAR_S = 365 * 86_400;

/** Sessions that are proved by a signature, so that none has to be kept: they last as long as this process. */
export function openVisitors(): Visitors {
  const key = randomBytes(32);
  const sign = (session: string) => createHmac('sha256', key).update(session).digest();

  const sessionOf = (cookies: string | undefined) => {
    const [, session = '', signature = ''] = COOKIE.exec(cookies ?? '') ?? [];
    const [given, wanted] = [Buffer.from(signature, 'base64url'), sign(session)];
    return given.length === wanted.length && timingSafeEqual(given, wanted) ? session : undefined;
  };
  return {
    sessionOf,
    cookieFor(cookies) {
      const session = sessionOf(cookies) ?? randomBytes(18).toString('base64url');
      const value = `${session}.${sign(session).toString('base64url')}`;
      return `jarvis-session=${value}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${YEAR_S}`;
    },
  };
}
