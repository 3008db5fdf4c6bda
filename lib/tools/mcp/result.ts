import { z } from 'zod';
import type { ToolResult } from '../../llm/types.js';
import { redact } from '../../turn/redaction.js';
import { headOf, shorten } from '../../turn/shorten.js';

/** Characters of a result; what a prompt holds of it is less. */
const MAX_RESULT = 20_000;
const MAX_NAME = 200;
/** Beside line feeds and tabs. */
const CONTROL = /[^\P{Cc}\n\t]+/gu;

/** As a server answers a call: what isn't understood of it is passed over. */
export const callResultSchema = z.looseObject({
  content: z.array(z.unknown()).catch([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().catch(false),
});

const textPart = z.looseObject({ type: z.literal('text'), text: z.string() });
const otherPart = z.looseObject({
  type: z.string(),
  mimeType: z.string().optional().catch(undefined),
  uri: z.string().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  resource: z.looseObject({ uri: z.string(), text: z.string().optional() }).optional().catch(undefined),
});

/** What a server answers to a call, in words: its texts, and names of what has no words. The loop fences it. */
export function resultOf(answer: z.infer<typeof callResultSchema>): ToolResult {
  const { content, structuredContent, isError } = answer;
  const parts = content.map(wordsOf).filter((part) => part !== '');
  if (parts.length === 0 && structuredContent !== undefined) parts.push(JSON.stringify(structuredContent) ?? '');
  const text = headOf(parts.join('\n'), MAX_RESULT).replace(CONTROL, ' ');
  const nothing = isError ? 'The tool says that it failed, and not why.' : 'Done.';
  return { ok: !isError, text: redact(text) || nothing };
}

function wordsOf(part: unknown): string {
  const text = textPart.safeParse(part);
  if (text.success) return text.data.text;
  const other = otherPart.safeParse(part);
  if (!other.success) return '';
  const { type, resource, name, uri, mimeType } = other.data;
  const what = [type.replace('_', ' '), name, resource?.uri ?? uri, mimeType].filter(Boolean).join(' ');
  return `[${shorten(what, MAX_NAME)}]`;
}
