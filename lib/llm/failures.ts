import { type ErrorCode, isAbort, JarvisError, reasonOf } from '../turn/errors.js';
import { ServerError } from './http.js';

/** A failed model call; `retryable` when the same call may well succeed a moment later. */
export class ModelError extends JarvisError {
  constructor(
    code: ErrorCode,
    message: string,
    readonly retryable: boolean,
    options?: { cause?: unknown },
  ) {
    super(code, message, options);
  }
}

/** Whether another attempt makes sense. */
export function isRetryable(thrown: unknown): boolean {
  return thrown instanceof ModelError && thrown.retryable;
}

/** What a call was about, for the message. */
export interface Called {
  url: string;
  model: string;
  /** What mends a missing model, e.g. "ollama pull NAME". */
  mend: string;
}

const NETWORK = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT']);
/** A server that was there: it has hung up. */
const BROKEN = new Set(['EPIPE', 'ECONNRESET']);

/**
 * What a model call threw as an error for people: model-unreachable, model-missing or model-failed.
 * An abort and a JarvisError stay what they are.
 */
export function modelFailure(thrown: unknown, called: Called, begun: boolean): Error {
  if (thrown instanceof JarvisError || (thrown instanceof Error && isAbort(thrown))) return thrown;
  const fail = (code: ErrorCode, message: string, retryable: boolean) =>
    new ModelError(code, message, retryable, { cause: thrown });
  if (thrown instanceof ServerError) return refused(thrown, called, fail);
  const reason = reasonOf(thrown);
  const network = networkCode(thrown);
  if (begun || BROKEN.has(network) || /terminated|aborted|Did not receive done/.test(reason)) {
    return fail(
      'model-failed',
      `The model server at ${called.url} broke off in the middle of an answer (${reason}).`,
      true,
    );
  }
  if (NETWORK.has(network)) {
    const mend = 'Start it, or correct its address in the model node.';
    return fail('model-unreachable', `No model server answers at ${called.url} (${reason}). ${mend}`, true);
  }
  return fail('model-failed', `The model "${called.model}" at ${called.url} failed: ${reason}`, false);
}

function refused(
  { status, message }: ServerError,
  { url, model, mend }: Called,
  fail: (code: ErrorCode, message: string, retryable: boolean) => ModelError,
): ModelError {
  const failed = (text: string, retryable = false) => fail('model-failed', text, retryable);
  switch (status) {
    case 404:
      if (/model|not found, try/i.test(message)) {
        const missing = `The model "${model}" is not on the model server at ${url}. To get it: ${mend}`;
        return fail('model-missing', missing, false);
      }
      break;
    case 401:
    case 403:
      return failed(`The model server at ${url} refused the key (${message}). Check it in the model node.`);
    case 503:
    case 429:
      return failed(`The model server at ${url} is busy (${message}). Try again in a moment.`, true);
  }
  if (status === 404 || status === 405 || (status >= 300 && status < 400)) {
    const mendUrl = 'Check the address in the model node.';
    return failed(`${url} is not a model server of the chosen kind (${status} ${message}). ${mendUrl}`);
  }
  return failed(`The model "${model}" at ${url} failed: ${message} (status ${status}).`, status >= 500);
}

function networkCode(thrown: unknown): string {
  for (let error = thrown, depth = 0; error instanceof Error && depth < 5; error = error.cause, depth++) {
    const { code } = error as NodeJS.ErrnoException;
    if (typeof code === 'string' && (NETWORK.has(code) || BROKEN.has(code))) return code;
    // Node tries every address of a name; what failed is inside.
    if (error instanceof AggregateError && error.errors.length > 0) return networkCode(error.errors[0]);
  }
  return '';
}
