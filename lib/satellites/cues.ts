import { ERROR, WAKE } from '../audio/chimes.js';
import type { Pcm } from '../audio/pcm.js';
import { type LiveTurn, turns } from '../conversation/turns.js';
import { isAbort } from '../turn/errors.js';
import type { Hub, Site } from './types.js';

/** Satellites that make no sounds of their own when we hear their wake word. */
const SILENT: readonly Site['via'][] = ['mqtt', 'browser'];

/** Nobody waits longer for a sound that says something is over. */
const MAX_MS = 5_000;

/**
 * Plays a sound in rooms whose wake word was heard here, and another where nobody spoke after it.
 * @param failed told why a sound couldn't be played
 * @returns ends it
 */
export function playCues(hub: Pick<Hub, 'site' | 'play'>, failed: (error: unknown) => void): () => void {
  const isCued = ({ site, wake }: LiveTurn) => {
    const via = hub.site(site)?.via;
    return wake?.by === 'audio' && via !== undefined && SILENT.includes(via);
  };
  const play = (live: LiveTurn, sound: Pcm, name: string, signal: AbortSignal) =>
    void hub.play(live.site, sound, `${live.id}-${name}`, signal).catch((thrown: unknown) => {
      if (!isAbort(thrown)) failed(thrown);
    });
  const begun = (live: LiveTurn) => {
    if (isCued(live)) play(live, WAKE, 'wake', live.signal);
  };
  const ended = (live: LiveTurn) => {
    if (live.signal.aborted || !isCued(live) || turns.current(live.site)) return;
    // What was said and not understood is told in words.
    const isSilent = live.trace.record().spans.some(({ outcome }) => outcome === 'no-speech');
    if (isSilent) play(live, ERROR, 'error', AbortSignal.timeout(MAX_MS));
  };
  turns.on('begin', begun);
  turns.on('end', ended);
  return () => {
    turns.off('begin', begun);
    turns.off('end', ended);
  };
}
