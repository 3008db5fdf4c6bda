import { z } from 'zod';
import { supportedLanguage } from '../../language/folders.js';
import { filled, spoken } from '../../language/spoken.js';
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
  const whole = wordsFor(language).number;
  return filled(hot, { degrees: whole(celsius.now), limit: whole(celsius.limit) });
}

function sentenceOf(part: Part, reading: Reading, language: string): string | undefined {
  const says = spoken(language, 'computer', SENTENCES);
  const { number, size, duration } = wordsFor(language);
  const { load, memory, disk, temperature, gpu, battery, uptime } = reading;
  const spaceIn = (sentence: string, space: { free: number; total: number } | undefined) =>
    space && filled(sentence, { free: size(space.free), total: size(space.total) });
  switch (part) {
    case 'load':
      return load === undefined ? undefined : filled(says.load, { percent: number(load) });
    case 'memory':
      return spaceIn(says.memory, memory);
    case 'disk':
      return spaceIn(says.disk, disk);
    case 'temperature':
      return temperature === undefined ? undefined : filled(says.temperature, { degrees: number(temperature) });
    case 'gpu': {
      const parts = [
        gpu?.load !== undefined && filled(says.gpu.load, { percent: number(gpu.load) }),
        gpu?.temperature !== undefined && filled(says.gpu.temperature, { degrees: number(gpu.temperature) }),
        spaceIn(says.gpu.memory, gpu?.memory),
      ].filter(Boolean);
      return parts.length > 0 ? parts.join(' ') : undefined;
    }
    case 'battery':
      return battery && filled(battery.charging ? says.charging : says.battery, { percent: number(battery.percent) });
    case 'uptime':
      return uptime === undefined ? undefined : filled(says.uptime, { duration: duration(uptime) });
  }
}

/** Numbers, sizes and times as a language says them. */
function wordsFor(tag: string) {
  const language = supportedLanguage(tag);
  const inUnit = (value: number, unit: string, maximumFractionDigits = 0) =>
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits }).format(value);
  return {
    number: (value: number) => new Intl.NumberFormat(language, { maximumFractionDigits: 0 }).format(value),
    /** "4.8 gigabytes" */
    size(bytes: number): string {
      const power = Math.min(Math.max(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(STEP)), 2), 4);
      const value = bytes / STEP ** power;
      return inUnit(value, UNITS[power - 2] ?? 'megabyte', value < 10 ? 1 : 0);
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
