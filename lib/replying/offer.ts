import { ALWAYS_IN, routeTools } from '../deciding/router.js';
import { routeByKeywords } from '../deciding/router-keyword.js';
import { contexts } from '../llm/contexts.js';
import type { Models } from '../llm/gateway.js';
import type { Message, Tool } from '../llm/types.js';
import { carryOver } from './carry-over.js';

const MAX_SEARCHES = contexts.reply.limits.mostToolSearches;

/**
 * The tools that may be called in one reply: those that were routed, and what is found on the way.
 * @param catalogue Every tool there is.
 * @param allowed Names that the router left; undefined when all may be called.
 * @param recent The dialogue before the query: what failed in its last turn comes back.
 */
export function openOffer(
  catalogue: readonly Tool[],
  allowed: readonly string[] | undefined,
  recent: readonly Message[],
  models: Models,
): () => Tool[] {
  const names = catalogue.map(({ name }) => name);
  const open = new Set(allowed ? [...allowed, ...ALWAYS_IN, ...carryOver(recent, names)] : names);
  const hidden = () => names.some((name) => !open.has(name));
  let searches = 0;

  const search: Tool = {
    name: 'toolSearchTool',
    description: 'Finds more tools. Only when no other tool fits what is to be done.',
    parameters: {
      type: 'object',
      properties: { query: { type: 'string', description: 'What is to be done, in a whole sentence.' } },
      required: ['query'],
    },
    async run({ query }, { signal, trace }) {
      if (++searches > MAX_SEARCHES) return { ok: false, text: 'No more searching. Decide with the tools you have.' };
      const wanted = String(query).slice(0, 500);
      const asked = { query: wanted, tools: catalogue, models: async () => models, signal, trace };
      const routed = await routeTools({ ...asked, strategy: 'llm' });
      const found = routed.open ? routeByKeywords(wanted, catalogue) : routed.tools;
      const fresh = catalogue.filter(({ name }) => found.includes(name) && !open.has(name));
      if (fresh.length === 0)
        return { ok: true, text: 'There are no other tools for this. Answer with what you have.' };
      for (const { name } of fresh) open.add(name);
      return { ok: true, text: fresh.map(({ name, description }) => `${name}: ${description}`).join('\n') };
    },
  };
  // Fixed for the reply: a list that changes with every search would cost the prompt its cache twice.
  const searchable = hidden();
  return () => [...catalogue.filter(({ name }) => open.has(name)), ...(searchable ? [search] : [])];
}
