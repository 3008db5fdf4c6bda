import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import type { Answer, ChatBody } from '../../../test/scripted-model-server/script.js';
import { type ScriptedModelServer, startScriptedModelServer } from '../../../test/scripted-model-server/server.js';
import type { Models } from '../../llm/gateway.js';
import { openOllama } from '../../llm/ollama.js';
import { type Memory, openMemory } from '../memory.js';

export const NOW = Date.UTC(2026, 10, 21, 12);
export const HOUR = 3_600_000;
export const never = new AbortController().signal;

/** A memory on a file of its own. */
export async function openedMemory(t: TestContext): Promise<Memory> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'jarvis-diary-'));
  const memory = openMemory({ file: path.join(folder, 'jarvis.db') });
  t.after(async () => {
    await memory.close();
    await rm(folder, { recursive: true, force: true });
  });
  return memory;
}

/** A model that answers with what the function says. */
export async function scripted(
  t: TestContext,
  answers: (request: ChatBody) => Answer | string,
  numCtx = 4096,
): Promise<{ server: ScriptedModelServer; models: Models }> {
  const server = await startScriptedModelServer({ speed: 'instant', answers });
  t.after(() => server.close());
  return { server, models: { provider: openOllama(server), chat: 'scripted', small: 'scripted', numCtx } };
}

/** An answer of the diary's context. */
export function written(summary: string, topics: readonly string[] = ['one', 'two', 'three']): string {
  return JSON.stringify({ summary, topics });
}

/** What the person asks for in a request, between the marks around the conversation. */
export function conversationOf(request: ChatBody): string {
  const content = request.messages.at(-1)?.content ?? '';
  return /<data from="conversation">\n([\s\S]*?)\n<\/data>/.exec(content)?.[1] ?? '';
}

/** The earlier summary in a request; empty when there was none. */
export function earlierOf(request: ChatBody): string {
  const content = request.messages.at(-1)?.content ?? '';
  return /<data from="earlier summary">\n([\s\S]*?)\n<\/data>/.exec(content)?.[1] ?? '';
}

/** Notes a question and its answer. */
export async function talk(memory: Memory, turn: string, at: number, asked: string, answer = 'Very well.') {
  const messages = [
    { role: 'user', content: asked },
    { role: 'assistant', content: answer },
  ];
  return await memory.diary.note({ turn, site: 'kitchen', source: 'kitchen', at, messages });
}
