import type { Bounds } from './layout.js';

export interface Point {
  x: number;
  y: number;
}

/** What part of a picture is seen: where its origin lies on the screen, in pixels, and how large it is. */
export interface Sight extends Point {
  k: number;
}

export interface Size {
  width: number;
  height: number;
}

export const ZOOM = { least: 0.2, most: 2.5 } as const;
/** Pixels around a picture that is shown whole. */
const MARGIN = 24;
/** Words of a smaller picture can't be read. */
const MIN_READABLE = 0.7;

/** The whole picture in the middle, not larger than life, and not smaller than `least` times that. */
export function fitted({ x1, y1, x2, y2 }: Bounds, { width, height }: Size, least: number): Sight {
  const whole = Math.min((width - 2 * MARGIN) / Math.max(1, x2 - x1), (height - 2 * MARGIN) / Math.max(1, y2 - y1));
  const k = Math.min(1.1, Math.max(least, whole));
  // Too wide to be read whole: it begins at the edge it grows from.
  const tooWide = k > whole && (x2 - x1) * k > width - 2 * MARGIN;
  const x = tooWide && -x1 < x2 / 3 ? MARGIN / 2 - x1 * k : width / 2 - ((x1 + x2) / 2) * k;
  return { x, y: height / 2 - ((y1 + y2) / 2) * k, k };
}

/**
 * Moves just as far, and zooms out just as much, as it takes to see `all` of something; where that would be too small to
 * read, its most important part is seen.
 */
export function inView(sight: Sight, first: Bounds, all: Bounds, size: Size): Sight {
  const room = { width: size.width - 2 * MARGIN, height: size.height - 2 * MARGIN };
  const fits = Math.min(room.width / (all.x2 - all.x1), room.height / (all.y2 - all.y1));
  const middle = { x: size.width / 2, y: size.height / 2 };
  const near =
    fits < sight.k ? zoomed(sight, Math.max(fits, Math.min(MIN_READABLE, sight.k)) / sight.k, middle) : sight;
  return shifted(shifted(near, all, size), first, size);
}

function shifted(sight: Sight, { x1, y1, x2, y2 }: Bounds, { width, height }: Size): Sight {
  const by = (low: number, high: number, most: number) =>
    low < MARGIN ? MARGIN - low : high > most - MARGIN ? Math.max(most - MARGIN - high, MARGIN - low) : 0;
  const { x, y, k } = sight;
  return moved(sight, by(x1 * k + x, x2 * k + x, width), by(y1 * k + y, y2 * k + y, height));
}

export function moved({ x, y, k }: Sight, dx: number, dy: number): Sight {
  return { x: x + dx, y: y + dy, k };
}

/** Larger or smaller, while the point `at` stays where it is. */
export function zoomed(sight: Sight, by: number, at: Point): Sight {
  const k = Math.min(ZOOM.most, Math.max(ZOOM.least, sight.k * by));
  const grown = k / sight.k;
  return { x: at.x - (at.x - sight.x) * grown, y: at.y - (at.y - sight.y) * grown, k };
}
