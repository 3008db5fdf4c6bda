import { phrasesFor } from './phrases.js';

/** Rows and columns of a table that can be said in a sentence, and the letters of one. */
const MAX_ROWS = 3;
const MAX_COLUMNS = 3;
const MAX_LETTERS = 250;
/** Stands between the head of a table and its rows. */
const SEPARATOR = /^(?=.*\|)[\s|:-]*-[\s|:-]*$/;

export const isSeparator = (line: string) => SEPARATOR.test(line.trim());

/** The cells of a table as Markdown has it, its head first; undefined where a text is something else. */
function cellsOf(text: string): string[][] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('```'));
  if (!isSeparator(lines[1] ?? '') || !lines.every((line) => line.includes('|'))) return undefined;
  return lines.toSpliced(1, 1).map((line) =>
    line
      .trim()
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((cell) => cell.replace(/[*`]/g, '').trim()),
  );
}

/**
 * What is said of a table: a small one in a sentence, of others where they are. Undefined where a text is no table.
 * @param language BCP 47 tag
 * @param isRead the person has a page that shows it
 */
export function toldTable(text: string, language: string, isRead = false): string | undefined {
  const [head = [], ...rows] = cellsOf(text) ?? [];
  if (rows.length === 0) return undefined;
  const { tableShown, tableUnsaid } = phrasesFor(language);
  const elsewhere = isRead ? tableShown : tableUnsaid;
  if (rows.length > MAX_ROWS || head.length > MAX_COLUMNS) return elsewhere;
  // "Degrees: Rome 21, Paris 18." and "Rome: high 21, low 12; Paris: high 18, low 9."
  const [, title = ''] = head;
  const told =
    head.length > 2
      ? rows.map(([name, ...values]) => {
          const each = values.map((value, at) => `${head[at + 1]} ${value}`.trim()).join(', ');
          return name ? `${name}: ${each}` : each;
        })
      : [`${title && `${title}: `}${rows.map((row) => row.join(' ').trim()).join(', ')}`];
  const sentence = `${told.join('; ')}.`;
  return sentence.length > MAX_LETTERS ? elsewhere : sentence;
}
