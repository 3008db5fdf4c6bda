import { addAbortSignal, Readable } from 'node:stream';
import { z } from 'zod';
import { clock } from '../turn/clock.js';
import { isAbort, JarvisError } from '../turn/errors.js';
import { redact } from '../turn/redaction.js';
import type { OpenSpan, Trace } from '../turn/trace.js';
import { MAX_ANSWER } from '../turn/trace-details.js';
import { backoff, sleep, within } from '../turn/wait.js';
import { follow, until } from './cancel.js';
import { contexts } from './contexts.js';
import { isRetryable, ModelError } from './failures.js';
import { objectsIn, readWhole } from './lenient.js';
import { ownWords } from './own-words.js';
import { redactMessage } from './redact-message.js';
import type { ChatPart, Message, ModelContext, Provider, SchemaContext, ToolSpec } from './types.js';

/** The models of the assistant: which server, which model for which tier, and the one window they all use. */
export interface Models {
  provider: Provider;
  chat: string;
  /** The same as `chat` where there is no smaller one. */
  small: string;
  /** Tokens; one value for all contexts, or the server reloads the model. */
  numCtx: number;
  /** Why there is no model: every call fails with it at once. */
  lacking?: JarvisError | undefined;
}

/**
 * In place of a server's models, when it can't be asked which it has, or has none: a call fails in its turn, what needs no
 * model is done before.
 * @throws what it failed with, unless that is "model-unreachable" or "model-missing"
 */
export function noModels(provider: Provider, thrown: unknown): Models {
  const isLacking = thrown instanceof JarvisError && /^model-(?:unreachable|missing)$/.test(thrown.code);
  if (!isLacking) throw thrown;
  const lacking = new JarvisError(thrown.code, thrown.message, { cause: thrown });
  return { provider, chat: '', small: '', numCtx: 8192, lacking };
}

/** One call of a context. */
export interface Asked {
  messages: readonly Message[];
  tools?: readonly ToolSpec[];
  signal: AbortSignal;
  trace?: Trace | undefined;
}

/** One call whose answer is JSON. */
export interface AskedJson extends Asked {
  /** How to read the answer of a server that doesn't keep to the schema; its JSON, unless given. */
  read?: ((text: string) => unknown) | undefined;
}

/** Characters of a token, more than any has on average: an answer longer than its tokens can be has run away. */
const MAX_TOKEN = 16;
/** What begins like this is data or a call, and no sentence; "[2026-05-03] Dinner was …" is one. */
const DATA = /^(?:```\w*\s*)?(?:\{|\[\s*[{["]|<\|?tool)/;
/** Characters of question and answer that a stored trace keeps of a call. */
const MAX_TRACED = 500;

/** The model that answers a context. */
export function modelFor(models: Models, context: Pick<ModelContext, 'tier'>): string {
  return context.tier === 'small' ? models.small : models.chat;
}

/**
 * Asks a model for an answer that follows the context's schema, within its budget and with its retries (a failed
 * connection, a busy server, an answer that doesn't follow the schema). The caller decides how to fail open.
 * @throws JarvisError "model-…", "timeout" when the budget is over; AbortError.
 */
export async function ask<Output>(models: Models, context: SchemaContext<Output>, asked: AskedJson): Promise<Output> {
  const { read = jsonOf } = asked;
  const format = z.toJSONSchema(context.schema) as Record<string, unknown>;
  delete format['$schema'];
  return await budgeted(context, asked, async (signal, attempt) => {
    const { text } = await wholeAnswer(called(models, context, { ...asked, signal }, attempt, format), context);
    const parsed = context.schema.safeParse(read(text));
    if (parsed.success) return parsed.data;
    const reason = parsed.error.issues[0]?.message ?? 'no JSON';
    throw new ModelError('model-failed', `The model's answer for "${context.name}" can't be used: ${reason}.`, true);
  });
}

/**
 * Asks a model for an answer in words, within the context's budget and with its retries (an answer that is empty, runs
 * away, or is data where sentences are wanted is asked for again too). The caller decides how to fail open.
 * @throws JarvisError "model-…", "timeout" when the budget is over; AbortError.
 */
export async function askWords(models: Models, context: ModelContext, asked: Asked): Promise<string> {
  return await budgeted(context, asked, async (signal, attempt) => {
    const { text, cut } = await wholeAnswer(called(models, context, { ...asked, signal }, attempt), context);
    const words = (cut && context.prose ? text.slice(0, endOfSentences(text)) : text).trim();
    if (words !== '' && !(context.prose && DATA.test(words))) return words;
    const what = words === '' ? 'no answer' : 'data instead of words';
    throw new ModelError('model-failed', `The model gave ${what} for "${context.name}".`, true);
  });
}

/** The text of an answer, and whether it was cut at its limit. @throws ModelError when it goes on beyond that. */
async function wholeAnswer(parts: AsyncIterable<ChatPart>, { name, maxTokens }: ModelContext) {
  let text = '';
  let cut = false;
  for await (const part of parts) {
    if (part.type === 'text') text += part.text;
    if (part.type === 'afresh') text = '';
    if (part.type === 'done') cut = part.cut;
    if (text.length <= maxTokens * MAX_TOKEN) continue;
    throw new ModelError('model-failed', `The model's answer for "${name}" does not end.`, true);
  }
  return { text, cut };
}

/** Where the last whole sentence or line of an answer ends: what was cut in its middle may say something else. */
function endOfSentences(text: string): number {
  const last = [...text.matchAll(/[.!?…。！？]["'”’»)]*(?=\s|$)|\n/g)].at(-1);
  return last ? last.index + last[0].length : 0;
}

/**
 * Streams a model's answer within the context's budget. Failures before the first part are tried again as often as
 * the context says; after it they are thrown.
 * @throws JarvisError "model-…", "timeout" when the budget is over; AbortError; NoNativeTools.
 */
export async function* stream(models: Models, context: ModelContext, asked: Asked): AsyncGenerator<ChatPart> {
  const budget = limited(context, asked.signal);
  try {
    let ahead = takeAhead(models, context, asked);
    for (let attempt = 0; ; ) {
      let begun = false;
      const parts = ahead
        ? partsOf(ahead, budget.signal)
        : called(models, context, { ...asked, signal: budget.signal }, attempt);
      try {
        for await (const part of parts) {
          begun = true;
          yield part;
        }
        return;
      } catch (thrown) {
        if (begun) throw budget.failure() ?? thrown;
        if (!ahead) await pause(context, thrown, attempt++, budget);
        // That was before anybody asked.
        ahead = undefined;
      }
    }
  } finally {
    budget.release();
  }
}

/** An answer that was begun before it was certain that it is asked for. */
interface Ahead {
  /** What it answers, to the letter. */
  key: string;
  /** Read as it comes. */
  parts: Readable;
  controller: AbortController;
  /** From now on the signal it was begun with counts no more. */
  release(): void;
}
/** One for each server: small ones answer one question at a time. */
const aheads = new WeakMap<Provider, Ahead>();
/** Parts of an answer that are read before anybody asks for it: ten seconds of a fast model. */
const MAX_AHEAD = 500;

const keyOf = (models: Models, context: ModelContext, { messages, tools = [] }: Asked) =>
  JSON.stringify([modelFor(models, context), context.name, context.temperature, models.numCtx, messages, tools]);

/**
 * Begins an answer that may be asked for: a `stream` that asks the very same goes on with it. It is dropped when the signal fires before
 * that, and by any other call of that server. Resolves when it is read or dropped; never rejects.
 */
export async function streamAhead(models: Models, context: ModelContext, asked: Asked): Promise<void> {
  const { provider } = models;
  const { controller, release } = follow(asked.signal);
  const { signal } = controller;
  const answer = Readable.from(called(models, context, { ...asked, signal }, 0), { highWaterMark: MAX_AHEAD });
  const ahead = { key: keyOf(models, context, asked), parts: addAbortSignal(signal, answer), controller, release };
  // A failed one is asked for again.
  answer.on('error', () => {});
  // Begins to read; the call drops what was begun before it.
  answer.read(0);
  aheads.set(provider, ahead);
  await new Promise<void>((resolve) => answer.once('close', resolve));
  release();
  if (aheads.get(provider) === ahead) aheads.delete(provider);
}

function dropAhead(provider: Provider): void {
  aheads.get(provider)?.controller.abort();
  aheads.delete(provider);
}

/** The same answer, where it was begun. */
function takeAhead(models: Models, context: ModelContext, asked: Asked): Ahead | undefined {
  const ahead = aheads.get(models.provider);
  if (ahead?.key !== keyOf(models, context, asked)) return undefined;
  ahead.release();
  aheads.delete(models.provider);
  return ahead;
}

async function* partsOf({ parts, controller }: Ahead, signal: AbortSignal): AsyncGenerator<ChatPart> {
  const { release } = follow(signal, controller);
  try {
    yield* parts;
  } finally {
    release();
  }
}

/** Prefixes that are being evaluated ahead of the call they are for. */
const warming = new WeakMap<Provider, Map<string, AbortController>>();
/** When each model was last called for something else, in the clock's steady milliseconds. */
const lastCalls = new WeakMap<Provider, Map<string, number>>();
/** Models that are being loaded: however often the wake word is heard, one request does it. */
const loading = new WeakMap<Provider, Map<string, Promise<void>>>();

/**
 * Makes the chat model ready: loads it, then evaluates the head of the coming prompt. Never rejects: a failure only
 * means that the reply itself waits. The evaluation is dropped when the signal fires or the real call comes; the
 * loading isn't, or the server would have to begin again.
 */
export async function warm(models: Models, asked: Asked): Promise<void> {
  const { provider } = models;
  const model = modelFor(models, contexts.warmUp);
  const began = clock.steady();
  try {
    const ms = contexts.warmUp.budgetMs;
    await within({ ms, what: `The model server at ${provider.url}`, signal: asked.signal }, () => load(models, model));
    // The reply has come while the model was loading: it evaluates the head itself.
    if ((lastCalls.get(provider)?.get(model) ?? 0) > began) return;
    drop(provider, model);
    const { controller, release } = follow(asked.signal);
    const running = warming.get(provider) ?? new Map<string, AbortController>();
    warming.set(provider, running);
    running.set(model, controller);
    try {
      await budgeted(contexts.warmUp, { ...asked, signal: controller.signal }, async (signal) => {
        for await (const _ of called(models, contexts.warmUp, { ...asked, signal }, 0)) {
          // Only the evaluation counts.
        }
      });
    } finally {
      release();
      if (running.get(model) === controller) running.delete(model);
    }
  } catch {
    // Fails open; the span of the call holds the reason.
  }
}

function drop(provider: Provider, model: string): void {
  warming.get(provider)?.get(model)?.abort();
}

function load(models: Models, model: string): Promise<void> {
  const { provider } = models;
  const running = loading.get(provider) ?? new Map<string, Promise<void>>();
  loading.set(provider, running);
  const known = running.get(model);
  if (known) return known;
  const limit = new AbortController();
  const timer = clock.limit(contexts.warmUp.budgetMs, () => limit.abort());
  timer.unref();
  const begun = Promise.resolve(provider.load?.(model, models.numCtx, limit.signal)).finally(() => {
    timer.cancel();
    running.delete(model);
  });
  // Whoever waits for it sees the failure; nobody may be waiting any more.
  begun.catch(() => {});
  running.set(model, begun);
  return begun;
}

/** One call of the model, with its span. */
async function* called(
  models: Models,
  context: ModelContext,
  asked: Asked,
  attempt: number,
  format?: Record<string, unknown>,
): AsyncGenerator<ChatPart> {
  if (models.lacking) throw models.lacking;
  const model = modelFor(models, context);
  const began = clock.steady();
  if (context !== contexts.warmUp) {
    drop(models.provider, model);
    dropAhead(models.provider);
    lastCalls.set(models.provider, (lastCalls.get(models.provider) ?? new Map()).set(model, began));
  }
  const messages = asked.messages.map(redactMessage);
  const span = asked.trace?.open('model', { context: context.name, model, ...(attempt > 0 && { attempt }) });
  const tools = (asked.tools ?? []).map(({ name }) => name);
  span?.asks({ prompt: messages, tools, answer: '' });
  let firstMs: number | undefined;
  let said = '';
  let thought = 0;
  let ended = false;
  const end = (more: Parameters<OpenSpan['end']>[0]) => {
    if (ended) return;
    ended = true;
    const answer = redact(said.slice(0, MAX_ANSWER));
    span?.asks({ prompt: messages, tools, answer });
    const question = messages.findLast(({ role }) => role !== 'system')?.content;
    span?.end({ ...more, firstMs, asked: question?.slice(-MAX_TRACED), answer: answer.slice(0, MAX_TRACED) });
  };
  try {
    const answer = models.provider.chat({
      model,
      messages,
      // The same question at temperature 0 would get the same useless answer.
      temperature: (context.temperature ?? 0) + 0.2 * attempt,
      numCtx: models.numCtx,
      maxTokens: context.maxTokens,
      think: context.think ?? false,
      signal: asked.signal,
      ...(asked.tools?.length && { tools: asked.tools }),
      ...(format && { format }),
    });
    for await (const part of until(answer, asked.signal)) {
      firstMs ??= Math.round(clock.steady() - began);
      if (part.type === 'text' && said.length < MAX_ANSWER) said += part.text;
      if (part.type === 'afresh') said = '';
      if (part.type === 'thinking') thought += part.text.length;
      if (thought > context.maxTokens * MAX_TOKEN) {
        throw new ModelError('model-failed', `The model's thoughts for "${context.name}" do not end.`, false);
      }
      if (part.type === 'calls' && said.length < MAX_ANSWER)
        said += part.calls.map(({ name }) => ` → ${name}`).join('');
      if (part.type === 'done') {
        const { promptTokens, reusedTokens, answerTokens, promptMs, cut } = part;
        end({ promptTokens, reusedTokens, answerTokens, promptMs, ...(cut && { cut }) });
      }
      yield part;
    }
  } catch (thrown) {
    end({ error: thrown instanceof Error ? thrown.message : String(thrown) });
    throw thrown;
  } finally {
    end({ dropped: true });
  }
}

interface Budget {
  signal: AbortSignal;
  /** The error of a budget that ran out. */
  failure(): JarvisError | undefined;
  release(): void;
}

function limited(context: ModelContext, signal: AbortSignal): Budget {
  const { controller, release } = follow(signal);
  let failure: JarvisError | undefined;
  const timer = clock.limit(context.budgetMs, () => {
    const seconds = context.budgetMs / 1000;
    failure = new JarvisError('timeout', `The model took longer than ${seconds} s (${context.name}).`);
    controller.abort(failure);
  });
  return {
    signal: controller.signal,
    failure: () => failure,
    release: () => {
      timer.cancel();
      release();
    },
  };
}

async function budgeted<T>(
  context: ModelContext,
  asked: Asked,
  work: (signal: AbortSignal, attempt: number) => Promise<T>,
): Promise<T> {
  const budget = limited(context, asked.signal);
  try {
    for (let attempt = 0; ; attempt++) {
      try {
        return await work(budget.signal, attempt);
      } catch (thrown) {
        await pause(context, thrown, attempt, budget);
      }
    }
  } finally {
    budget.release();
  }
}

/** Waits before the next attempt, or throws what the caller is to see. */
async function pause(context: ModelContext, thrown: unknown, attempt: number, budget: Budget): Promise<void> {
  const failure = budget.failure();
  if (failure) throw failure;
  const aborted = thrown instanceof Error && isAbort(thrown);
  if (aborted || attempt >= (context.retries ?? 0) || !isRetryable(thrown)) throw thrown;
  try {
    await sleep(backoff(attempt, 200, 2000), budget.signal);
  } catch (interrupted) {
    throw budget.failure() ?? interrupted;
  }
}

/** The JSON value in an answer, also when a server that ignores the schema let the model write it its own way. */
function jsonOf(text: string): unknown {
  return readWhole(text) ?? objectsIn(ownWords(text)).next().value;
}
