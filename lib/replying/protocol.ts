import { fence } from '../llm/fence.js';
import type { Message, Provider, ToolCall, ToolResult } from '../llm/types.js';

/** How a model is told about tools: by the server's own means, or as text with fenced calls. */
export type Protocol = 'native' | 'text';

/** Models that said they have no native tools, for as long as the provider is open. */
const textOnly = new WeakMap<Provider, Set<string>>();

/** The protocol to use with a model. */
export function protocolOf(provider: Provider, model: string): Protocol {
  return textOnly.get(provider)?.has(model) ? 'text' : 'native';
}

/** Remembers that a model takes tools as text only. */
export function useText(provider: Provider, model: string): void {
  const models = textOnly.get(provider) ?? new Set<string>();
  models.add(model);
  textOnly.set(provider, models);
}

/** Most characters of a tool result that the model gets to see: more would push the rules out of its window. */
const LONGEST_RESULT = 6000;

/** The message that carries a tool's result back, whichever protocol will send it. */
export function resultMessage(call: ToolCall, result: ToolResult): Message {
  const text = result.text.length > LONGEST_RESULT ? `${result.text.slice(0, LONGEST_RESULT)} […]` : result.text;
  return {
    role: 'tool',
    content: `${result.ok ? '' : 'This failed. '}${fence(call.name, text)}`,
    tool_call_id: call.id,
    tool_name: call.name,
    ...(!result.ok && { tool_failed: true }),
  };
}

/** Messages as the protocol sends them: for the text protocol, calls and results become words. */
export function inProtocol(messages: readonly Message[], protocol: Protocol): Message[] {
  if (protocol === 'native') return [...messages];
  const sent: Message[] = [];
  for (const message of messages) {
    const last = sent.at(-1);
    if (message.role === 'tool') {
      const content = `[Result of ${message.tool_name ?? 'the tool'}]\n${message.content}`;
      // Results of one answer go back together: two user messages in a row break some templates.
      if (last?.role === 'user' && last.tool_name !== undefined) last.content += `\n${content}`;
      else sent.push({ role: 'user', content, tool_name: message.tool_name ?? '' });
    } else if (message.tool_calls) {
      const calls = message.tool_calls.map((call) => {
        const json = JSON.stringify({ name: call.name, arguments: call.arguments });
        return `\`\`\`tool_call\n${json}\n\`\`\``;
      });
      sent.push({ role: 'assistant', content: [message.content, ...calls].filter(Boolean).join('\n') });
    } else {
      sent.push({ ...message });
    }
  }
  return sent.map(({ role, content }) => ({ role, content }));
}
