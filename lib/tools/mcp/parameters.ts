import { oneLine } from '../../turn/shorten.js';

type Schema = Record<string, unknown>;

const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object'];
const PROPERTY = /^[\w.$-]{1,64}$/;
const MAX_DEPTH = 4;
const MAX_PROPERTIES = 40;
const MAX_CHOICES = 50;
const MAX_DESCRIPTION = 150;
/** Characters of one tool's parameters in a prompt. */
const MAX_SCHEMA = 6_000;

/**
 * The JSON Schema of a tool's arguments as a model is told it: kinds, descriptions, choices and what is required, all else
 * left out (the server checks its arguments itself). References and choices of one kind are followed a few levels deep.
 * @returns undefined where it is no schema of an object, or too large for a prompt
 */
export function parametersOf(given: unknown): Schema | undefined {
  if (!isSchema(given) || (given['type'] !== undefined && given['type'] !== 'object')) return undefined;
  const parameters = objectOf(given, given, 0);
  return JSON.stringify(parameters).length > MAX_SCHEMA ? undefined : parameters;
}

function objectOf(schema: Schema, root: Schema, depth: number): Schema {
  const all = isSchema(schema['properties']) ? Object.entries(schema['properties']) : [];
  const known = all.filter(([name]) => PROPERTY.test(name)).slice(0, MAX_PROPERTIES);
  const properties = Object.fromEntries(known.map(([name, one]) => [name, propertyOf(one, root, depth + 1)]));
  const required = Array.isArray(schema['required'])
    ? schema['required'].filter((name) => typeof name === 'string' && Object.hasOwn(properties, name))
    : [];
  return { type: 'object', properties, ...(required.length > 0 && { required: [...new Set(required)] }) };
}

function propertyOf(given: unknown, root: Schema, depth: number): Schema {
  if (!isSchema(given) || depth > MAX_DEPTH) return {};
  const schema = meantBy(given, root);
  const type = typeIn(schema);
  const text = given['description'] ?? schema['description'];
  const described = typeof text === 'string' && text.trim() !== '' && { description: oneLine(text, MAX_DESCRIPTION) };
  if (type === 'object') return { ...objectOf(schema, root, depth), ...described };
  if (type === 'array') return { type, items: propertyOf(schema['items'], root, depth + 1), ...described };
  return { ...(type && { type }), ...choicesIn(schema), ...described };
}

/** The schema behind a reference, or the first of several that isn't null: what an optional argument is in Python. */
function meantBy(given: Schema, root: Schema): Schema {
  let schema = given;
  for (let level = 0; level < MAX_DEPTH; level++) {
    const variants = [schema['anyOf'], schema['oneOf'], schema['allOf']].find(Array.isArray) ?? [];
    const next = typeof schema['$ref'] === 'string' ? definition(schema['$ref'], root) : variants.find(isNoNull);
    if (!isSchema(next)) return schema;
    schema = next;
  }
  return schema;
}

const isNoNull = (one: unknown) => isSchema(one) && one['type'] !== 'null';

function definition(reference: string, root: Schema): unknown {
  const [, group = '', name = ''] = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(reference) ?? [];
  const all = root[group];
  return isSchema(all) && Object.hasOwn(all, name) ? all[name] : undefined;
}

function typeIn({ type, properties }: Schema): string | undefined {
  const types: unknown[] = Array.isArray(type) ? type : [type];
  return TYPES.find((one) => types.includes(one)) ?? (isSchema(properties) ? 'object' : undefined);
}

function choicesIn(schema: Schema): Schema | undefined {
  const choices = schema['const'] === undefined ? schema['enum'] : [schema['const']];
  if (!Array.isArray(choices) || choices.length === 0) return undefined;
  const short = choices.filter((one) => typeof one === 'number' || (typeof one === 'string' && one.length <= 64));
  return short.length > 0 && short.length <= MAX_CHOICES ? { enum: short } : undefined;
}

function isSchema(given: unknown): given is Schema {
  return typeof given === 'object' && given !== null && !Array.isArray(given);
}
