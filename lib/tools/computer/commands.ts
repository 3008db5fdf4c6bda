/**
 * The programs that a form allows, one a line: `name: program argument {value}`. Read by the editor, too: it has no schema
 * library.
 */

import { wordsOf } from '../mcp/form.js';

/** A program that its owner lets the model run. */
export interface Command {
  /** For the model. */
  name: string;
  program: string;
  /** As entered, values in braces. */
  args: string[];
  /** Names of the values that the model gives. */
  values: string[];
}

/** A name of Windows' may have a colon after its drive: the first one ends the name. */
const LINE = /^\s*([a-z][a-z0-9_]{0,39})\s*:\s*(\S.*)$/i;
export const VALUE = /\{([a-z][a-z0-9_]{0,39})\}/gi;
const MAX_COMMANDS = 30;
/** They would read a value as a program, wherever in a line they stand. */
const SHELL = /(?:^|[/\\])(?:(?:ba|da|a|z|k|c|tc|fi)?sh|cmd|powershell|pwsh|ssh|su)(?:\.exe)?$/i;
/** They read the first that is no option as a program of theirs: that has to be entered. */
const INTERPRETER =
  /(?:^|[/\\])(?:python[\d.]*|perl[\d.]*|ruby[\d.]*|node(?:js)?|deno|bun|php[\d.]*|lua[\d.]*|[gmn]?awk|sed|ed|ex|vi|vim|tclsh[\d.]*|expect|osascript|wscript|cscript|rscript|busybox|toybox)(?:\.exe)?$/i;
/** The argument that says which command it is. */
const TAKEN = 'command';

const linesOf = (text: string | undefined) => (text ?? '').split('\n').filter((line) => line.trim() !== '');

function commandIn(line: string): Command | undefined {
  const [, name = '', rest = ''] = LINE.exec(line) ?? [];
  const [program = '', ...args] = wordsOf(rest);
  const values = [...new Set(args.flatMap((arg) => [...arg.matchAll(VALUE)].map(([, value = '']) => value)))];
  // What the model can say is never what is run.
  if (program === '' || /[{}]/.test(program) || isReadAsProgram([program, ...args])) return undefined;
  return values.includes(TAKEN) ? undefined : { name, program, args, values };
}

/** Whether one of its words reads a value as a program: a shell, or an interpreter that has none before it. */
function isReadAsProgram(words: readonly string[]): boolean {
  const isValue = (word: string) => word.search(VALUE) >= 0;
  if (!words.some(isValue)) return false;
  if (words.some((word) => word.split(/\s+/).some((part) => SHELL.test(part)))) return true;
  const at = words.map((word) => INTERPRETER.test(word)).lastIndexOf(true);
  const [first = ''] = at < 0 ? [] : words.slice(at + 1).filter((word) => isValue(word) || !word.startsWith('-'));
  return isValue(first);
}

/** The commands of a form; lines that are none are left out. */
export function commandsIn(text: string | undefined): Command[] {
  return linesOf(text).flatMap((line) => commandIn(line) ?? []);
}

/** The first line that is no command, gives values to a shell or as a program, or whose name stands there before; undefined where there is none. */
export function wrongCommand(text: string | undefined): string | undefined {
  const lines = linesOf(text);
  const names = lines.map((line) => commandIn(line)?.name.toLowerCase());
  return lines.find((_, at) => names[at] === undefined || names.indexOf(names[at]) !== at || at >= MAX_COMMANDS);
}
