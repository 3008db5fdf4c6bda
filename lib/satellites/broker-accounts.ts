import { randomBytes, timingSafeEqual } from 'node:crypto';
import { hashPassword, openPasswords } from './passwords.js';

/** Who a client of the built-in broker is. */
export type Role = { kind: 'own' } | { kind: 'house' } | { kind: 'site'; site: string };

/** Looks at names and passwords. */
export interface Door {
  /** The name and password of our own connection; new with each start. */
  readonly own: { user: string; password: string };
  /** Who it is; undefined when name or password is wrong; "busy" when too many are being looked at. */
  enter(user: string | undefined, password: Buffer | undefined): Promise<Role | undefined | 'busy'>;
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
  const hashes = new Map(Object.entries(accounts));
  if (house) hashes.set(house.user, hashPassword(house.password));
  const isOpen = hashes.size === 0;
  const passwords = openPasswords(hashes);
  const ours = Buffer.from(own.password);

  return {
    own,
    async enter(user = '', password = Buffer.alloc(0)) {
      if (user === own.user) {
        return password.length === ours.length && timingSafeEqual(password, ours) ? { kind: 'own' } : undefined;
      }
      if (isOpen) return { kind: 'house' };
      const isRight = await passwords.areRight(user, password);
      if (isRight === 'busy') return 'busy';
      if (!isRight) return undefined;
      return user === house?.user ? { kind: 'house' } : { kind: 'site', site: user };
    },
  };
}
