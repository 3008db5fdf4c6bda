import { type Purse, purseOf } from '../../turn/foreign.js';
import { oneLine } from '../../turn/shorten.js';

type Schema = Record<string, unknown>;

const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object'];
const PROPERTY = /^[\w.$-]{1,64}$/;
const MAX_DEPTH = 4;
/** Of one tool's schema, all that is looked at: one that leads back into itself would grow with each level. */
const MAX_STEPS = 5_000;
const MAX_PROPERTIES = 40;
const MAX_CHOICES = 50;
const MAX_DESCRIPTION = 150;
/** Characters of one tool's parameters in a prompt. */
const MAX_SCHEMA = 6_000;

/**
 * The JSON Schema of a tool's arguments as a model is told it: kinds, descriptions, choices and what is required, all else
 * left out (the server checks its arguments itself). References and choices of one kind are followed a few levels deep, as far as
 * all of it is no more than a prompt holds.
 * @returns undefined where it is no schema of an object, or too large for a prompt
 */
export function parametersOf(given: unknown): Schema | undefined {
  if (!isSchema(given) || (given['type'] !== undefined && given['type'] !== 'object')) return undefined;
  const read: Read = { root: given, purse: purseOf(MAX_STEPS) };
  const parameters = objectOf(given, read, 0);
  // what is too much to be looked at is too much for a prompt
  if (!read.purse.spend() || JSON.stringify(parameters).length > MAX_SCHEMA) return undefined;
  return parameters;
}

/** A schema that is being read, and what may still be looked at of it. */
interface Read {
  root: Schema;
  purse: Purse;
}

function objectOf(schema: Schema, read: Read, depth: number): Schema {
  const all = isSchema(schema['properties']) ? entriesOf(schema['properties'], read) : [];
  const known = all.filter(([name]) => PROPERTY.test(name)).slice(0, MAX_PROPERTIES);
  const properties = Object.fromEntries(known.map(([name, one]) => [name, propertyOf(one, read, depth + 1)]));
  const required = listOf(schema['required'], read).filter(
    (name) => typeof name === 'string' && Object.hasOwn(properties, name),
  );
  return { type: 'object', properties, ...(required.length > 0 && { required: [...new Set(required)] }) };
}

function propertyOf(given: unknown, read: Read, depth: number): Schema {
  if (!isSchema(given) || depth > MAX_DEPTH || !read.purse.spend()) return {};
  const schema = meantBy(given, read);
  const type = typeIn(schema);
  const text = given['description'] ?? schema['description'];
  const described = typeof text === 'string' && text.trim() !== '' && { description: oneLine(text, MAX_DESCRIPTION) };
  if (type === 'object') return { ...objectOf(schema, read, depth), ...described };
  if (type === 'array') return { type, items: propertyOf(schema['items'], read, depth + 1), ...described };
  return { ...(type && { type }), ...choicesIn(schema, read), ...described };
}

/** The schema behind a reference, or the first of several that isn't null: what an optional argument is in Python. */
function meantBy(given: Schema, read: Read): Schema {
  let schema = given;
  for (let level = 0; level < MAX_DEPTH; level++) {
    const variants = listOf([schema['anyOf'], schema['oneOf'], schema['allOf']].find(Array.isArray), read);
    const next = typeof schema['$ref'] === 'string' ? definition(schema['$ref'], read.root) : variants.find(isNoNull);
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

function choicesIn(schema: Schema, read: Read): Schema | undefined {
  const choices = listOf(schema['const'] === undefined ? schema['enum'] : [schema['const']], read);
  const short = choices.filter((one) => typeof one === 'number' || (typeof one === 'string' && one.length <= 64));
  return short.length > 0 && short.length <= MAX_CHOICES ? { enum: short } : undefined;
}

/** A list's values, none of one that is longer than may still be looked at. */
function listOf(given: unknown, { purse }: Read): unknown[] {
  return Array.isArray(given) && purse.spend(given.length) ? given : [];
}

function entriesOf(given: Schema, { purse }: Read): [string, unknown][] {
  const entries = Object.entries(given);
  return purse.spend(entries.length) ? entries : [];
}

function isSchema(given: unknown): given is Schema {
  return typeof given === 'object' && given !== null && !Array.isArray(given);
}
