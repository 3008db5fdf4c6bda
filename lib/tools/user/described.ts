import { z } from 'zod';
import { JarvisError } from '../../turn/errors.js';
import { oneLine } from '../../turn/shorten.js';
import { schemaOf } from '../flow-arguments.js';
import { MAX_DESCRIPTION } from '../flow-tool-form.js';
import { parametersOfForm, toolProblem } from '../flow-tool-problem.js';
import { parametersOf } from '../mcp/parameters.js';

/** What a file says of its tool, made fit for a prompt. */
export interface Described {
  name: string;
  /** One line. */
  description: string;
  /** JSON Schema of an object. */
  parameters: Record<string, unknown>;
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
  const rows = Array.isArray(parameters) ? JSON.stringify(parameters) : undefined;
  const problem = toolProblem({ name, description, parameters: rows }, []);
  if (problem) throw wrong(file, problem);
  const schema = rows === undefined ? parametersOf(parameters) : schemaOf(parametersOfForm(rows));
  if (!schema) throw wrong(file, 'Its parameters are neither rows nor the JSON Schema of an object, or too long.');
  return { name, description: oneLine(description, MAX_DESCRIPTION), parameters: schema };
}

const wrong = (file: string, why: string) => new JarvisError('not-configured', `${file}: ${why}`);
