import { constants } from 'node:fs';
import { z } from 'zod';
import type { Tool } from '../../llm/types.js';
import { insideOrNew, openInside, shown } from './inside.js';

/** Characters of one call, and bytes of a file with what is added. */
const MAX_TEXT = 20_000;
const MAX_BYTES = 1024 * 1024;

const given = z.object({ path: z.string().trim().min(1).max(1_000), text: z.string().min(1).max(MAX_TEXT) });

/** Writes new text files in the folders and adds to those that are there. Nothing that stands in a file is lost by it. */
export function writeFileTool(folders: readonly string[]): Tool {
  return {
    name: 'write_file',
    description: 'Writes a new text file in the folders that are open to you, or adds lines to one that is there.',
    parameters: {
      type: 'object',
      properties: { path: { type: 'string', description: 'E.g. "shopping.txt".' }, text: { type: 'string' } },
      required: ['path', 'text'],
    },
    acts: true,
    async run(args) {
      const { path, text } = given.parse(args);
      const place = await insideOrNew(folders, path);
      const handle = await openInside(place, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT);
      try {
        const { size } = await handle.stat();
        const last = Buffer.alloc(1);
        if (size > 0) await handle.read(last, 0, 1, size - 1);
        const added = Buffer.from(`${size > 0 && last.toString() !== '\n' ? '\n' : ''}${text.replace(/\n*$/, '\n')}`);
        if (size + added.length > MAX_BYTES) {
          return {
            ok: false,
            text: `"${shown(place.real)}" would be longer than ${MAX_BYTES} bytes. Use another file.`,
          };
        }
        await handle.appendFile(added);
        return { ok: true, text: `${size > 0 ? 'Added to' : 'Written:'} ${shown(place.real)}` };
      } finally {
        await handle.close();
      }
    },
  };
}
