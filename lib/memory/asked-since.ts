import { fold } from '../language/fold.js';
import { weekdayNames } from '../language/names.js';
import { numberIn } from '../language/numbers.js';

/** Languages whose numbers are looked for. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it'];

const UNITS: readonly [RegExp, number][] = [
  [/^(?:half (?:an )?hour|halben? stunde|demi-heure|media hora|mezz'ora|mezzora)$/, 30 * 60_000],
  [/^(?:minutes?|minuten?|minutos?|minut[oi])$/, 60_000],
  [/^(?:hours?|stunden?|heures?|horas?|or[ae])$/, 3_600_000],
  [/^(?:days?|tage?n?|jours?|días?|dias?|giorn[oi])$/, 86_400_000],
  [/^(?:weeks?|wochen?|semaines?|semanas?|settiman[ae])$/, 7 * 86_400_000],
  [/^(?:months?|monate?n?|mois|mes|meses|mes[ei])$/, 30 * 86_400_000],
];

/** Words that join the time to the rest: "since", "from", "of the". */
const JOINS =
  /^(?:since|from|of|in|during|over|within|for|on|lo de|lo del|seit|von|vom|aus|in|im|während|ab|depuis|de|du|d'|dans|pendant|desde|de|del|en|durante|da|di|del|dal|dalla|degli|delle|nelle|negli|nell'|nelle)\s+/;
const ARTICLES = /^(?:the|this|der|den|dem|die|das|le|la|les|l'|el|los|las|il|i|gli|le|ultim[oe]|laatste)\s*/;

const DAYS: readonly [RegExp, number][] = [
  [/^(?:today|heute|heutigen tag|aujourd'hui|hoy|oggi|day|jour|día|giorno)$/, 0],
  [/^(?:yesterday|gestern|hier|ayer|ieri)$/, 1],
  [/^(?:(?:the )?day before yesterday|vorgestern|avant-hier|anteayer|l'altro ieri|altro ieri)$/, 2],
];
const MORNING =
  /^(?:this morning|morning|heute (?:morgen|früh)|ce matin|matin|esta mañana|mañana|stamattina|questa mattina)$/;
const WEEK = /^(?:this week|dieser woche|diese woche|cette semaine|semaine|esta semana|questa settimana)$/;

const WEEKDAYS = LANGUAGES.map((language) => weekdayNames(language).map(fold));

/**
 * The moment that "since yesterday", "from this morning", "the last two hours" begins at.
 * @param said What stands behind "everything", e.g. "since yesterday".
 * @param now Milliseconds since the epoch; days begin at midnight of this machine's time zone.
 * @returns milliseconds since the epoch; undefined when the words say no time
 */
export function sinceWhen(said: string, now: number): number | undefined {
  let rest = said.toLowerCase().trim();
  for (let joins = 0; joins < 2 && JOINS.test(rest); joins++) rest = rest.replace(JOINS, '');
  const dayOf = (back: number): number => {
    const date = new Date(now);
    return new Date(date.getFullYear(), date.getMonth(), date.getDate() - back).getTime();
  };
  for (const text of [rest, rest.replace(ARTICLES, '')]) {
    const back = DAYS.find(([words]) => words.test(text))?.[1];
    if (back !== undefined) return dayOf(back);
    if (MORNING.test(text)) return dayOf(0);
    const today = new Date(now).getDay();
    if (WEEK.test(text)) return dayOf((today + 6) % 7);
    const name = fold(text.replace(/^(?:last|letzten) /, '')).replace('sonnabend', 'samstag');
    const weekday = Math.max(...WEEKDAYS.map((names) => names.indexOf(name)));
    if (weekday >= 0) return dayOf((today - weekday + 7) % 7 || 7);
  }
  return span(rest, now);
}

const LAST =
  '(?:last|past|letzten?|letzter|letztes|vergangenen?|derni[eè]re?s?|passée?s?|pasad[oa]s?|scors[oaie]|passat[oaie]|[uú]ltim[oaie]s?)';
const LASTS = new RegExp(`(?<!\\p{L})${LAST}(?!\\p{L})`, 'gu');
const ARTICLE =
  /^(?:(?:the|these|diesen|ces|estas|estos|queste|questi|den|der|die|das|dem|les|la|le|los|las|el|gli|il) |l')/;

/** "last hour", "the last two hours", "zehn Minuten", "les deux dernières heures", "l'ultima mezz'ora". */
function span(text: string, now: number): number | undefined {
  const words = text
    .replace(/^(?:vor|il y a|hace) /, '')
    .replace(/ (?:ago|fa)$/, '')
    .replace(ARTICLE, '')
    .replace(LASTS, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const lengthOf = (unit: string) => UNITS.find(([name]) => name.test(unit))?.[1];
  const whole = lengthOf(words);
  if (whole !== undefined) return now - whole;
  const [, many = '', unit = ''] = /^(\S+) (?:of )?(.+)$/.exec(words) ?? [];
  const length = lengthOf(unit);
  const counts = LANGUAGES.map((language) => numberIn(fold(many === 'couple' ? 'two' : many), language));
  const count = counts.find((counted) => counted !== undefined);
  return length !== undefined && count !== undefined && count > 0 ? now - count * length : undefined;
}
