import { z } from 'zod';
import type { Home } from '../../home/types.js';
import type { Tool } from '../../llm/types.js';
import { oneByOne } from '../../turn/one-by-one.js';
import { oneLine } from '../../turn/shorten.js';
import { toolResult } from '../home-results.js';
import { cameraAsked } from './asked.js';
import { cameraNamed, camerasOf } from './cameras.js';
import { kindsIn } from './kinds.js';
import type { OwnCamera } from './own-cameras.js';
import { type Eyes, seenIn } from './seen.js';

const given = z.object({
  camera: z.string().trim().max(100).nullish(),
  what: z.string().trim().max(300).nullish(),
});
/** A camera of Home Assistant has eleven seconds, a model twenty, the detector fifteen. */
export const LIMIT_MS = 50_000;
/** Pictures that wait: each may have ten megabytes. */
export const MAX_WAITING = 4;

export interface LookOptions extends Eyes {
  home(): Home | undefined;
  own: readonly OwnCamera[];
}

/** Looks through a camera, and tells the model what is seen. */
export function lookTool({ home, own, ...eyes }: LookOptions): Tool {
  const queue = oneByOne({ most: MAX_WAITING, what: 'Looking through the cameras', code: 'failed' });
  return {
    name: 'look',
    description: 'Looks through a camera and tells which things, people and animals are in the picture.',
    parameters: {
      type: 'object',
      properties: {
        camera: { type: 'string', description: 'Name of the camera; left out: the one of the room.' },
        what: { type: 'string', description: 'What to look for, e.g. "people"; left out: everything.' },
      },
    },
    ms: LIMIT_MS,
    ahead(query, { language }) {
      const camera = cameraAsked(query, language, camerasOf(home(), own));
      // "What do you see?" looks for nothing special.
      const isFor = kindsIn(query, language).kinds.length > 0;
      return camera && { camera: camera.name, ...(isFor && { what: query }) };
    },
    async run(args, context) {
      const { camera, what } = given.parse(args);
      return await toolResult(async () => {
        const through = cameraNamed(camera ?? '', { home: home(), own, area: context.area });
        return await queue.add(context.signal, async () => {
          const image = await through.picture(context.signal);
          const { words } = await seenIn(image, { ...context, question: what ?? '' }, eyes);
          return { ok: true, text: `Seen now by ${oneLine(through.name, 60)}: ${words}` };
        });
      });
    },
  };
}
