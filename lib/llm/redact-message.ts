import { redact, redactRecord } from '../turn/redaction.js';
import type { Message } from './types.js';

/** A message without secrets and personal identifiers, those in the arguments of its tool calls included. */
export function redactMessage(message: Message): Message {
  const { content, context, tool_calls } = message;
  return {
    ...message,
    content: redact(content),
    ...(context !== undefined && { context: redact(context) }),
    ...(tool_calls && {
      tool_calls: tool_calls.map((call) => ({ ...call, arguments: redactRecord(call.arguments) })),
    }),
  };
}
