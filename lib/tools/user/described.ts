import { z } from 'zod';
import { JarvisError } from '../../turn/errors.js';
import { oneLine } from '../../turn/shorten.js';
import { argumentsReader, type Read, schemaOf } from '../flow-arguments.js';
import { MAX_DESCRIPTION } from '../flow-tool-form.js';
import { parametersOfForm, toolProblem } from '../flow-tool-problem.js';
import { argumentsFor } from '../mcp/arguments.js';
import { parametersOf } from '../mcp/parameters.js';

/** What a file says of its tool, made fit for a prompt. */
export interface Described {
  name: string;
  /** One line. */
  description: string;
  /** JSON Schema of an object. */
  parameters: Record<string, unknown>;
  /** The arguments of a call as the file takes them, or what is wrong with them. */
  read(given: Record<string, unknown>): Read;
}

const text = z.string().catch('');
const saidSchema = z.looseObject({ name: text, description: text, parameters: z.unknown().optional() }).catch({
  ...{ name: '', description: '', parameters: undefined },
});

/**
 * What a file has answered to the question what it is. Its parameters are a JSON Schema, or rows such as
 * `{name: 'town', kind: 'text', description: 'Where.'}` (kinds and fields as in the form of a tool node).
 * @throws JarvisError not-configured that names the file and what is wrong with it
 */
export function describedIn(file: string, answer: unknown): Described {
  const { name, description, parameters = [] } = saidSchema.parse(answer);
  const json = Array.isArray(parameters) ? JSON.stringify(parameters) : undefined;
  const problem = toolProblem({ name, description, parameters: json }, []);
  if (problem) throw wrong(file, problem);
  const told = { name, description: oneLine(description, MAX_DESCRIPTION) };
  if (json !== undefined) {
    const rows = parametersOfForm(json);
    return { ...told, parameters: schemaOf(rows), read: argumentsReader(rows) };
  }
  const schema = parametersOf(parameters);
  if (!schema) throw wrong(file, 'Its parameters are neither rows nor the JSON Schema of an object, or too long.');
  return { ...told, parameters: schema, read: schemaReader(schema) };
}

/** What else a schema asks for is the file's own to check. */
function schemaReader(schema: Record<string, unknown>): Described['read'] {
  const required = (schema['required'] ?? []) as string[];
  return (given) => {
    const values = argumentsFor(schema, given);
    const missing = required.filter((name) => values[name] === undefined);
    return missing.length > 0
      ? { ok: false, why: `Wrong arguments. Missing: ${missing.join(', ')}.` }
      : { ok: true, values };
  };
}

const wrong = (file: string, why: string) => new JarvisError('not-configured', `${file}: ${why}`);
