import type { Pcm } from '../audio/pcm.js';
import { type LiveTurn, turns } from '../conversation/turns.js';
import { traced } from '../turn/trace.js';
import type { Turn } from '../turn/turn.js';
import { abortError } from '../turn/wait.js';
import type { Hub } from './types.js';

/** A sentence of a turn, as sound. */
interface Sentence {
  /** Without samples nothing is played, but its place in the queue counts. */
  sound: Pcm;
  /** Id of what belongs together (`msg.parts.id`), and the place in it, from 0. */
  id: string;
  index: number;
  last: boolean;
}

/** Seconds. */
const FOLLOW_UP = 8;
const MAX_FOLLOW_UP = 60;

/**
 * Plays a sentence when what came before it at its site was heard, and resolves when it was heard itself.
 * @param node names it in traces
 * @param onStart told when it is about to be heard
 * @throws as `PlaybackQueue.add`
 */
export async function playSentence(
  hub: Hub,
  { turn, live, node, signal }: { turn: Turn; live: LiveTurn; node: string; signal: AbortSignal },
  { sound, id, index, last }: Sentence,
  onStart: () => void,
): Promise<void> {
  const conversation = turns.conversation(turn.site);
  const trace = live.trace.of(node);
  const play = async (playId: string) => {
    const isFirst = live.stage !== 'speaking';
    turns.stage(turn.id, 'speaking');
    await live.together?.begin(turn.id);
    if (isFirst) trace.mark('first-sound');
    onStart();
    conversation.plays(turn.id, index, 'from');
    return traced(trace, 'play', () => hub.play(turn.site, sound, playId, signal)).finally(() =>
      conversation.plays(turn.id, index, 'to'),
    );
  };
  await hub.loudspeakers.add({
    site: turn.site,
    turn: id,
    last,
    signal,
    announcement: turn.source === 'announcement' && turn.apology === undefined,
    play: sound.samples.length > 0 ? play : undefined,
  });
  // A satellite may say at its cut that it has played: so much of the sentence nobody heard.
  if (signal.aborted) throw abortError(signal);
  turns.played(live, index);
}

/**
 * After a reply the site listens on without the wake word.
 * @param listenOn seconds; 0: only after a question
 */
export function listenOn(hub: Hub, turn: Turn, listenOn: number = FOLLOW_UP): void {
  const isQuestion = turn.reply?.question === true;
  const seconds = Math.min(listenOn, MAX_FOLLOW_UP) || (isQuestion ? FOLLOW_UP : 0);
  // Whoever speaks already needs no invitation, and an announcement is not listened to.
  const isFree = !turns.current(turn.site) && turns.announcements(turn.site) === 0;
  if (seconds <= 0 || turn.source !== 'voice' || !isFree) return;
  turns.conversation(turn.site).await(isQuestion ? 'answer' : 'follow-up', seconds * 1000);
  hub.listen(turn.site);
}
