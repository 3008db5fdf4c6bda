import path from 'node:path';
import { z } from 'zod';
import type { Tool } from '../../llm/types.js';
import { oneLine } from '../../turn/shorten.js';
import { inside, openInside, shown } from './inside.js';
import { headOfFile } from './text-file.js';
import { filesBelow } from './walk.js';

const MAX_ENTRIES = 5_000;
/** Of each file only the beginning is searched. */
const MAX_BYTES = 256 * 1024;
const MAX_FOUND = 30;
const MAX_LINE = 160;

const given = z.object({ text: z.string().trim().min(1).max(200), path: z.string().trim().max(1_000).default('') });

/** Finds words in the names and the lines of text files. */
export function findInFilesTool(folders: readonly string[]): Tool {
  return {
    name: 'find_in_files',
    description: 'Finds words in the names and the text of files in the folders that are open to you.',
    parameters: {
      type: 'object',
      properties: {
        text: { type: 'string', description: 'As it is written there.' },
        path: { type: 'string', description: 'A folder; left out: all of them.' },
      },
      required: ['text'],
    },
    async run(args, { signal }) {
      const { text, path: named } = given.parse(args);
      const wanted = text.toLowerCase();
      const found: string[] = [];
      for (const folder of named === '' ? folders : [named]) {
        const start = await inside(folders, folder);
        for await (const file of filesBelow(start.real, MAX_ENTRIES, signal)) {
          signal.throwIfAborted();
          if (path.basename(file).toLowerCase().includes(wanted)) found.push(shown(file));
          found.push(...(await linesWith(wanted, { ...start, real: file })));
          if (found.length >= MAX_FOUND)
            return { ok: true, text: [...found.slice(0, MAX_FOUND), '… and more.'].join('\n') };
        }
      }
      return {
        ok: true,
        text: found.length > 0 ? found.join('\n') : `"${oneLine(text, MAX_LINE)}" is in none of the files.`,
      };
    },
  };
}

/** Lines of a file with a text, in small letters, each with the file and its number; none of what can't be read. */
async function linesWith(wanted: string, file: { real: string; root: string }): Promise<string[]> {
  const handle = await openInside(file).catch(() => undefined);
  if (!handle) return [];
  try {
    const { text } = await headOfFile(handle, MAX_BYTES, file.real);
    return text.split('\n').flatMap((line, at) => {
      const from = line.toLowerCase().indexOf(wanted);
      if (from < 0) return [];
      return [`${shown(file.real)}:${at + 1}: ${oneLine(line.slice(Math.max(0, from - MAX_LINE / 2)), MAX_LINE)}`];
    });
  } catch {
    return [];
  } finally {
    await handle.close();
  }
}
