import { MAX_PICTURE } from '../../home/ha-camera.js';
import { isAbort, JarvisError } from '../../turn/errors.js';
import { oneByOne } from '../../turn/one-by-one.js';
import { within } from '../../turn/wait.js';
import { Unknown } from '../home-results.js';
import { cameraNamed } from './cameras.js';
import type { Kind } from './kinds.js';
import { LIMIT_MS, type LookOptions, MAX_WAITING } from './look.js';
import { isPicture } from './pixels.js';
import { counted } from './scene.js';
import { seenIn } from './seen.js';

/** Characters of a camera's name, and of a question. */
const MAX_NAME = 100;
const MAX_QUESTION = 300;

/** What a flow wants to know. */
export interface Asked {
  /** A JPEG, PNG or WebP, or the name of a camera; an empty name is the only one there is. */
  of: unknown;
  /** What is looked for; missing for everything. */
  question?: unknown;
  /** Of a question. */
  language(question: string): string;
  signal: AbortSignal;
}

/** What a flow is told of a picture. */
export interface Told {
  words: string;
  /** How many of each kind the detector saw, most first; undefined where there is no detector. */
  objects: { label: Kind; count: number }[] | undefined;
}

/**
 * Looks at pictures of flows and through cameras that they name, one after another.
 * @throws JarvisError bad-input that says what is wanted, those of the camera and of the detector; AbortError.
 */
export function openLookAt({ home, own, ...eyes }: LookOptions): (asked: Asked) => Promise<Told> {
  const queue = oneByOne({ most: MAX_WAITING, what: 'Looking at pictures', code: 'failed' });

  async function pictureOf(of: unknown, signal: AbortSignal): Promise<Uint8Array> {
    if (typeof of === 'string' && of.length <= MAX_NAME) {
      return await cameraNamed(of.trim(), { home: home(), own, area: undefined }).picture(signal);
    }
    if (!(of instanceof Uint8Array) || !isPicture(of)) {
      throw wrong(
        'This node needs a picture (a Buffer with a JPEG, PNG or WebP) or the name of a camera in msg.payload.',
      );
    }
    if (of.length > MAX_PICTURE) throw wrong(`The picture in msg.payload has more than ${MAX_PICTURE} bytes.`);
    return of;
  }

  async function toldOf(of: unknown, asked: Parameters<typeof seenIn>[1]): Promise<Told> {
    const image = await pictureOf(of, asked.signal).catch((thrown: unknown) => {
      throw thrown instanceof Unknown ? wrong(thrown.message) : thrown;
    });
    const { words, things } = await seenIn(image, asked, eyes);
    const seen = things ?? (await eyes.detector.find(image, asked.signal).catch(noneWithoutDetector));
    return { words, objects: seen && counted(seen).map(([label, count]) => ({ label, count })) };
  }

  return async ({ of, question = '', language, signal }) => {
    if (typeof question !== 'string' || question.length > MAX_QUESTION) {
      throw wrong(`msg.question has to be words, ${MAX_QUESTION} characters at most.`);
    }
    const asked = { question: question.trim(), language: language(question) };
    return await queue.add(signal, async () => {
      const limit = { ms: LIMIT_MS, what: 'Looking at the picture', signal };
      return await within(limit, async (inner) => await toldOf(of, { ...asked, signal: inner }));
    });
  };
}

const wrong = (why: string) => new JarvisError('bad-input', why);

/** A model that sees has answered: what the detector can't do then is no failure. */
function noneWithoutDetector(thrown: unknown): undefined {
  if (isAbort(thrown)) throw thrown;
}
