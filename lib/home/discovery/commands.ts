import { JarvisError } from '../../turn/errors.js';

/** What Home Assistant can ask of a room. */
export type RoomCommand =
  | { do: 'mute'; muted: boolean }
  | { do: 'volume'; percent: number }
  | { do: 'language'; language: string }
  | { do: 'wakeWord'; word: string }
  | { do: 'stop' }
  | { do: 'say'; text: string };

/** Longest announcement, in characters. */
const MAX_TEXT = 5000;

/**
 * Reads a command that came on a room's `set/…` topic.
 * @param name the last level of the topic
 * @param may what may be chosen, as the device offers it
 * @throws JarvisError bad-input for anything but what the room's device offers
 */
export function readCommand(
  name: string,
  payload: string,
  may: { languages: readonly string[]; wakeWords: readonly string[] },
): RoomCommand {
  switch (name) {
    case 'mute':
      if (payload === 'ON' || payload === 'OFF') return { do: 'mute', muted: payload === 'ON' };
      throw wrong(name, 'ON or OFF');
    case 'volume': {
      const percent = /^\d{1,3}(\.\d)?$/.test(payload) ? Number(payload) : Number.NaN;
      if (percent <= 100) return { do: 'volume', percent: Math.round(percent) };
      throw wrong(name, '0 to 100');
    }
    case 'language':
      if (may.languages.includes(payload)) return { do: 'language', language: payload };
      throw wrong(name, `one of ${may.languages.join(', ')}`);
    case 'wake_word':
      if (may.wakeWords.includes(payload)) return { do: 'wakeWord', word: payload };
      throw wrong(name, `one of ${may.wakeWords.join(', ')}`);
    case 'stop':
      return { do: 'stop' };
    case 'say': {
      const text = payload.trim();
      if (text !== '' && text.length <= MAX_TEXT) return { do: 'say', text };
      throw wrong(name, `1 to ${MAX_TEXT} characters`);
    }
    default:
      throw new JarvisError('bad-input', `A room can't be told to "${name.slice(0, 64)}".`);
  }
}

const wrong = (name: string, wanted: string) => new JarvisError('bad-input', `The command "${name}" takes ${wanted}.`);
