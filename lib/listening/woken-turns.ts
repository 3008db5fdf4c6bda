import { turns } from '../conversation/turns.js';
import { languagesAt, type PlaceLanguages } from '../satellites/room-languages.js';
import { clock, type Timer } from '../turn/clock.js';
import { newTurn, type Turn, type Wake } from '../turn/turn.js';
import { wakePhrase } from '../turn/wake-phrase.js';
import type { Says } from './doubts.js';
import { openStopWord } from './stop-word.js';
import type { SpeechToText, WakeEngine } from './types.js';
import { openWakeGate, type WakeGate, type WakeGateOptions } from './wake-gate.js';

export interface WokenTurnsOptions extends Pick<WakeGateOptions, 'onError' | 'hasRivals'> {
  /** Names it in traces. */
  node: string;
  /** Hears the wake word, and "stop" while we speak. */
  voice: {
    wake: WakeEngine | undefined;
    stopWord: WakeEngine | undefined;
    /** Asked about words that were heard weakly. */
    stt: Pick<SpeechToText, 'says'>;
    /** BCP 47 tag, for sites of which none is known. */
    language: string;
  };
  placeOf(site: string): PlaceLanguages & { area?: string | undefined };
  /** Whether a word that the engine heard at a site may wake it. */
  mayWake?(site: string, word: string, score: number): boolean;
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
  const unheard = new Map<string, Timer>();
  const isListening = (id: string) => turns.get(id)?.stage === 'listening';
  const forget = ({ id }: { id: string }) => {
    unheard.get(id)?.cancel();
    unheard.delete(id);
    if (woken.delete(id) && woken.size === 0) options.onIdle();
  };
  turns.on('end', forget);
  const { voice } = options;
  const says = voice.stt.says?.bind(voice.stt);
  // Its engine knows the English word, which other languages have from there. With a capital it is likelier in any sound.
  const saysStop: Says | undefined =
    says &&
    ((_, word, sound, isLeft) => says(sound, wakePhrase(word).toLowerCase(), 'en', { isAlone: true, isOver: isLeft }));
  const stopWord = voice.stopWord && openStopWord(voice.stopWord, saysStop, options.onError);

  /** Somebody calls in one room: rooms that listen on after a reply would take it for theirs. Those that have asked something go on. */
  const leaveOthers = (winner: string) => {
    for (const { id, site, wake } of [...woken.values()]) {
      if (site !== winner && wake?.by === 'follow-up' && isListening(id) && !isAsked(site)) turns.lose(site, winner);
    }
  };
  const isAsked = (site: string) => turns.conversation(site).awaited()?.what === 'answer';
  const isCalledElsewhere = (site: string) =>
    [...woken.values()].some((one) => one.site !== site && one.wake?.by !== 'follow-up' && isListening(one.id));

  const gate = openWakeGate({
    engine: voice.wake,
    isListening,
    mayWake(site, word, score) {
      if (options.mayWake?.(site, word, score) === false) return false;
      const isOurs = turns.isSaying(word);
      if (isOurs) turns.emit('ownVoice', site);
      return !isOurs;
    },
    says:
      says &&
      ((site, word, sound) => {
        const { language = voice.language } = options.placeOf(site);
        return says(sound, wakePhrase(word), language, { isOver: turns.isSpeaking(site) });
      }),
    onError: options.onError,
    ...(options.hasRivals && { hasRivals: options.hasRivals }),
    onLost: (site, winner) => turns.lose(site, winner),
    onWake(site, wake) {
      const conversation = turns.conversation(site);
      // What the satellite understood came before its wake: that turn runs.
      if (wake.by !== 'audio' && !conversation.take(wake)) return '';
      if (wake.by === 'follow-up' && !isAsked(site) && isCalledElsewhere(site)) return '';
      const { area, ...place } = options.placeOf(site);
      const turn = newTurn({
        site,
        ...(area !== undefined && { area }),
        source: 'voice',
        door: 'voice',
        ...languagesAt(place, voice.language),
        wake,
      });
      const trace = turns.begin(turn).trace.of(options.node);
      trace.mark('wake', { by: wake.by, word: wake.word ?? undefined, score: wake.score });
      trace.decided({ wake });
      turns.stage(turn.id, 'listening');
      if (wake.by !== 'follow-up') leaveOthers(site);
      woken.set(turn.id, turn);
      options.onTurn(turn, wake);
      if (wake.by === 'follow-up') {
        const ms = (conversation.awaited()?.until ?? 0) - clock.now();
        unheard.set(turn.id, clock.after(ms, () => turns.end(turn.id)).unref());
      }
      return turn.id;
    },
    onSound(id, samples, index) {
      unheard.get(id)?.cancel();
      const turn = woken.get(id);
      if (turn) options.onSound(turn, samples, index);
    },
  });
  return {
    write(site, samples, erle) {
      stopWord?.write(site, samples, erle);
      gate.write(site, samples, erle);
    },
    wake(site, wake) {
      if (wake.word === null || !turns.isSaying(wake.word)) gate.wake(site, wake);
    },
    close(why) {
      turns.off('end', forget);
      gate.close();
      stopWord?.close();
      for (const id of woken.keys()) if (isListening(id)) turns.end(id, why);
    },
  };
}
