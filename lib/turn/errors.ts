import { shownAddress } from './address.js';

/** The codes a person can be told about; each has a sentence among the apologies of a language. */
export const ERROR_CODES = [
  'bad-input',
  'bad-audio',
  'audio-lost',
  'not-configured',
  'satellite-unreachable',
  'home-unreachable',
  'home-unauthorised',
  'home-refused',
  'model-unreachable',
  'model-missing',
  'model-failed',
  'stt-unreachable',
  'stt-failed',
  'tts-unreachable',
  'tts-failed',
  'wake-failed',
  'library-missing',
  'store-failed',
  'timeout',
  'failed',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/**
 * An error for people: the message says what failed, why, and what to do; addresses in it lose their secrets.
 * Node-RED copies `code` and `cause` to `msg.error`, so a Catch node can tell them apart.
 */
export class JarvisError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(shownAddress(message), options);
    this.name = 'JarvisError';
  }
}

/** Any thrown value as a JarvisError; a JarvisError stays what it is, an abort too (see `isAbort`). */
export function toJarvisError(thrown: unknown, code: ErrorCode, what: string): JarvisError {
  if (thrown instanceof JarvisError) return thrown;
  return new JarvisError(code, `${what}: ${reasonOf(thrown)}`, { cause: thrown });
}

/** Why something failed, in words without the secrets of addresses: network errors hide the reason in `cause`, some libraries throw bare numbers. */
export function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return shownAddress(String(thrown));
  const cause = thrown.cause;
  if (cause instanceof Error && cause.message && !thrown.message.includes(cause.message)) {
    return shownAddress(`${thrown.message} (${cause.message})`);
  }
  return shownAddress(thrown.message || thrown.name);
}

/** True for what a cancelled turn throws: it is not a failure and nobody is told of it. */
export function isAbort(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === 'AbortError';
}
