import { z } from 'zod';
import type { Parameter } from './flow-tool-form.js';

const MAX_TEXT = 5_000;

/** The JSON Schema of parameters, as model servers are told it. */
export function schemaOf(parameters: readonly Parameter[]): Record<string, unknown> {
  const properties = parameters.map(({ name, kind, description, choices }) => [
    name,
    {
      type: kind === 'text' || kind === 'choice' ? 'string' : kind,
      ...(kind === 'choice' && { enum: choices }),
      ...(description && { description }),
    },
  ]);
  const required = parameters.filter((one) => one.required).map(({ name }) => name);
  return { type: 'object', properties: Object.fromEntries(properties), ...(required.length > 0 && { required }) };
}

export type Read = { ok: true; values: Record<string, unknown> } | { ok: false; why: string };

/**
 * Reads what a model gives as arguments. Small models write numbers as text and leave out with null: both are understood.
 * @returns the values, or what is wrong with them in words that a model can mend them by
 */
export function argumentsReader(parameters: readonly Parameter[]): (given: Record<string, unknown>) => Read {
  const schema = z.strictObject(Object.fromEntries(parameters.map((one) => [one.name, readerOf(one)])));
  const known = parameters.map(({ name }) => name).join(', ') || 'no arguments';
  return (given) => {
    const read = schema.safeParse(given);
    if (read.success) {
      return {
        ok: true,
        values: Object.fromEntries(Object.entries(read.data).filter(([, value]) => value !== undefined)),
      };
    }
    const wrong = read.error.issues.map((issue) =>
      issue.code === 'unrecognized_keys'
        ? `There is no ${issue.keys.slice(0, 5).join(', ')}: it takes ${known}.`
        : `${issue.path.join('.')} ${issue.message}.`,
    );
    return { ok: false, why: `Wrong arguments. ${wrong.join(' ')}` };
  };
}

function readerOf({ kind, choices, required }: Parameter): z.ZodType {
  const value = VALUES[kind](choices);
  return z.preprocess(
    (given) => (given === null || (given === '' && kind !== 'text') ? undefined : given),
    required ? value : value.optional(),
  );
}

const said = (what: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? 'is missing' : `has to be ${what}`),
});
const numberIn = (given: unknown) =>
  typeof given === 'string' && /^\s*[+-]?\d+(\.\d+)?\s*$/.test(given) ? Number(given) : given;

const VALUES: Record<Parameter['kind'], (choices: string[]) => z.ZodType> = {
  text: () =>
    z.preprocess(
      (given) => (typeof given === 'number' || typeof given === 'boolean' ? String(given) : given),
      z.string(said('text')).max(MAX_TEXT, `has to be at most ${MAX_TEXT} characters long`),
    ),
  number: () => z.preprocess(numberIn, z.number(said('a number'))),
  integer: () => z.preprocess(numberIn, z.int(said('a whole number'))),
  boolean: () =>
    z.preprocess(
      (given) => ({ true: true, false: false })[String(given).toLowerCase()] ?? given,
      z.boolean(said('true or false')),
    ),
  choice: (choices) =>
    z.preprocess(
      (given) => choices.find((one) => one.toLowerCase() === String(given).trim().toLowerCase()) ?? given,
      z.enum(choices, said(`one of: ${choices.join(', ')}`)),
    ),
};
