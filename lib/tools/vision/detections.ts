import { KINDS, type Kind } from './kinds.js';

/** Where something is in a picture: from 0 at its left and upper edge to 1 at its right and lower edge. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A thing that is seen. */
export interface Detection {
  kind: Kind;
  box: Box;
}

/** From this share of certainty on a thing counts as seen. */
const MIN_SCORE = 0.5;
/** A picture of more has a crowd in it, and the model's time is better spent otherwise. */
export const MAX_DETECTIONS = 50;
/** Numbers of a box: x and y of its middle, width and height. */
const BOX = 4;

/**
 * What a detector of the DETR family (D-FINE, RT-DETR) has seen, the surest first.
 * @param logits for each of its guesses one of each kind
 * @param boxes for each of its guesses x and y of the middle, width and height, from 0 to 1
 */
export function detectionsIn(logits: Float32Array, boxes: Float32Array): Detection[] {
  const guesses = Math.floor(boxes.length / BOX);
  const seen: { score: number; detection: Detection }[] = [];
  for (let guess = 0; guess < guesses; guess++) {
    const scores = logits.subarray(guess * KINDS.length, (guess + 1) * KINDS.length);
    const best = scores.reduce((most, score, at) => (score > (scores[most] ?? score) ? at : most), 0);
    const kind = KINDS[best];
    const score = 1 / (1 + Math.exp(-(scores[best] ?? Number.NEGATIVE_INFINITY)));
    if (kind && score >= MIN_SCORE) seen.push({ score, detection: { kind, box: boxAt(boxes, guess * BOX) } });
  }
  return seen
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_DETECTIONS)
    .map(({ detection }) => detection);
}

function boxAt(boxes: Float32Array, at: number): Box {
  const [x = 0, y = 0, width = 0, height = 0] = boxes.subarray(at, at + BOX);
  const inside = (value: number) => Math.min(Math.max(value || 0, 0), 1);
  return {
    left: inside(x - width / 2),
    top: inside(y - height / 2),
    right: inside(x + width / 2),
    bottom: inside(y + height / 2),
  };
}
