import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '../language/folders.js';
import type { Memory } from './memory.js';
import { restoreAsked, restoreDamaged } from './restoring.js';

const ASKED = [
  'restore the memory',
  'Restore the memory.',
  'Please restore your memory!',
  'Recover my memory from the last backup, please.',
  'restore the memory from a backup',
  'Stelle das Gedächtnis wieder her.',
  'Bitte stell dein Gedächtnis wieder her!',
  'Stell bitte das Gedächtnis wieder her',
  'Stell das Gedächtnis wieder her, bitte.',
  'Gedächtnis wiederherstellen',
  'Das Gedächtnis wiederherstellen, bitte.',
  'Stell das Gedächtnis wieder her'.normalize('NFD'),
  'Restaure la mémoire.',
  'S’il te plaît, restaure ta mémoire !',
  "Rétablissez la mémoire, s'il vous plaît.",
  'retablis la memoire',
  'Restaure la mémoire à partir de la sauvegarde.',
  'Restaura la memoria.',
  '¡Restaura la memoria!',
  'Por favor, recupera tu memoria.',
  'restaure la memoria, por favor',
  'Restaura la memoria desde la copia',
];

const OTHERS = [
  '',
  'restore',
  'the memory',
  'restore the lights',
  'restore the memory of my phone',
  'can you restore the memory of an old computer?',
  'do not restore the memory',
  "don't restore the memory",
  'how do I restore the memory?',
  'tell me how to restore the memory',
  'what happens when I say restore the memory',
  'never restore the memory from a backup',
  'he said restore the memory',
  'restore the memory and open the door',
  'restore the memory tomorrow',
  'remember to restore the memory',
  'stell das Licht wieder her',
  'stelle das Gedächtnis nicht wieder her',
  'wie stelle ich das Gedächtnis wieder her',
  'stell das Gedächtnis meines Handys wieder her',
  'ich stelle das Gedächtnis wieder her',
  'restaure la photo',
  'ne restaure pas la mémoire',
  'comment restaurer la mémoire',
  'restaure la mémoire de mon téléphone',
  'no restaures la memoria',
  'no restaura la memoria',
  'cómo restaurar la memoria',
  'restaura la memoria del teléfono',
];

test('the whole sentence asks for it, in every language and spelling', () => {
  for (const said of ASKED) assert.equal(restoreAsked(said), true, said);
});

test('nothing else is taken for it', () => {
  for (const said of OTHERS) assert.equal(restoreAsked(said), false, said);
});

/** A memory with nothing but its backups. */
const memoryOf = (damaged: boolean, restored: number | null): { memory: Memory; count: () => number } => {
  let count = 0;
  const backups = {
    isDamaged: async () => damaged,
    restore: async () => {
      count++;
      return restored;
    },
  };
  return { memory: { backups } as unknown as Memory, count: () => count };
};

test('what came of it is told in the language of the turn; a memory that is whole is left alone', async () => {
  const at = Date.UTC(2026, 10, 20, 12);
  const told: Record<string, [RegExp, RegExp, RegExp]> = {
    en: [/restored from the backup of November 20, 2026/, /no backup/, /not damaged/],
    de: [/Sicherung vom 20\. November 2026/, /keine Sicherung/, /nicht beschädigt/],
    fr: [/sauvegarde du 20 novembre 2026/, /pas de sauvegarde/, /n’est pas endommagée/],
    es: [/copia del 20 de noviembre de 2026/, /ninguna copia/, /no está dañada/],
  };
  for (const language of LANGUAGES) {
    const [fromBackup, begun, whole] = told[language] ?? assert.fail(language);
    const healthy = memoryOf(false, at);
    assert.match(await restoreDamaged([healthy.memory, memoryOf(true, at).memory], language), fromBackup);
    assert.match(await restoreDamaged([memoryOf(true, null).memory], language), begun);
    assert.match(await restoreDamaged([healthy.memory], language), whole);
    assert.equal(healthy.count(), 0);
  }
});
