import { z } from 'zod';
import type { Tool, ToolResult } from '../../llm/types.js';
import { abortError } from '../../turn/wait.js';
import { firstAsked } from '../first-asked.js';
import { type Command, VALUE } from './commands.js';
import { runProgram } from './program.js';
import { programIn } from './programs.js';

const LIMIT_MS = 30_000;
const MAX_VALUE = 200;
/** Beside line feeds and tabs. */
const CONTROL = /[^\P{Cc}\n\t]+/gu;
/** Nothing that means something to a shell, should the owner's program be one. */
const HARMLESS = /^[\p{L}\p{M}\p{N} _.,:/@+=-]+$/u;
/** What programs take for an option or the name of a file to read, and a way out of a folder. */
const OPTION = process.platform === 'win32' ? /(?:^|\s)[-@/]/ : /(?:^|\s)[-@]/;
const WAY_OUT = /\.\./;

const commandArguments = z.looseObject({ command: z.string() });
const value = z.union([z.string(), z.number()]).transform((one) => String(one).trim());

/**
 * Runs the programs that the owner has entered; of what they are given, the model can say only what stands in braces.
 * @param asks whether a person is asked before each
 */
export function runCommandTool(commands: readonly Command[], asks: boolean): Tool {
  const values = [...new Set(commands.flatMap((command) => command.values))];
  const takers = (name: string) => commands.filter((one) => one.values.includes(name)).map((one) => one.name);
  const names = commands.map(({ name }) => name).join(', ');
  return {
    name: 'run_command',
    // The names stand here, too, in words: the router reads descriptions only.
    description: `Runs a command on this computer: ${names.replaceAll('_', ' ')}.`,
    parameters: {
      type: 'object',
      properties: {
        command: { type: 'string', enum: commands.map(({ name }) => name) },
        ...Object.fromEntries(
          values.map((name) => [name, { type: 'string', description: `For ${takers(name).join(', ')}.` }]),
        ),
      },
      required: ['command'],
    },
    acts: true,
    ms: LIMIT_MS,
    async run(args, context) {
      const { signal } = context;
      const { command: named } = commandArguments.parse(args);
      const command = commands.find(({ name }) => name.toLowerCase() === named.trim().toLowerCase());
      if (!command) {
        return {
          ok: false,
          text: `There is no such command. There are: ${names}.`,
        };
      }
      const filled: Record<string, string> = {};
      for (const name of command.values) {
        const { data } = value.safeParse(args[name]);
        const wrong = data === undefined || data === '' ? 'is missing' : problemOf(data);
        if (wrong) return { ok: false, text: `Not run: the value "${name}" ${wrong}.` };
        filled[name] = data ?? '';
      }
      const program = command.args.map((arg) => programIn(arg, filled)).find((found) => found !== undefined);
      if (program !== undefined) {
        const text = `Not run: "${program}" is the name of a program of this computer, and no value may be one.`;
        return { ok: false, text };
      }
      const what = { name: command.name, values: filled };
      const given = { command: command.name, ...filled };
      const unasked = asks ? firstAsked({ tool: 'run_command', values: given, what }, context) : undefined;
      if (unasked) return unasked;
      const argv = command.args.map((arg) => arg.replace(VALUE, (_, name: string) => filled[name] ?? ''));
      const ended = await runProgram(command.program, argv, signal);
      if (signal.aborted) throw abortError(signal);
      return resultOf(ended);
    },
  };
}

function problemOf(text: string): string | undefined {
  if (text.length > MAX_VALUE) return `is longer than ${MAX_VALUE} characters`;
  if (OPTION.test(text)) return 'may not have a word that begins with - or @';
  if (WAY_OUT.test(text)) return 'may not have ".." in it';
  return HARMLESS.test(text) ? undefined : 'may have only letters, digits, spaces and _ . , : / @ + = - in it';
}

function resultOf({ code, output, isCut }: { code: number | null; output: string; isCut: boolean }): ToolResult {
  const said = `${output.replace(CONTROL, ' ').trim()}${isCut ? '\n[… and more]' : ''}`;
  if (code === 0) return { ok: true, text: said || 'Done.' };
  const how = code === null ? 'It was ended before it was done.' : `It ended with code ${code}.`;
  return { ok: false, text: `${how} ${said}`.trim() };
}
