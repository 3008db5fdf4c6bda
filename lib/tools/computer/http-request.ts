import { z } from 'zod';
import type { Tool, ToolResult } from '../../llm/types.js';
import { readJson } from '../../turn/foreign.js';
import { headOf } from '../../turn/shorten.js';
import { type Fetched, guardedFetch } from '../internet/guarded-fetch.js';
import { isAllowed } from './allowed-addresses.js';

const MAX_CHARACTERS = 20_000;
const MAX_BYTES = 256 * 1024;
/** Beside line feeds and tabs. */
const CONTROL = /[^\P{Cc}\n\t]+/gu;
const TEXT = /^(?:$|text\/|application\/(?:[\w.-]+\+)?(?:json|xml|yaml)\b)/i;

const address = z.string().trim().min(1).max(2_000);
const got = z.object({ address });
const posted = z.object({ address, body: z.string().max(MAX_CHARACTERS).default('') });

/** Asks the addresses that the owner has entered; they may be in the house. A redirect leads to others of them only. */
export function httpRequestTool(allowed: readonly URL[]): Tool {
  return {
    name: 'http_request',
    description: `Gets what is at a web address below ${namesOf(allowed)}.`,
    parameters: { type: 'object', properties: { address: { type: 'string' } }, required: ['address'] },
    async run(args, { signal }) {
      return resultOf(await guardedFetch(got.parse(args).address, { ...limits(allowed), signal }));
    },
  };
}

/** The same by POST, which may change something there. */
export function httpPostTool(allowed: readonly URL[]): Tool {
  return {
    name: 'http_post',
    description: `Sends to a web address below ${namesOf(allowed)} by POST.`,
    parameters: {
      type: 'object',
      properties: { address: { type: 'string' }, body: { type: 'string', description: 'JSON or text.' } },
      required: ['address'],
    },
    acts: true,
    async run(args, { signal }) {
      const given = posted.parse(args);
      const post = { type: typeOf(given.body), body: given.body };
      return resultOf(await guardedFetch(given.address, { ...limits(allowed), post, signal }));
    },
  };
}

const namesOf = (allowed: readonly URL[]) => allowed.map(({ href }) => href).join(', ');
const limits = (allowed: readonly URL[]) => ({
  trusted: allowed.map(({ origin }) => origin),
  allows: (url: URL) => isAllowed(allowed, url),
  most: MAX_BYTES,
});

function typeOf(body: string): string {
  try {
    readJson(body);
    return 'application/json';
  } catch {
    return 'text/plain; charset=utf-8';
  }
}

function resultOf({ type, body }: Fetched): ToolResult {
  if (!TEXT.test(type)) return { ok: false, text: `The answer is no text but ${type.slice(0, 100)}.` };
  const text = body.toString('utf8').replace(CONTROL, ' ').trim();
  const isCut = text.length > MAX_CHARACTERS;
  return { ok: true, text: `${headOf(text, MAX_CHARACTERS)}${isCut ? '\n[… and more]' : ''}` || 'Done.' };
}
