import { capital, filled, spokenLanguageOf } from '../../language/spoken.js';
import { dayAt } from '../../language/when/calendar.js';
import { intentAnswer } from '../answers/community-answer.js';
import { type Asked, type ContentsAnswer, meant } from './contents.js';
import { dayWords, phrasesOf } from './phrases.js';
import { sentencesOf } from './sentences.js';

const WET = new Set(['rainy', 'pouring', 'lightning-rainy', 'snowy', 'snowy-rainy', 'hail']);
/** Percent from which rain is expected. */
const LIKELY = 50;

/** Answers what is asked of the weather, from the house's own; undefined where it has none. */
export async function weatherAnswer(asked: Asked): Promise<ContentsAnswer> {
  const { contents, intent, day, now, timeZone, language, match, signal } = asked;
  const [weather] = meant(asked, 'weather');
  if (!weather || weather.state === 'unavailable' || weather.state === 'unknown') return undefined;
  const told = (text: string): ContentsAnswer => ({
    text,
    command: { action: 'weather', targets: [weather.id], ok: true, by: 'local' },
  });
  const today = dayAt(now, timeZone);
  const wanted = day?.from ?? today;
  if (sentencesOf(language) === undefined) {
    const text = intentAnswer(language, intent, match.response ?? 'default', {}, weather);
    return text === undefined ? undefined : told(text);
  }
  const phrases = phrasesOf(language);
  const { conditions } = phrases;
  const tag = spokenLanguageOf(language);
  const degrees = (value: number) => filled(phrases.degrees, { value }, tag);
  if (!day && intent !== 'WeatherRain') {
    const temperature = Number(weather.attributes['temperature'] ?? Number.NaN);
    const said = [
      conditions[weather.state] ?? weather.state,
      ...(Number.isFinite(temperature) ? [degrees(temperature)] : []),
    ];
    return told(capital(`${said.join(', ')}.`));
  }
  const all = await contents.forecasts(weather.id, signal);
  const forecast = all.find(({ at }) => dayAt(at, timeZone) === wanted);
  if (!forecast) return told(phrases.noForecast);
  const { at, condition, high, low, likely } = forecast;
  const isWet = WET.has(condition) || (likely ?? 0) >= LIKELY;
  const range =
    high !== undefined && low !== undefined
      ? filled(phrases.fromTo, { low, high }, tag)
      : high !== undefined
        ? degrees(high)
        : '';
  const details = [
    conditions[condition] ?? condition,
    ...(range ? [range] : []),
    ...(likely === undefined ? [] : [filled(phrases.likely, { percent: likely }, tag)]),
  ].join(', ');
  const text = filled(phrases.weather, { day: dayWords(at, asked), weather: details });
  const verdict = intent === 'WeatherRain' ? `${isWet ? phrases.yes : phrases.no} ` : '';
  return told(verdict + capital(text));
}
