import { z } from 'zod';
import { spoken } from '../language/spoken.js';
import { ERROR_CODES, type ErrorCode } from './errors.js';

const APOLOGIES = z.record(z.enum(ERROR_CODES), z.string());

/** A short spoken sentence for a failure; codes that aren't ours (another node's error) get the general one. */
export function apology(code: string | undefined, language = 'en'): string {
  return spoken(language, 'apologies', APOLOGIES)[knownCode(code)];
}

/** A code of ours as it is; another node's is "failed". */
export function knownCode(code: string | undefined): ErrorCode {
  return ERROR_CODES.find((known) => known === code) ?? 'failed';
}
