import { createHash } from 'node:crypto';
import { z } from 'zod';
import { oneLine } from '../../turn/shorten.js';
import { parametersOf } from './parameters.js';

/** Most tools of a server that are looked at: a prompt has room for few of them. */
export const MAX_OFFERED = 200;
const MAX_DESCRIPTION = 300;
const MAX_NAME = 128;

/** A tool as a server offers it, made fit for a prompt. */
export interface Offered {
  /** As the server calls it. */
  name: string;
  /** One line. */
  description: string;
  /** JSON Schema of an object. */
  parameters: Record<string, unknown>;
  /** The server says that it changes nothing. */
  reads: boolean;
  /** The server says that it may take something away for good. */
  destroys: boolean;
  /** Of all that it says of itself: another where any of that is another. */
  mark: string;
}

const listedSchema = z.looseObject({
  name: z.string().min(1).max(MAX_NAME),
  description: z.string().catch(''),
  inputSchema: z.unknown(),
  annotations: z
    .looseObject({
      readOnlyHint: z.boolean().optional().catch(undefined),
      destructiveHint: z.boolean().optional().catch(undefined),
      title: z.string().optional().catch(undefined),
    })
    .catch({}),
});

/**
 * The tools of a server's list that can be called. Names, descriptions and schemas are anybody's: what is no tool, comes
 * twice or has arguments that nobody could give is left out, descriptions become one short line.
 */
export function offeredIn(listed: readonly unknown[]): Offered[] {
  const found = new Map<string, Offered>();
  for (const one of listed.slice(0, MAX_OFFERED)) {
    const tool = offeredOf(one);
    if (tool && !found.has(tool.name)) found.set(tool.name, tool);
  }
  return [...found.values()];
}

function offeredOf(one: unknown): Offered | undefined {
  const listed = listedSchema.safeParse(one);
  if (!listed.success) return undefined;
  const { name, description, inputSchema, annotations } = listed.data;
  const parameters = parametersOf(inputSchema);
  if (!parameters) return undefined;
  const { readOnlyHint, destructiveHint, title } = annotations;
  const said = {
    description: oneLine(description || title || name, MAX_DESCRIPTION),
    parameters,
    reads: readOnlyHint === true && destructiveHint !== true,
    destroys: destructiveHint === true && readOnlyHint !== true,
  };
  return { name, ...said, mark: createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 16) };
}
