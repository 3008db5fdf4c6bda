import type { Client } from '@modelcontextprotocol/sdk/client/index.js' with { 'resolution-mode': 'import' };
import { z } from 'zod';
import { MAX_OFFERED, type Offered, offeredIn } from './offered.js';

const LIST_MS = 15_000;
const MAX_PAGES = 20;

const listSchema = z.looseObject({
  tools: z.array(z.unknown()).catch([]),
  nextCursor: z.string().optional().catch(undefined),
});

/**
 * What a server offers now. Not by the SDK's own call, for which one broken tool is a broken list, and which compiles
 * whatever schemas a server sends.
 */
export async function listOf(client: Client): Promise<Offered[]> {
  if (!client.getServerCapabilities()?.tools) return [];
  const listed: unknown[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES && listed.length < MAX_OFFERED; page++) {
    const params = cursor === undefined ? {} : { cursor };
    const answer = await client.request({ method: 'tools/list', params }, listSchema, { timeout: LIST_MS });
    listed.push(...answer.tools.slice(0, MAX_OFFERED));
    cursor = answer.nextCursor;
    if (cursor === undefined) break;
  }
  return offeredIn(listed);
}
