/**
 * What a computer node's form holds, beside commands and addresses. Read by the editor, too: it has no schema library.
 */

/** Coolest and hottest temperature of a processor that may be warned of, in °C. */
export const MIN_LIMIT = 30;
export const MAX_LIMIT = 120;

const WHOLE_PATH = /^(?:\/|[a-z]:[\\/]|\\\\)/i;

/** The folders of a form, one a line. */
export function foldersIn(text: string | undefined): string[] {
  return (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

/** The first of the folders that isn't named by its whole path; undefined where all are. */
export function wrongPath(text: string | undefined): string | undefined {
  return foldersIn(text).find((folder) => !WHOLE_PATH.test(folder));
}
