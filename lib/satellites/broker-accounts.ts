import { createHmac, randomBytes, scrypt, scryptSync, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** Who a client of the built-in broker is. */
export type Role = { kind: 'own' } | { kind: 'house' } | { kind: 'site'; site: string };

/** Looks at names and passwords. */
export interface Door {
  /** The name and password of our own connection; new with each start. */
  readonly own: { user: string; password: string };
  /** Who it is; undefined when name or password is wrong; "busy" when too many are being looked at. */
  enter(user: string | undefined, password: Buffer | undefined): Promise<Role | undefined | 'busy'>;
}

const KEY_BYTES = 32;
const MAX_PASSWORD_BYTES = 1024;
/** Logins that wait to be looked at; each takes some 50 ms of a thread. */
const MAX_WAITING = 50;
const derive = promisify<Buffer, Buffer, number, Buffer>(scrypt);

/** A password as it may be kept: `scrypt:` salt `:` key, in base64. */
export function hashPassword(password: string): string {
  const salt = randomBytes(16);
  return `scrypt:${salt.toString('base64')}:${scryptSync(password, salt, KEY_BYTES).toString('base64')}`;
}

/** True for what `hashPassword` gave. */
export function isHashed(password: string): boolean {
  return /^scrypt:[\w+/=]+:[\w+/=]+$/.test(password);
}

/**
 * Without an account everyone is the house's. With one, a client is what its account is; that of the house goes before a
 * satellite's of the same name.
 * @param accounts site id to its hashed password
 */
export function openDoor(
  house: { user: string; password: string } | undefined,
  accounts: Readonly<Record<string, string>>,
): Door {
  const own = { user: `jarvis-${randomBytes(8).toString('hex')}`, password: randomBytes(32).toString('base64') };
  const known = new Map<string, { role: Role; hash: string }>();
  for (const [site, hash] of Object.entries(accounts)) known.set(site, { role: { kind: 'site', site }, hash });
  if (house) known.set(house.user, { role: { kind: 'house' }, hash: hashPassword(house.password) });
  known.set(own.user, { role: { kind: 'own' }, hash: '' });
  const isOpen = known.size === 1;
  /** Looked at for unknown names, so that the time doesn't tell which names there are. */
  const nobody = hashPassword(own.password);

  // Right ones are remembered under a key of this process: satellites that come back needn't wait.
  const key = randomBytes(32);
  const digest = (user: string, password: Buffer) =>
    createHmac('sha256', key).update(JSON.stringify(user)).update(password).digest();
  const right = new Map<string, Buffer>([[own.user, digest(own.user, Buffer.from(own.password))]]);
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  const isRight = async (hash: string, password: Buffer): Promise<boolean> => {
    const [, salt = '', wanted = ''] = hash.split(':');
    const given = await derive(password, Buffer.from(salt, 'base64'), KEY_BYTES);
    const bytes = Buffer.from(wanted, 'base64');
    return bytes.length === given.length && timingSafeEqual(bytes, given);
  };

  return {
    own,
    async enter(user = '', password = Buffer.alloc(0)) {
      const account = known.get(user);
      const given = digest(user, password);
      const remembered = right.get(user);
      if (account && remembered && timingSafeEqual(remembered, given)) return account.role;
      if (isOpen) return { kind: 'house' };
      if (password.length > MAX_PASSWORD_BYTES) return undefined;
      if (waiting >= MAX_WAITING) return 'busy';
      waiting++;
      // One after the other: guesses take one thread at most.
      const answer = last.then(() => isRight(account?.hash || nobody, password));
      last = answer.catch(() => {});
      try {
        if (!(await answer) || !account || account.role.kind === 'own') return undefined;
      } finally {
        waiting--;
      }
      right.set(user, given);
      return account.role;
    },
  };
}
