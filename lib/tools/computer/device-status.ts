import { z } from 'zod';
import type { Tool } from '../../llm/types.js';
import { statusAsked } from './asked.js';
import { PARTS, type ReadComputer, readComputer } from './reading.js';
import { statusTold } from './status-words.js';

const given = z.object({ what: z.enum([...PARTS, 'all']).catch('all') });

/**
 * Tells how the computer does that Node-RED runs on. A question that is nothing else is answered without the model.
 * @param folder whose disk is meant
 */
export function deviceStatusTool(folder: string, read: ReadComputer = readComputer): Tool {
  return {
    name: 'device_status',
    description: 'Tells load, memory, disk, temperature, battery and uptime of the computer that you run on.',
    parameters: {
      type: 'object',
      properties: { what: { type: 'string', enum: [...PARTS, 'all'], description: 'Which of it.' } },
    },
    ahead(query, { language }) {
      const what = statusAsked(query, language);
      return what && { what };
    },
    async run(args, { language, said, signal }) {
      const { what } = given.parse(args);
      const parts = what === 'all' ? PARTS : [what];
      const reading = await read({ parts, folder }, signal);
      const [text, told] = ['en', language].map((tag) => statusTold(reading, parts, tag));
      if (!text) return { ok: false, text: 'This computer tells nothing of itself.' };
      const isAll = said !== undefined && statusAsked(said, language) === what;
      return { ok: true, text, told, ...(isAll && { ends: true }) };
    },
  };
}
