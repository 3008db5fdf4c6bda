import { z } from 'zod';
import type { Tool } from '../../llm/types.js';
import { headOf } from '../../turn/shorten.js';
import { inside, openInside, shown } from './inside.js';
import { headOfFile } from './text-file.js';

/** Of a file: what a prompt holds of it is less. */
const MAX_CHARACTERS = 20_000;
const MAX_BYTES = 4 * MAX_CHARACTERS;

const given = z.object({ path: z.string().trim().min(1).max(1_000) });

/** Reads text files in the folders. */
export function readFileTool(folders: readonly string[]): Tool {
  return {
    name: 'read_file',
    description: 'Reads a text file in the folders that are open to you.',
    parameters: {
      type: 'object',
      properties: { path: { type: 'string', description: 'E.g. "shopping.txt".' } },
      required: ['path'],
    },
    async run(args) {
      const place = await inside(folders, given.parse(args).path);
      const handle = await openInside(place);
      try {
        const { text, bytes, isCut } = await headOfFile(handle, MAX_BYTES, shown(place.real));
        const head = headOf(text, MAX_CHARACTERS);
        const note = isCut || head.length < text.length ? `\n[… the beginning of ${bytes} bytes]` : '';
        return { ok: true, text: head === '' ? 'The file is empty.' : head + note };
      } finally {
        await handle.close();
      }
    },
  };
}
