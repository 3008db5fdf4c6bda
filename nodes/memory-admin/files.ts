import { once } from 'node:events';
import { exportMemory, importMemory } from '../../lib/memory/export.js';
import { clock } from '../../lib/turn/clock.js';
import { JarvisError } from '../../lib/turn/errors.js';
import { refusing } from './problems.js';
import type { FileRoute } from './types.js';

/** A type that no form can send, so that no other site can. */
const LINES_TYPE = 'application/x-ndjson';

/** The memory as a file, and back. Both are streams: neither the file nor its text is ever whole in memory. */
export const fileRoutes: readonly FileRoute[] = [
  {
    method: 'get',
    path: 'export',
    async handle(_, res, { memory }) {
      const gone = new AbortController();
      res.on('close', () => gone.abort());
      const pieces = exportMemory({ memory, signal: gone.signal });
      // The first piece tells nothing of the store; the second one is where a broken one fails, still with an answer.
      let beginning = '';
      for (let n = 0; n < 2; n++) beginning += (await pieces.next()).value ?? '';
      const day = new Date(clock.now()).toISOString().slice(0, 10);
      res.setHeader('Content-Type', LINES_TYPE);
      res.setHeader('Content-Disposition', `attachment; filename="jarvis-memory-${day}.jsonl"`);
      res.setHeader('Cache-Control', 'no-store');
      res.write(beginning);
      for await (const piece of pieces) {
        if (!res.write(piece)) await once(res, 'drain', { signal: gone.signal });
      }
      res.end();
    },
  },
  {
    method: 'post',
    path: 'import',
    async handle(req, res, { memory, care }) {
      if (!req.is(LINES_TYPE)) {
        throw new JarvisError('bad-input', `Send the exported file with the content type ${LINES_TYPE}.`);
      }
      try {
        res.json({ ok: true, ...(await refusing('no-export', importMemory({ memory, content: req }))) });
      } finally {
        // What came before it was cut off stays.
        care.written();
      }
    },
  },
];
