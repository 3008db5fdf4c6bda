import { turns } from '../conversation/turns.js';
import { clock } from '../turn/clock.js';
import { newTurn, type Turn, type Wake } from '../turn/turn.js';
import { openWakeGate, type WakeGate, type WakeGateOptions } from './wake-gate.js';

export interface WokenTurnsOptions extends Pick<WakeGateOptions, 'engine' | 'onError'> {
  /** Names it in traces. */
  node: string;
  /** BCP 47 tag, for sites of which none is known. */
  language: string;
  placeOf(site: string): {
    area?: string | undefined;
    language?: string | undefined;
    wakeWord?: string | undefined;
  };
  onTurn(turn: Turn, wake: Wake): void;
  /** As `WakeGateOptions.onSound`. */
  onSound(turn: Turn, samples: Buffer, index: number): void;
  /** No turn that was woken here runs any more. */
  onIdle(): void;
}

/** Begins a turn where a site is woken, and passes its sound on while it is listened to. */
export function openWokenTurns(options: WokenTurnsOptions): Pick<WakeGate, 'write' | 'wake'> & {
  /** @param why as `LiveTurns.end`, for turns that are listened to */
  close(why: string): void;
} {
  const woken = new Map<string, Turn>();
  /** Ends a turn after a reply where no sound comes: the satellite understands by itself. */
  const unheard = new Map<string, NodeJS.Timeout>();
  const isListening = (id: string) => turns.get(id)?.stage === 'listening';
  const forget = ({ id }: { id: string }) => {
    clearTimeout(unheard.get(id));
    unheard.delete(id);
    if (woken.delete(id) && woken.size === 0) options.onIdle();
  };
  turns.on('end', forget);

  const gate = openWakeGate({
    engine: options.engine,
    isListening,
    mayWake(site, word) {
      const { wakeWord = word } = options.placeOf(site);
      return wakeWord === word;
    },
    onError: options.onError,
    onWake(site, wake) {
      const conversation = turns.conversation(site);
      // What the satellite understood came before its wake: that turn runs.
      if (wake.by !== 'audio' && !conversation.take(wake)) return '';
      const { area, language = options.language } = options.placeOf(site);
      const turn = newTurn({ site, ...(area !== undefined && { area }), source: 'voice', language, wake });
      const trace = turns.begin(turn).trace.of(options.node);
      trace.mark('wake', { by: wake.by, word: wake.word ?? undefined, score: wake.score });
      trace.decided({ wake });
      turns.stage(turn.id, 'listening');
      woken.set(turn.id, turn);
      options.onTurn(turn, wake);
      if (wake.by === 'follow-up') {
        const ms = (conversation.awaited()?.until ?? 0) - clock.now();
        unheard.set(turn.id, setTimeout(() => turns.end(turn.id), ms).unref());
      }
      return turn.id;
    },
    onSound(id, samples, index) {
      clearTimeout(unheard.get(id));
      const turn = woken.get(id);
      if (turn) options.onSound(turn, samples, index);
    },
  });
  return {
    write: gate.write,
    wake: gate.wake,
    close(why) {
      turns.off('end', forget);
      gate.close();
      for (const id of woken.keys()) if (isListening(id)) turns.end(id, why);
    },
  };
}
