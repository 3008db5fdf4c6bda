import type http from 'node:http';
import { type Speed, tokens, wait } from './engine.js';
import type { Answer, ChatBody } from './script.js';

/** Answers that the script itself has cut: nobody else closed them. */
export const cutHere = new WeakSet<http.ServerResponse>();

/** Streams an answer; undefined when a fault has ended it. */
export async function speak(
  body: ChatBody,
  answer: Answer,
  speed: Speed,
  outgoing: http.ServerResponse,
  signal: AbortSignal,
): Promise<{ count: number; cut: boolean } | undefined> {
  const most = body.options?.num_predict ?? Number.POSITIVE_INFINITY;
  const text = answer.fault === 'huge' ? 'All work and no play. '.repeat(4600) : (answer.text ?? '');
  const pieces = typeof text === 'string' ? [text] : text;
  const whole = pieces
    .filter((piece) => typeof piece === 'string')
    .reduce((sum, piece) => sum + tokens(piece).length, 0);
  const faultAt = Math.floor(whole / 2);
  let count = 0;
  let cut = false;
  const send = async (message: Record<string, unknown>) => {
    await wait(1000 / speed.answerTokens, signal);
    if (!outgoing.headersSent) outgoing.writeHead(200, { 'content-type': 'application/x-ndjson' });
    outgoing.write(line({ ...head(body.model), message: { role: 'assistant', content: '', ...message }, done: false }));
  };
  if (body.think) for (const token of tokens(answer.thinking ?? '')) await send({ thinking: token });
  for (const piece of pieces) {
    if (typeof piece !== 'string') {
      await Promise.race([piece, new Promise((_, reject) => onAbort(signal, reject))]);
      continue;
    }
    for (const token of answer.whole ? [piece] : tokens(piece)) {
      if (count >= most) {
        cut = true;
        break;
      }
      if (count === faultAt && broken(answer, outgoing)) return undefined;
      // A hundred kilobytes would take a while token by token.
      if (answer.fault !== 'huge' || count % 100 === 0) await send({ content: token });
      else outgoing.write(line({ ...head(body.model), message: { role: 'assistant', content: token }, done: false }));
      count++;
    }
  }
  for (const [index, call] of (answer.calls ?? []).entries()) {
    const size = tokens(JSON.stringify(call)).length;
    count += size;
    await wait((size * 1000) / speed.answerTokens, signal);
    await send({
      tool_calls: [{ id: `call_${Math.random().toString(36).slice(2, 10)}`, function: { index, ...call } }],
    });
  }
  if (broken({ ...answer, ...(count > 0 && { fault: undefined }) }, outgoing)) return undefined;
  if (!outgoing.headersSent) outgoing.writeHead(200, { 'content-type': 'application/x-ndjson' });
  return { count, cut };
}

/** Breaks an answer in its middle where the script says so. */
function broken(answer: { fault?: Answer['fault'] | undefined }, outgoing: http.ServerResponse): boolean {
  if (!answer.fault) return false;
  if (!outgoing.headersSent) outgoing.writeHead(200, { 'content-type': 'application/x-ndjson' });
  switch (answer.fault) {
    case 'cut':
      cutHere.add(outgoing);
      outgoing.flushHeaders();
      outgoing.destroy();
      return true;
    case 'error-line':
      outgoing.end(line({ error: JSON.stringify({ error: { message: 'the runner has died' } }) }));
      return true;
    case 'unfinished':
      outgoing.end();
      return true;
    case 'garbage-line':
      outgoing.write('{"message": {"content": "half a li\n\n[]\n7\n');
      return false;
    default:
      return false;
  }
}

/** Answers with an error status where the fault is one. */
export function refused(outgoing: http.ServerResponse, fault: Answer['fault'], model: string): boolean {
  const errors: Partial<Record<NonNullable<Answer['fault']>, [number, string]>> = {
    'no-tools': [400, `registry.ollama.ai/library/${model}:latest does not support tools`],
    'no-thinking': [400, `"${model}" does not support thinking`],
    missing: [404, `model '${model}' not found`],
    'bad-request': [400, 'invalid message format'],
    crashed: [500, JSON.stringify({ error: { code: 500, message: 'llama runner process has terminated' } })],
    busy: [503, 'server busy, please try again.  maximum pending requests exceeded'],
  };
  const error = fault && errors[fault];
  if (error) json(outgoing, error[0], { error: error[1] });
  return error !== undefined;
}

/** What every chunk begins with. */
export function head(model: string): Record<string, unknown> {
  return { model, created_at: new Date().toISOString() };
}

/** One line of a stream. */
export function line(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

/** Answers with JSON. */
export function json(outgoing: http.ServerResponse, status: number, value: unknown): void {
  if (!outgoing.headersSent) outgoing.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  outgoing.end(JSON.stringify(value));
}

/** Rejects when the signal fires. */
export function onAbort(signal: AbortSignal, reject: (error: Error) => void): void {
  const fail = () => reject(new Error('closed'));
  if (signal.aborted) fail();
  else signal.addEventListener('abort', fail, { once: true });
}
