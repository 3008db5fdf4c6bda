import { z } from 'zod';
import type { Tool } from '../../llm/types.js';
import { headOf, oneLine } from '../../turn/shorten.js';
import { guardedFetch } from './guarded-fetch.js';
import type { KnownAddresses } from './known-addresses.js';
import { textOfPage } from './reader.js';

/** Most bytes of a page; long articles have one or two million. */
const MAX_BYTES = 4 * 1024 * 1024;
/** Characters. */
const MAX_TEXT = 50_000;
const given = z.object({ url: z.string().trim().max(2_000) });

/** Gives the readable text of a page whose address is known. @param trusted origins that may be in the house */
export function fetchPageTool(known: KnownAddresses, trusted: readonly string[] = []): Tool {
  return {
    name: 'fetch_page',
    description: 'Reads a web page that a search has found or that the person names.',
    parameters: {
      type: 'object',
      properties: { url: { type: 'string', description: 'Its whole address.' } },
      required: ['url'],
    },
    async run(args, { said = '', signal }) {
      const { url: typed } = given.parse(args);
      const address = /^[a-z]+:/i.test(typed) ? typed : `https://${typed}`;
      if (!known.has(address, said)) {
        return {
          ok: false,
          text: 'Not opened: no search has found this address, and the person has not named the site.',
        };
      }
      const { url, type, body } = await guardedFetch(address, { signal, trusted, most: MAX_BYTES });
      const [, media = '', charset = ''] = /^\s*([^;\s]*)(?:.*charset="?([\w-]+))?/i.exec(type) ?? [];
      if (!READABLE.test(media)) {
        return { ok: false, text: `${new URL(url).host} has sent no text but ${media || 'something of no type'}.` };
      }
      const { title, text } = /html/i.test(media)
        ? await textOfPage({ body, charset, most: MAX_TEXT }, signal)
        : { title: '', text: headOf(body.toString('utf8'), MAX_TEXT).trim() };
      if (text === '') return { ok: false, text: 'There is nothing to read on this page without its scripts.' };
      return { ok: true, text: [oneLine(title, 200), text].filter(Boolean).join('\n') };
    },
  };
}

const READABLE = /^(?:text\/(?:html|plain|markdown)|application\/xhtml\+xml)$/i;
