import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Tool } from '../../llm/types.js';
import { inside, shown } from './inside.js';
import { entriesOf } from './walk.js';

/** Entries that are looked at, and those that are told. */
const MAX_SEEN = 2_000;
const MAX_TOLD = 100;

const given = z.object({ path: z.string().trim().max(1_000).default('') });

/** Lists the folders, and what is in them. */
export function listFolderTool(folders: readonly string[]): Tool {
  return {
    name: 'list_folder',
    description: 'Lists the files in a folder that is open to you.',
    parameters: {
      type: 'object',
      properties: { path: { type: 'string', description: 'Left out: the topmost ones.' } },
    },
    async run(args, { signal }) {
      const named = given.parse(args).path;
      if (named === '' && folders.length > 1) return { ok: true, text: folders.map(shown).join('\n') };
      const { real } = await inside(folders, named || '.');
      const { entries, isCut } = await entriesOf(real, MAX_SEEN, signal);
      const sorted = entries.toSorted((a, b) => a.name.localeCompare(b.name));
      const lines = await Promise.all(
        sorted.slice(0, MAX_TOLD).map(async (entry) => {
          const name = shown(entry.name);
          if (entry.isDirectory()) return `${name}/`;
          const is = await lstat(path.join(real, entry.name)).catch(() => undefined);
          return is ? `${name} | ${is.size} bytes | ${is.mtime.toISOString().slice(0, 10)}` : name;
        }),
      );
      if (lines.length === 0) return { ok: true, text: `Nothing is in ${shown(real)}.` };
      const isMore = isCut || sorted.length > lines.length;
      return { ok: true, text: [`In ${shown(real)}:`, ...lines, ...(isMore ? ['… and more.'] : [])].join('\n') };
    },
  };
}
