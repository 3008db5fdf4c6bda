import type { Message } from './adapter.js';

/** Messages that may wait at a node of Wyoming's beside the one it works on. */
export const MAX_WAITING = 20;

/** What is entered in the form, or else what the message has under the same name; undefined where neither has words. */
export function chosen<Name extends string>(def: Partial<Record<Name, string>>, msg: Message, name: Name) {
  const value: unknown = def[name] || msg[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
