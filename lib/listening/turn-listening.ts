import { type LiveTurn, turns } from '../conversation/turns.js';
import { clock } from '../turn/clock.js';
import type { Turn } from '../turn/turn.js';
import { type Listening, type ListenOptions, listen, type Outcome } from './utterance.js';

/** What woken turns are listened to with, and who is told what comes of it. */
export interface Ear
  extends Pick<
    ListenOptions,
    'vad' | 'stt' | 'silence' | 'longest' | 'endOf' | 'onLikely' | 'names' | 'commands' | 'who'
  > {
  /** @param isQuiet nobody spoke where nobody need say anything: after a reply of ours */
  onOutcome(outcome: Outcome, isQuiet: boolean): void;
  onError(thrown: unknown): void;
}

export interface TurnListening {
  /**
   * Sound of a turn, the pre-roll first.
   * @param ear asked for with the first piece
   * @param isLate it is not the first piece: where the turn isn't listened to any more, it belongs to nobody
   */
  write(turn: Turn, samples: Buffer, ear: () => Ear, isLate: boolean): void;
  /** Ends the turns that are listened to. @param why as `LiveTurns.end` */
  close(why: string): void;
}

/** Listens to woken turns, each until its words are known, here or elsewhere. @param node names it in traces */
export function openTurnListening(node: string, onIdle: () => void): TurnListening {
  const woken = new Map<string, Listening>();
  const enough = ({ id }: LiveTurn) => woken.get(id)?.end();
  turns.on('enough', enough);

  const begin = (turn: Turn, ear: () => Ear): Listening | undefined => {
    const live = turns.begin(turn);
    // Its words are known already: the satellite understood by itself.
    if (live.stage === 'thinking' || live.stage === 'speaking') return undefined;
    const { onOutcome, onError, ...engines } = ear();
    turns.stage(turn.id, 'listening');
    const awaited = turn.wake?.by === 'follow-up' ? turns.conversation(turn.site).awaited() : undefined;
    // Given up when somebody else knows the words first.
    const drop = new AbortController();
    const taken = (other: LiveTurn) => {
      if (other === live && live.stage !== 'listening') drop.abort();
    };
    const listening = listen({
      ...engines,
      ...(turn.languages ? { languages: turn.languages } : { language: turn.language }),
      signal: AbortSignal.any([live.signal, drop.signal]),
      trace: live.trace.of(node),
      wake: turn.wake,
      noSpeech: awaited && (awaited.until - clock.now()) / 1000,
      onEnd: () => {
        turns.off('stage', taken);
        turns.stage(turn.id, 'thinking');
      },
    });
    turns.on('stage', taken);
    woken.set(turn.id, listening);
    listening.done
      .then((outcome) => {
        const isHeard = 'heard' in outcome;
        onOutcome(outcome, !isHeard && awaited?.what === 'follow-up' && outcome.nothing === 'no-speech');
        if (!isHeard) turns.end(turn.id);
      })
      .catch(onError)
      .finally(() => {
        turns.off('stage', taken);
        woken.delete(turn.id);
        if (woken.size === 0) onIdle();
      });
    return listening;
  };

  return {
    write: (turn, samples, ear, isLate) =>
      (woken.get(turn.id) ?? (isLate ? undefined : begin(turn, ear)))?.write(samples),
    close(why) {
      turns.off('enough', enough);
      for (const id of woken.keys()) turns.end(id, why);
    },
  };
}
