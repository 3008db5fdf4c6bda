import { z } from 'zod';
import type { Tool } from '../../llm/types.js';
import { isAbort, reasonOf } from '../../turn/errors.js';
import { redact } from '../../turn/redaction.js';
import type { KnownAddresses } from './known-addresses.js';
import { bestOf, hitLines, type Search } from './search-hits.js';

const given = z.object({ query: z.string().trim().min(1).max(300) });

/** Searches the web; what it has found may be opened. Passwords, card numbers and the like stay in the house. */
export function webSearchTool(search: Search, known: KnownAddresses): Tool {
  return {
    name: 'web_search',
    description: 'Searches the web for what you do not know or what may have changed.',
    parameters: {
      type: 'object',
      properties: { query: { type: 'string', description: 'A few words.' } },
      required: ['query'],
    },
    async run(args, { language, signal }) {
      const parsed = given.safeParse(args);
      if (!parsed.success) return { ok: false, text: 'Wrong arguments: query has to be 1 to 300 characters.' };
      try {
        const hits = bestOf(await search(redact(parsed.data.query), language, signal));
        known.add(hits.map(({ url }) => url));
        return { ok: true, text: hitLines(hits) || 'Nothing was found.' };
      } catch (thrown) {
        if (isAbort(thrown)) throw thrown;
        return { ok: false, text: `The web could not be searched: ${reasonOf(thrown)} Say so, and do not guess.` };
      }
    },
  };
}
