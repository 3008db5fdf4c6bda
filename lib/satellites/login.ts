import { LRUCache } from 'lru-cache';
import { type TokenBucket, tokenBucket } from '../turn/token-bucket.js';
import { hashPassword, isHashed, openPasswords } from './passwords.js';

/** One name and its password, before a page. */
export interface Login {
  /**
   * Whether somebody is let in; else the seconds after which they are listened to again, 0 when at once.
   * @param who who asks, as far as is known: each is counted alone
   */
  enter(who: string, name: string, password: string): Promise<'in' | { wait: number }>;
  /** Whether name and password are right, whoever says so. */
  areRight(name: string, password: string): Promise<boolean>;
}

/** Tries of one: ten at once, then one in ten seconds. Who knows the password begins anew. */
const TRIES = { rate: 0.1, burst: 10 };
/** Those who tried are remembered; then the one not heard from for longest is forgotten. */
const MAX_TRIED = 2_000;

/** @param password as it is, or as `hashPassword` gave it */
export function openLogin(name: string, password: string): Login {
  const passwords = openPasswords(new Map([[name, isHashed(password) ? password : hashPassword(password)]]));
  const tries = new LRUCache<string, TokenBucket>({ max: MAX_TRIED });

  return {
    async enter(who, given, words) {
      const bucket = tries.get(who) ?? tokenBucket(TRIES.rate, TRIES.burst);
      tries.set(who, bucket);
      // Before it is looked at: what is sent at once counts, too.
      if (!bucket.take()) return { wait: Math.ceil(bucket.wait() / 1000) };
      const isRight = await passwords.areRight(given, Buffer.from(words));
      if (isRight === 'busy') return { wait: 1 };
      if (!isRight) return { wait: 0 };
      tries.delete(who);
      return 'in';
    },
    areRight: async (given, words) => (await passwords.areRight(given, Buffer.from(words))) === true,
  };
}
