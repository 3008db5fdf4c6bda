type Schema = Record<string, unknown>;

const NUMBER = /^\s*[+-]?\d+(\.\d+)?\s*$/;

/**
 * Arguments as a server takes them: small models write numbers as text and leave out with null. What is otherwise wrong
 * the server says itself.
 */
export function argumentsFor(parameters: Schema, given: Record<string, unknown>): Record<string, unknown> {
  const properties = (parameters['properties'] ?? {}) as Record<string, Schema>;
  const values = Object.entries(given)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => [name, valueFor(properties[name]?.['type'], value)]);
  return Object.fromEntries(values);
}

function valueFor(type: unknown, value: unknown): unknown {
  if (typeof value !== 'string') return type === 'string' && typeof value === 'number' ? String(value) : value;
  if ((type === 'number' || type === 'integer') && NUMBER.test(value)) return Number(value);
  if (type === 'boolean') return { true: true, false: false }[value.trim().toLowerCase()] ?? value;
  return value;
}
