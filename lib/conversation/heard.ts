import type { Turn } from '../turn/turn.js';
import type { LiveTurn } from './turns.js';

/** Sentences of each reply that were heard to their end. */
const heard = new WeakMap<LiveTurn, number>();
let mouths = 0;

/**
 * A node that plays replies is there: from now on only what it reports as heard counts as said. Call the result when it
 * is gone.
 */
export function addMouth(): () => void {
  mouths++;
  let open = true;
  return () => {
    if (open) mouths--;
    open = false;
  };
}

/** A sentence of the turn's reply was heard to its end. @param index Its place in the reply, from 0 (`msg.parts.index`). */
export function markHeard(live: LiveTurn, index: number): void {
  heard.set(live, Math.max(heard.get(live) ?? 0, index + 1));
}

/** How many sentences of the turn's reply were heard; undefined where no node plays replies, so that nobody knows. */
export function sentencesHeard(live: LiveTurn): number | undefined {
  return mouths === 0 ? undefined : (heard.get(live) ?? 0);
}

/**
 * What the person said in a turn, as they said it: its query, where a rule took that out of what was heard. What a model
 * made of it is a model's words.
 * @param query What the turn's stages have come to; typed words are the person's own.
 */
export function ownWords({ judgement, heard }: Pick<Turn, 'judgement' | 'heard'>, query: string): string {
  return judgement?.by === 'model' ? (heard?.text ?? '') : query;
}
