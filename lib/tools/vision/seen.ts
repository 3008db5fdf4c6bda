import type { Models } from '../../llm/gateway.js';
import type { ToolContext } from '../../llm/types.js';
import { oneLine } from '../../turn/shorten.js';
import { within } from '../../turn/wait.js';
import type { Detection } from './detections.js';
import type { Detector } from './detector.js';
import { kindsIn } from './kinds.js';
import { countsOf, relationsIn } from './scene.js';
import { seenByModel, sees } from './seeing-model.js';

/** What is asked where nothing special is looked for. */
const ALL = 'What is in the picture?';
/** How long a model server may take to say whether its model sees, in milliseconds. */
const ASK_MS = 10_000;

/** Who looks at a picture. */
export interface Eyes {
  detector: Detector;
  /** The models that are asked about a picture where they see; undefined for none. @throws JarvisError model-… */
  models(signal: AbortSignal): Promise<Models | undefined>;
}

/** What is seen in a picture. */
export interface Seen {
  words: string;
  /** What the detector saw; missing where a model has answered. */
  things?: Detection[];
}

/**
 * Looks at a picture: a model that sees answers the question; else the detector tells what is there, how many, and how it lies
 * to each other. Nothing is kept of the picture.
 * @param question what is looked for; empty for everything
 * @throws JarvisError of the detector; AbortError.
 */
export async function seenIn(
  image: Uint8Array,
  { question, language, signal, trace }: { question: string } & Pick<ToolContext, 'language' | 'signal' | 'trace'>,
  { detector, models }: Eyes,
): Promise<Seen> {
  // A server that is away leaves the detector.
  const chosen = await models(signal).catch(() => undefined);
  const asked = { picture: () => detector.smaller(image, signal), question: question || ALL, signal, trace };
  const words = chosen && (await seenByModel(chosen, asked));
  if (words) return { words };
  const things = await detector.find(image, signal);
  return { words: inWords(things, question, language), things };
}

/** Whether there is a model that sees, as far as its server says within ten seconds. Never rejects. */
export async function modelSees(models: Eyes['models'], signal: AbortSignal): Promise<boolean> {
  return await within({ ms: ASK_MS, what: 'The model server', signal }, async (inner) => {
    const chosen = await models(inner);
    return chosen !== undefined && (await sees(chosen, inner));
  }).catch(() => false);
}

function inWords(seen: readonly Detection[], question: string, language: string): string {
  const { kinds } = kindsIn(question, language);
  const isWanted = ({ kind }: Detection) => kinds.length === 0 || kinds.includes(kind);
  const [wanted, other] = [seen.filter(isWanted), seen.filter((one) => !isWanted(one))];
  const relations = relationsIn(seen).filter(({ of }) => of.some(isWanted));
  const nothing = kinds.length > 0 ? `no ${kinds.slice(0, 3).join(', no ')}` : 'nothing that is known';
  const lines = [
    `${countsOf(wanted) || nothing}.`,
    question !== '' && kinds.length === 0
      ? `Whether there is "${oneLine(question, 60)}" can't be told: only common things are known.`
      : '',
    relations.length > 0 ? `${relations.map(({ text }) => text).join('; ')}.` : '',
    other.length > 0 ? `Besides: ${countsOf(other)}.` : '',
  ];
  return lines.filter(Boolean).join('\n');
}
