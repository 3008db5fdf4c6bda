import { z } from 'zod';
import { clock } from '../turn/clock.js';
import { roomLanguages, several } from './room-languages.js';

/** Hours of the day, over midnight too: "22:00-07:00". */
const HOURS = /^([01]\d|2[0-3]):([0-5]\d)\s*[-–]\s*([01]\d|2[0-3]):([0-5]\d)$/;
/** How loud a room is in its quiet hours, as a part of how loud it is else. */
const QUIET_PART = 0.5;

const entered = z.object({
  /** BCP 47 tags with commas, the room's own first. */
  language: roomLanguages.optional(),
  /** As the voice engine calls it. */
  voice: z.string().max(200).optional(),
  /** 0 to 100 percent. */
  volume: z.number().min(0).max(100).optional(),
  /** The only wake words that it is woken by. */
  wakeWords: z.array(z.string().max(100)).max(20).optional(),
  /** How sure the wake word model must be here, 0 to 1, where that is more than it must be anywhere. */
  sureness: z.number().min(0).max(1).optional(),
  /** No announcement for the whole house is spoken then, and what is spoken is softer. */
  quiet: z.string().regex(HOURS).optional(),
});

/** What is entered of a room in the form, for satellites of every kind; what is left out is as in the house. */
export const formSetting = entered.transform(({ language: spoken = [], ...others }) => {
  const [language] = spoken;
  return { ...others, ...(language !== undefined && { language }), ...several(spoken) };
});

export type FormSetting = z.infer<typeof formSetting>;

/** Whether it is quiet in a room now, by this machine's clock. */
export function isQuiet({ quiet }: Pick<FormSetting, 'quiet'>): boolean {
  const [, ...parts] = HOURS.exec(quiet ?? '') ?? [];
  const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = parts.map(Number);
  const now = new Date(clock.now());
  const minute = now.getHours() * 60 + now.getMinutes();
  const [from, to] = [fromHour * 60 + fromMinute, toHour * 60 + toMinute];
  return from <= to ? from <= minute && minute < to : minute >= from || minute < to;
}

/** How loud a room is now, 0 to 100 percent. */
export function volumeNow(room: Pick<FormSetting, 'volume' | 'quiet'>): number {
  return (room.volume ?? 100) * (isQuiet(room) ? QUIET_PART : 1);
}

/** Whether a wake word that a model heard in a room may wake it. */
export function mayWake(
  {
    wakeWord,
    wakeWords,
    sureness = 0,
  }: Pick<FormSetting, 'wakeWords' | 'sureness'> & { wakeWord?: string | undefined },
  word: string,
  score: number,
): boolean {
  return score >= sureness && (wakeWord === undefined ? (wakeWords?.includes(word) ?? true) : wakeWord === word);
}
