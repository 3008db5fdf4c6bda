import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import { neededEnvironment } from '../needed-environment.js';
import { VALUE } from './commands.js';

/** Signs behind which a command begins for whatever takes an argument apart. */
const COMMANDS = /[;&|()]+/;
/** "A=b", before a program. */
const VARIABLE = /^\w+=/;

/**
 * The program that a value would name in an argument; undefined where there is none. Whatever runs others (`nice`, `find
 * -exec`, a shell behind one) is given a program by its name or its path, at the beginning of an argument, or behind
 * another program in it: no value is one there, so nothing has to be known of what it is given to.
 * @param arg as entered, values in braces
 */
export function programIn(arg: string, filled: Readonly<Record<string, string>>): string | undefined {
  const fill = (text: string) => text.replace(VALUE, (_, name: string) => filled[name] ?? '');
  for (const command of arg.split(COMMANDS)) {
    const words = command.trim().split(/\s+/);
    const [first = ''] = words;
    const runs = fill(first) === first && isProgram(first);
    for (const word of runs ? words : [first]) {
      const named = fill(word)
        .trim()
        .split(/\s+/)
        .find((one) => !VARIABLE.test(one));
      if (fill(word) !== word && named !== undefined && isProgram(named)) return named;
    }
  }
  return undefined;
}

function isProgram(word: string): boolean {
  if (word === '') return false;
  const { PATH = '', PATHEXT = '' } = neededEnvironment();
  const folders = /[/\\]/.test(word) ? [''] : PATH.split(path.delimiter);
  const endings = process.platform === 'win32' ? ['', ...PATHEXT.split(';')] : [''];
  return folders.some((folder) => endings.some((ending) => isExecutable(path.join(folder, word + ending))));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
