import { z } from 'zod';
import { supportedLanguage } from '../language/folders.js';
import { filled, spoken } from '../language/spoken.js';
import { dropProfiles } from './hot-cache.js';
import type { Memory } from './memory.js';

/** The whole sentence with which a person has a damaged memory restored; without accents, which recognisers leave out. */
const ORDERS: readonly RegExp[] = [
  /^(?:please )?(?:restore|recover) (?:the|your|my) memory(?: from (?:the|a|its) (?:last )?backup)?(?: please)?$/,
  /^(?:bitte )?(?:stelle? (?:bitte )?(?:das|dein|mein) gedachtnis (?:bitte )?wieder ?her|(?:(?:das|dein|mein) )?gedachtnis (?:bitte )?wiederherstellen)(?: bitte)?$/,
  /^(?:s'il (?:te|vous) plait )?(?:restaure|restaurez|retablis|retablissez|restaurer) (?:la|ta|ma|votre) memoire(?: a partir de la (?:derniere )?sauvegarde)?(?: s'il (?:te|vous) plait)?$/,
  /^(?:por favor )?(?:restaura|restaure|recupera|recupere|restaurar) (?:la|tu|mi|su) memoria(?: desde la (?:ultima )?copia)?(?: por favor)?$/,
];

const RESTORING = z.object({ restored: z.string(), begun: z.string(), whole: z.string() });

/** Whether a sentence, as a person said or typed it, asks for nothing but that. */
export function restoreAsked(said: string): boolean {
  const plain = said
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[’ʼ]/g, "'")
    .replace(/[\s.!?,¡]+/g, ' ')
    .trim()
    .toLowerCase();
  return ORDERS.some((order) => order.test(plain));
}

/** Restores a damaged memory. @returns as `Memory.backups.restore`. @throws as that */
export async function restore({ backups }: Memory): Promise<number | null> {
  const at = await backups.restore();
  // What is known of the people is read anew.
  dropProfiles();
  return at;
}

/** Restores those of the memories that are damaged. @returns what is said of it. @throws JarvisError store-failed */
export async function restoreDamaged(memories: readonly Memory[], language: string): Promise<string> {
  const words = spoken(language, 'restoring', RESTORING);
  let said = words.whole;
  for (const memory of memories) {
    if (!(await memory.backups.isDamaged())) continue;
    const at = await restore(memory);
    const date = at === null ? undefined : new Intl.DateTimeFormat(supportedLanguage(language), { dateStyle: 'long' });
    said = date && at !== null ? filled(words.restored, { date: date.format(at) }) : words.begun;
  }
  return said;
}
