import { IDLE_MS, type Session } from '../facts/extract.js';
import type { Said } from '../tables/said.js';

/**
 * The conversations that words were said in: those of one room, without half an hour of silence between them.
 * @param spoken In the order in which they were noted.
 */
export function sessionsOf(spoken: readonly Said[]): Session[] {
  const open = new Map<string, { began: number; at: number; said: Said[] }>();
  const all: { began: number; at: number; said: Said[] }[] = [];
  for (const one of spoken) {
    const current = open.get(one.site);
    if (current && one.at - current.at < IDLE_MS) {
      current.said.push(one);
      current.at = Math.max(current.at, one.at);
      continue;
    }
    const next = { began: one.at, at: one.at, said: [one] };
    open.set(one.site, next);
    all.push(next);
  }
  return all.map(({ began, at, said }) => ({
    session: `${said[0]?.site ?? ''}/${began}`,
    messages: said.map(({ role, content }) => ({ role, content })),
    turns: [...new Set(said.map(({ turn }) => turn))],
    at,
  }));
}
