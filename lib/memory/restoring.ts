import { type Language, supportedLanguage } from '../language/tags.js';
import { dropProfiles } from './hot-cache.js';
import type { Memory } from './memory.js';

/** The whole sentence with which a person has a damaged memory restored; without accents, which recognisers leave out. */
const ORDERS: readonly RegExp[] = [
  /^(?:please )?(?:restore|recover) (?:the|your|my) memory(?: from (?:the|a|its) (?:last )?backup)?(?: please)?$/,
  /^(?:bitte )?(?:stelle? (?:bitte )?(?:das|dein|mein) gedachtnis (?:bitte )?wieder ?her|(?:(?:das|dein|mein) )?gedachtnis (?:bitte )?wiederherstellen)(?: bitte)?$/,
  /^(?:s'il (?:te|vous) plait )?(?:restaure|restaurez|retablis|retablissez|restaurer) (?:la|ta|ma|votre) memoire(?: a partir de la (?:derniere )?sauvegarde)?(?: s'il (?:te|vous) plait)?$/,
  /^(?:por favor )?(?:restaura|restaure|recupera|recupere|restaurar) (?:la|tu|mi|su) memoria(?: desde la (?:ultima )?copia)?(?: por favor)?$/,
];

interface Words {
  restored(date: string): string;
  begun: string;
  whole: string;
}
const WORDS: Record<Language, Words> = {
  en: {
    restored: (date) => `The memory is restored from the backup of ${date}.`,
    begun: 'There was no backup. A new memory begins, and the damaged one is kept beside it.',
    whole: 'The memory is not damaged. Nothing was restored.',
  },
  de: {
    restored: (date) => `Das Gedächtnis ist wiederhergestellt, aus der Sicherung vom ${date}.`,
    begun: 'Es gab keine Sicherung. Ein neues Gedächtnis beginnt, das beschädigte liegt daneben.',
    whole: 'Das Gedächtnis ist nicht beschädigt. Es wurde nichts wiederhergestellt.',
  },
  fr: {
    restored: (date) => `La mémoire est restaurée à partir de la sauvegarde du ${date}.`,
    begun: 'Il n’y avait pas de sauvegarde. Une nouvelle mémoire commence, l’ancienne est gardée à côté.',
    whole: 'La mémoire n’est pas endommagée. Rien n’a été restauré.',
  },
  es: {
    restored: (date) => `La memoria está restaurada con la copia del ${date}.`,
    begun: 'No había ninguna copia. Empieza una memoria nueva; la dañada se guarda al lado.',
    whole: 'La memoria no está dañada. No se ha restaurado nada.',
  },
};

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
  const words = WORDS[supportedLanguage(language)];
  let said = words.whole;
  for (const memory of memories) {
    if (!(await memory.backups.isDamaged())) continue;
    const at = await restore(memory);
    const date = at === null ? undefined : new Intl.DateTimeFormat(supportedLanguage(language), { dateStyle: 'long' });
    said = date && at !== null ? words.restored(date.format(at)) : words.begun;
  }
  return said;
}
