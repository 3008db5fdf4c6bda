import { z } from 'zod';
import { supportedLanguage } from '../../language/folders.js';
import { filled, spoken, spokenLanguageOf } from '../../language/spoken.js';
import { PARTS, type Part, type Reading } from './reading.js';

const SENTENCES = z.object({
  load: z.string(),
  memory: z.string(),
  disk: z.string(),
  temperature: z.string(),
  gpu: z.object({ load: z.string(), temperature: z.string(), memory: z.string() }),
  battery: z.string(),
  charging: z.string(),
  uptime: z.string(),
  /** Of what the computer doesn't tell. */
  none: z.record(z.enum(PARTS), z.string()),
  /** Said unasked when the processor is too hot. */
  hot: z.string(),
});

const UNITS = ['megabyte', 'gigabyte', 'terabyte'] as const;
const STEP = 1024;
const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** A reading in sentences of a language that can be said; what was asked for and is missing is said to be. */
export function statusTold(reading: Reading, asked: readonly Part[], language: string): string {
  const isAll = asked.length === PARTS.length;
  const { none } = spoken(language, 'computer', SENTENCES);
  return PARTS.filter((part) => asked.includes(part))
    .map((part) => sentenceOf(part, reading, language) ?? (isAll ? undefined : none[part]))
    .filter((sentence) => sentence !== undefined)
    .join(' ');
}

/** What is said unasked of a processor that is too hot. @param celsius what it has now, and its limit */
export function heatTold(celsius: { now: number; limit: number }, language: string): string {
  const { hot } = spoken(language, 'computer', SENTENCES);
  const [degrees, limit] = [Math.round(celsius.now), Math.round(celsius.limit)];
  return filled(hot, { degrees, limit }, spokenLanguageOf(language));
}

function sentenceOf(part: Part, reading: Reading, language: string): string | undefined {
  const says = spoken(language, 'computer', SENTENCES);
  const { sizeOf, duration } = wordsFor(language);
  const say = (template: string, values: Record<string, string | number>) =>
    filled(template, values, spokenLanguageOf(language));
  const { load, memory, disk, temperature, gpu, battery, uptime } = reading;
  const spaceIn = (sentence: string, space: { free: number; total: number } | undefined) =>
    space && say(sentence, { free: sizeOf(space.free), total: sizeOf(space.total), count: amountIn(space.free).value });
  switch (part) {
    case 'load':
      return load === undefined ? undefined : say(says.load, { percent: Math.round(load) });
    case 'memory':
      return spaceIn(says.memory, memory);
    case 'disk':
      return spaceIn(says.disk, disk);
    case 'temperature':
      return temperature === undefined ? undefined : say(says.temperature, { degrees: Math.round(temperature) });
    case 'gpu': {
      const parts = [
        gpu?.load !== undefined && say(says.gpu.load, { percent: Math.round(gpu.load) }),
        gpu?.temperature !== undefined && say(says.gpu.temperature, { degrees: Math.round(gpu.temperature) }),
        spaceIn(says.gpu.memory, gpu?.memory),
      ].filter(Boolean);
      return parts.length > 0 ? parts.join(' ') : undefined;
    }
    case 'battery':
      return battery && say(battery.charging ? says.charging : says.battery, { percent: Math.round(battery.percent) });
    case 'uptime':
      return uptime === undefined ? undefined : say(says.uptime, { duration: duration(uptime) });
  }
}

/** How much some bytes are, in the largest unit of which they are one. */
function amountIn(bytes: number) {
  const power = Math.min(Math.max(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(STEP)), 2), 4);
  const value = bytes / STEP ** power;
  return { value: Number(value.toFixed(value < 10 ? 1 : 0)), unit: UNITS[power - 2] ?? 'megabyte' };
}

/** Sizes and times as a language says them. */
function wordsFor(tag: string) {
  const language = supportedLanguage(tag);
  const inUnit = (value: number, unit: string, maximumFractionDigits = 0) =>
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits }).format(value);
  return {
    /** "4.8 gigabytes" */
    sizeOf(bytes: number): string {
      const { value, unit } = amountIn(bytes);
      return inUnit(value, unit, 1);
    },
    /** The two largest units: "2 days, 3 hours" */
    duration(seconds: number): string {
      const [days, hours, minutes] = [seconds / DAY_S, (seconds % DAY_S) / HOUR_S, (seconds % HOUR_S) / MINUTE_S];
      const parts = [
        [Math.floor(days), 'day'],
        [Math.floor(hours), 'hour'],
        [Math.floor(minutes), 'minute'],
      ] as const;
      const told = parts.slice(days >= 1 ? 0 : 1, days >= 1 ? 2 : 3).filter(([count]) => count > 0);
      const words = told.map(([count, unit]) => inUnit(count, unit));
      return new Intl.ListFormat(language, { type: 'conjunction' }).format(
        words.length > 0 ? words : [inUnit(1, 'minute')],
      );
    },
  };
}
