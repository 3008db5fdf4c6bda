import { JarvisError, reasonOf } from '../../turn/errors.js';

/** Pixels of the largest picture: cameras have up to 12 million, phones 50. */
const MAX_PIXELS = 50_000_000;
const LIMIT_S = 10;
const CHANNELS = 3;
/** What JPEG, PNG and WebP begin with, in hexadecimal. The library reads more, SVG and PDF among them: none of that comes from a camera. */
const FORMATS = /^(?:ffd8ff|89504e470d0a1a0a|52494646.{8}57454250)/;

/**
 * A picture as detectors want it, stretched to a square: first all of its red, then its green, then its blue, from 0 to 1.
 * @param size pixels of a side
 * @throws JarvisError library-missing; failed for what is no picture, too large or damaged
 */
export async function pixelsOf(image: Uint8Array, size: number): Promise<Float32Array> {
  const picture = await pictureIn(image);
  const square = picture.resize(size, size, { fit: 'fill', kernel: 'linear' }).removeAlpha().toColourspace('srgb');
  const raw = await square.raw().toBuffer().catch(damaged);
  const plane = size * size;
  const pixels = new Float32Array(CHANNELS * plane);
  for (let at = 0; at < plane; at++)
    for (let channel = 0; channel < CHANNELS; channel++)
      pixels[channel * plane + at] = (raw[at * CHANNELS + channel] ?? 0) / 255;
  return pixels;
}

/**
 * A picture as a model that sees gets it: a JPEG of at most so many pixels a side. A model reads a larger one as so many
 * words that its window is too small.
 * @throws as `pixelsOf`
 */
export async function smaller(image: Uint8Array, side: number): Promise<Uint8Array> {
  const picture = await pictureIn(image);
  const jpeg = picture.resize(side, side, { fit: 'inside', withoutEnlargement: true }).jpeg();
  return new Uint8Array(await jpeg.toBuffer().catch(damaged));
}

function damaged(thrown: unknown): never {
  throw new JarvisError('failed', `The picture can't be read: ${reasonOf(thrown)}`, { cause: thrown });
}

/** Whether it begins as a JPEG, PNG or WebP does. */
export function isPicture(image: Uint8Array): boolean {
  return FORMATS.test(Buffer.from(image.subarray(0, 12)).toString('hex'));
}

/** A picture from outside, upright, with the limits of its reading. */
async function pictureIn(image: Uint8Array) {
  if (!isPicture(image)) {
    throw new JarvisError('failed', 'What came is no picture: a JPEG, PNG or WebP is wanted.');
  }
  const sharp = await loadSharp();
  const picture = sharp(image, { limitInputPixels: MAX_PIXELS, failOn: 'truncated' });
  return picture.autoOrient().timeout({ seconds: LIMIT_S });
}

async function loadSharp() {
  try {
    return (await import('sharp')).default;
  } catch (thrown) {
    throw new JarvisError(
      'library-missing',
      `The library "sharp", which reads pictures, can't be loaded: ${reasonOf(thrown)}. Install it again: npm install sharp`,
      { cause: thrown },
    );
  }
}
