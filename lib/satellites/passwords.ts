import { createHmac, randomBytes, scrypt, scryptSync, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** Names with their passwords, as they are kept. */
export interface Passwords {
  /** Whether it is this name's password; "busy" when too many are being looked at. An unknown name takes as long as a wrong password. */
  areRight(name: string, password: Buffer): Promise<boolean | 'busy'>;
}

const SALT_BYTES = 16;
const KEY_BYTES = 32;
const MAX_PASSWORD_BYTES = 1024;
/** Passwords that wait to be looked at; each takes some 50 ms of a thread. */
const MAX_WAITING = 50;
const derive = promisify<Buffer, Buffer, number, Buffer>(scrypt);

/** A password as it may be kept: `scrypt:` salt `:` key, in base64. */
export function hashPassword(password: string): string {
  const salt = randomBytes(SALT_BYTES);
  return kept(salt, scryptSync(password, salt, KEY_BYTES));
}

/** A key as it may be kept. */
function kept(salt: Buffer, key: Buffer): string {
  return `scrypt:${salt.toString('base64')}:${key.toString('base64')}`;
}

/** True for what `hashPassword` gave. */
export function isHashed(password: string): boolean {
  return /^scrypt:[\w+/=]+:[\w+/=]+$/.test(password);
}

/** @param hashes what `hashPassword` gave, by name */
export function openPasswords(hashes: ReadonlyMap<string, string>): Passwords {
  /** No password's. Looked at for unknown names, so that the time doesn't tell which names there are. */
  const nobody = kept(randomBytes(SALT_BYTES), randomBytes(KEY_BYTES));
  // Right ones are remembered under a key of this process: who comes back needn't wait.
  const key = randomBytes(32);
  const digest = (name: string, password: Buffer) =>
    createHmac('sha256', key).update(JSON.stringify(name)).update(password).digest();
  const right = new Map<string, Buffer>();
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  return {
    async areRight(name, password) {
      const hash = hashes.get(name);
      const given = digest(name, password);
      const remembered = right.get(name);
      if (remembered && timingSafeEqual(remembered, given)) return true;
      if (password.length > MAX_PASSWORD_BYTES) return false;
      if (waiting >= MAX_WAITING) return 'busy';
      waiting++;
      // One after the other: guesses take one thread at most.
      const answer = last.then(() => isHashOf(hash ?? nobody, password));
      last = answer.catch(() => {});
      try {
        if (!(await answer) || hash === undefined) return false;
      } finally {
        waiting--;
      }
      right.set(name, given);
      return true;
    },
  };
}

async function isHashOf(hash: string, password: Buffer): Promise<boolean> {
  const [, salt = '', wanted = ''] = hash.split(':');
  const given = await derive(password, Buffer.from(salt, 'base64'), KEY_BYTES);
  const bytes = Buffer.from(wanted, 'base64');
  return bytes.length === given.length && timingSafeEqual(bytes, given);
}
