import { EventEmitter } from 'node:events';
import { isDeepStrictEqual } from 'node:util';
import type { NodeStatus } from 'node-red';
import { type ErrorCode, toJarvisError } from '../lib/turn/errors.js';

/** What our nodes can show beside the codes of errors. The words stand in shared/locales under "status", in four languages. */
export const STATUS_KEYS = [
  ...['idle', 'listening', 'thinking', 'speaking', 'busy', 'wake', 'heard', 'done', 'ready', 'loading'],
  ...['connecting', 'connected', 'disconnected', 'unauthorised', 'failed', 'demo', 'off', 'wokenElsewhere'],
  ...['noSpeechModel', 'noPlan', 'allTools', 'notKept', 'held', 'unheard'],
] as const;

/**
 * The text of a status: a key, which each editor shows in its own language (it looks a status up in the node's
 * catalogue), or what is the same in every language: the name of a model, a number.
 */
export type StatusText = (typeof STATUS_KEYS)[number] | ErrorCode | { own: string };

/** What a status shows. */
export interface State {
  fill: NonNullable<NodeStatus['fill']>;
  shape: 'dot' | 'ring';
  text: StatusText;
}

export const READY: State = { fill: 'green', shape: 'dot', text: 'ready' };
export const LOADING: State = { fill: 'yellow', shape: 'ring', text: 'loading' };

/** The state of something that something was thrown by: amber, nobody has asked for anything yet. */
export function stateOf(thrown: unknown): State {
  return { fill: 'yellow', shape: 'ring', text: toJarvisError(thrown, 'failed', 'It does not work').code };
}

/** The state of a config node, or of a part of it, that other nodes show. */
export interface Watched {
  get now(): State;
  /** The same once more changes nothing. */
  set(state: State): void;
  /** @returns stops it */
  watch(listener: (state: State) => void): () => void;
}

/** A state that can be watched. */
export function watched(first: State): Watched {
  const changes = new EventEmitter<{ change: [State] }>().setMaxListeners(0);
  let now = first;
  return {
    get now() {
      return now;
    },
    set(state) {
      if (isDeepStrictEqual(state, now)) return;
      now = state;
      changes.emit('change', state);
    },
    watch(listener) {
      changes.on('change', listener);
      return () => changes.off('change', listener);
    },
  };
}

/** Of what works by itself. */
export const ALWAYS_READY = watched(READY);
