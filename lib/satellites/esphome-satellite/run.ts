import { clock, type Timer } from '../../turn/clock.js';
import * as messages from '../esphome-device/messages.js';
import type { Client } from './client.js';

const { VOICE } = messages;

/**
 * What a device has asked for once: to be listened to, and answered. Tells it each step in the order that it needs: a
 * device that is told nothing waits for ever.
 */
export interface Run {
  /** "waiting": the wake word is looked for here. */
  readonly state: 'waiting' | 'listening' | 'thinking' | 'over';
  /** Somebody called: what is heard now counts. */
  woken(): void;
  /** Enough was said. */
  heardEnough(): void;
  heard(text: string): void;
  /** The reply begins. @param text of it, as far as it is known */
  replies(text: string): void;
  /** Whether the device is to listen on by itself when its reply was heard; the last word counts. */
  goesOn(isWanted: boolean): void;
  tell(event: number, data?: Readonly<Record<string, string>>): void;
  /** Ends it in any state. @param code why, as Home Assistant names it */
  end(code?: string): void;
  /** Ends it where the device has gone on by itself: nothing more is told. */
  forget(): void;
}

/** A device's microphone takes a moment to close, in milliseconds, and an end that comes within it is passed over for ever. */
const CLOSING_MS = 300;

/**
 * Answers a device's request at once: of what was said before only half a second is kept.
 * @param needsWake the wake word is to be found here
 * @param url where the reply will be, for devices that fetch it
 * @param over told once: before the device is told its end, or after the device has gone on
 */
export function openRun(
  client: Client,
  { needsWake, url }: { needsWake: boolean; url: string | undefined },
  over: () => void,
): Run {
  let state: Run['state'] = needsWake ? 'waiting' : 'listening';
  let closedAt = Number.NEGATIVE_INFINITY;
  let isHeard = false;
  let ending: Timer | undefined;
  const tell = (event: number, data: Readonly<Record<string, string>> = {}) => {
    const pairs = Object.entries(data).map(([name, value]) => ({ name, value }));
    client.send(messages.voiceEvent, { event, data: pairs });
  };
  client.send(messages.voiceResponse, {});
  tell(VOICE.runStart, url === undefined ? {} : { url });
  tell(needsWake ? VOICE.wakeWordStart : VOICE.sttStart);

  const run: Run = {
    get state() {
      return state;
    },
    woken() {
      if (state === 'waiting') {
        state = 'listening';
        tell(VOICE.wakeWordEnd, { wake_word_output: 'jarvis' });
        tell(VOICE.sttStart);
      }
    },
    heardEnough() {
      run.woken();
      if (state !== 'listening') return;
      state = 'thinking';
      tell(VOICE.vadStart);
      tell(VOICE.vadEnd);
      closedAt = clock.steady();
    },
    heard(text) {
      if (state === 'over' || isHeard) return;
      isHeard = true;
      run.heardEnough();
      tell(VOICE.sttEnd, { text });
      tell(VOICE.intentStart);
      run.goesOn(false);
    },
    replies(text) {
      run.heard('…');
      tell(VOICE.ttsStart, { text: text || '…' });
    },
    goesOn: (isWanted) => tell(VOICE.intentEnd, { continue_conversation: isWanted ? '1' : '0' }),
    tell,
    end(code) {
      if (state === 'over') return;
      over();
      state = 'over';
      if (code !== undefined) tell(VOICE.error, { code, message: code });
      const closing = code === undefined ? closedAt + CLOSING_MS - clock.steady() : 0;
      if (closing > 0) ending = clock.after(closing, () => tell(VOICE.runEnd));
      else tell(VOICE.runEnd);
    },
    forget() {
      ending?.cancel();
      if (state === 'over') return;
      state = 'over';
      over();
    },
  };
  return run;
}
