import { fence } from '../llm/fence.js';
import type { Message, Provider, ToolCall, ToolResult } from '../llm/types.js';

/**
 * How a model is told about tools and calls them: by the server's own means, as text with fenced calls, or as text with
 * `Action:` and `Final Answer:` lines.
 */
export type Protocol = 'native' | 'fenced' | 'action';
/** "auto" is native where the server can, else fenced. */
export const PROTOCOL_CHOICES = ['auto', 'fenced', 'action'] as const;
export type ProtocolChoice = (typeof PROTOCOL_CHOICES)[number];

/** Models that said they have no native tools, for as long as the provider is open. */
const textOnly = new WeakMap<Provider, Set<string>>();

/** The protocol to use with a model. */
export function protocolOf(provider: Provider, model: string, choice: ProtocolChoice = 'auto'): Protocol {
  if (choice !== 'auto') return choice;
  return textOnly.get(provider)?.has(model) ? 'fenced' : 'native';
}

/** Remembers that a model takes tools as text only. */
export function useText(provider: Provider, model: string): void {
  const models = textOnly.get(provider) ?? new Set<string>();
  models.add(model);
  textOnly.set(provider, models);
}

/** Most characters of a tool result that the model gets to see: more would push the rules out of its window. */
const MAX_RESULT = 6000;

/** The message that carries a tool's result back, whichever protocol will send it. */
export function resultMessage(call: ToolCall, result: ToolResult): Message {
  const text = result.text.length > MAX_RESULT ? `${result.text.slice(0, MAX_RESULT)} […]` : result.text;
  return {
    role: 'tool',
    content: `${result.ok ? '' : 'This failed. '}${fence(call.name, text)}`,
    tool_call_id: call.id,
    tool_name: call.name,
    ...(!result.ok && { tool_failed: true }),
  };
}

/** Messages as the protocol sends them: in both text protocols calls and results become words. */
export function inProtocol(messages: readonly Message[], protocol: Protocol): Message[] {
  if (protocol === 'native') return [...messages];
  const sent: Message[] = [];
  for (const message of messages) {
    const last = sent.at(-1);
    if (message.role === 'tool') {
      const content = resultInWords(message, protocol);
      // Results of one answer go back together: two user messages in a row break some templates.
      if (last?.role === 'user' && last.tool_name !== undefined) last.content += `\n${content}`;
      else sent.push({ role: 'user', content, tool_name: message.tool_name ?? '' });
    } else if (message.tool_calls) {
      sent.push({ role: 'assistant', content: callsInWords(message.content, message.tool_calls, protocol) });
    } else if (message.role === 'assistant' && protocol === 'action') {
      sent.push({ role: 'assistant', content: `Final Answer: ${message.content}` });
    } else {
      sent.push({ ...message });
    }
  }
  return sent.map(({ role, content }) => ({ role, content }));
}

function resultInWords({ tool_name: name, content }: Message, protocol: Protocol): string {
  return protocol === 'action' ? `Observation: ${content}` : `[Result of ${name ?? 'the tool'}]\n${content}`;
}

function callsInWords(words: string, calls: readonly ToolCall[], protocol: Protocol): string {
  const written = calls.map(({ name, arguments: args }) =>
    protocol === 'action'
      ? `Action: ${name}\nAction Input: ${JSON.stringify(args)}`
      : `\`\`\`tool_call\n${JSON.stringify({ name, arguments: args })}\n\`\`\``,
  );
  const before = words && protocol === 'action' ? `Thought: ${words}` : words;
  return [before, ...written].filter(Boolean).join('\n');
}
