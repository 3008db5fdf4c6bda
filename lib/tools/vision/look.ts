import { z } from 'zod';
import type { Home } from '../../home/types.js';
import type { Models } from '../../llm/gateway.js';
import type { Tool, ToolContext, ToolResult } from '../../llm/types.js';
import { oneByOne } from '../../turn/one-by-one.js';
import { oneLine } from '../../turn/shorten.js';
import { toolResult } from '../home-results.js';
import { cameraAsked } from './asked.js';
import { type Camera, cameraNamed, camerasOf } from './cameras.js';
import type { Detection } from './detections.js';
import type { Detector } from './detector.js';
import { kindsIn } from './kinds.js';
import type { OwnCamera } from './own-cameras.js';
import { countsOf, relationsIn } from './scene.js';
import { seenByModel } from './seeing-model.js';

const given = z.object({
  camera: z.string().trim().max(100).nullish(),
  what: z.string().trim().max(300).nullish(),
});
/** What is asked where nothing special is looked for. */
const ALL = 'What is in the picture?';
/** A camera of Home Assistant has eleven seconds, a model twenty, the detector fifteen. */
const LIMIT_MS = 50_000;
/** Pictures that wait: each may have ten megabytes. */
const MAX_WAITING = 4;

export interface LookOptions {
  detector: Detector;
  home(): Home | undefined;
  own: readonly OwnCamera[];
  /** The models that are asked about a picture where they see; undefined for none. @throws JarvisError model-… */
  models(signal: AbortSignal): Promise<Models | undefined>;
}

/**
 * Looks through a camera. A model that sees answers what was asked; else the detector tells what is there, how many, and how
 * it lies to each other. Nothing is kept of a picture.
 */
export function lookTool({ detector, home, own, models }: LookOptions): Tool {
  const queue = oneByOne({ most: MAX_WAITING, what: 'Looking through the cameras', code: 'failed' });

  async function lookThrough(
    camera: Camera,
    what: string,
    { language, signal, trace }: ToolContext,
  ): Promise<ToolResult> {
    const image = await camera.picture(signal);
    // A server that is away leaves the detector.
    const chosen = await models(signal).catch(() => undefined);
    const asked = { picture: () => detector.smaller(image, signal), question: what || ALL, signal, trace };
    const words = chosen && (await seenByModel(chosen, asked));
    if (words) return { ok: true, text: `Seen now by ${oneLine(camera.name, 60)}: ${words}` };
    return told(camera, await detector.find(image, signal), what, language);
  }

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
        return await queue.add(context.signal, async () => await lookThrough(through, what ?? '', context));
      });
    },
  };
}

function told({ name }: Camera, seen: readonly Detection[], what: string, language: string): ToolResult {
  const { kinds } = kindsIn(what, language);
  const isWanted = ({ kind }: Detection) => kinds.length === 0 || kinds.includes(kind);
  const [wanted, other] = [seen.filter(isWanted), seen.filter((one) => !isWanted(one))];
  const relations = relationsIn(seen).filter(({ of }) => of.some(isWanted));
  const nothing = kinds.length > 0 ? `no ${kinds.slice(0, 3).join(', no ')}` : 'nothing that is known';
  const lines = [
    `Seen now by ${oneLine(name, 60)}: ${countsOf(wanted) || nothing}.`,
    what !== '' && kinds.length === 0
      ? `Whether there is "${oneLine(what, 60)}" can't be told: only common things are known.`
      : '',
    relations.length > 0 ? `${relations.map(({ text }) => text).join('; ')}.` : '',
    other.length > 0 ? `Besides: ${countsOf(other)}.` : '',
  ];
  return { ok: true, text: lines.filter(Boolean).join('\n') };
}
