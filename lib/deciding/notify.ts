import { z } from 'zod';
import type { Phones } from '../home/phones.js';
import { fold } from '../language/fold.js';
import { languageTable } from '../language/folders.js';
import { onlyAsks } from '../language/question.js';
import { filled } from '../language/spoken.js';
import type { Turn } from '../turn/turn.js';
import { MAX_LETTERS } from './sentences/recognise.js';

/** Before the name in a service of Home Assistant's app. */
const APP = /^mobile_app_/;
/** A regular expression of words as they are written, with the groups `to` and `message`. */
const SAID = z.string().transform((source) => new RegExp(`^${source}$`, 'isu'));

/** How a language says that phones are to show something; the English file says how it is written. */
const NOTIFY = z.object({
  says: z
    .record(z.string(), z.string())
    .transform(({ lead = '', phone = '', ...says }) =>
      Object.values(says).map((one) => SAID.parse(one.replace('{lead}', lead).replace('{phone}', phone).trim())),
    ),
  /** Words for a phone that name nobody. */
  nobody: z.string().transform((words) => new Set(words.split(' '))),
  sent: z.string(),
  unknown: z.string(),
  none: z.string(),
});

export interface NotifyOptions {
  /** BCP 47 tag. */
  language: string;
  phones: Phones | undefined;
  signal: AbortSignal;
}

/**
 * Sends what "send a notification to Anna's phone: dinner is ready" says, and gives the answer; undefined for other sentences.
 * @throws JarvisError when Home Assistant can't be reached or refuses; AbortError.
 */
export async function notifyPhones(
  query: string,
  { language, phones, signal }: NotifyOptions,
): Promise<{ text: string; command: NonNullable<Turn['command']> } | undefined> {
  const table = query.length > MAX_LETTERS ? undefined : languageTable(language, 'notify', NOTIFY);
  const said = query.trim().replace(/[.!?…]+$/, '');
  const { to = '', message = '' } = table?.says.map((pattern) => pattern.exec(said)?.groups).find(Boolean) ?? {};
  if (!table || message === '' || onlyAsks(query, language)) return undefined;
  const told = (text: string, services: readonly string[] = []) => {
    const targets = services.map((service) => `notify.${service}`);
    return { text, command: { action: 'notify', targets, ok: targets.length > 0, by: 'local' as const } };
  };
  if (!phones) return told(table.none);
  const names = fold(to)
    .split(' ')
    .filter((word) => !table.nobody.has(word));
  const meant = phones.services.filter((service) => {
    const words = fold(service.replace(APP, '')).split(' ');
    return names.every((name) => words.some((word) => word.startsWith(name)));
  });
  if (meant.length === 0) return told(filled(table.unknown, { who: to }));
  await phones.tell(meant, message, signal);
  return told(table.sent, meant);
}
