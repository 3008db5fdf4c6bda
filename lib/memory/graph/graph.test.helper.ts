import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import type { Rule } from '../../../test/scripted-model-server/script.js';
import { startScriptedModelServer } from '../../../test/scripted-model-server/server.js';
import type { Models } from '../../llm/gateway.js';
import { openOllama } from '../../llm/ollama.js';
import { type Memory, openMemory } from '../memory.js';

/** A memory of its own, which ends with the test. */
export async function memoryFor(t: TestContext): Promise<Memory> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'jarvis-graph-'));
  const memory = openMemory({ file: path.join(folder, 'memory.db') });
  t.after(async () => {
    await memory.close();
    await rm(folder, { recursive: true, force: true });
  });
  return memory;
}

/** A model that answers by rules. */
export async function modelsFor(t: TestContext, answers: readonly Rule[]) {
  const server = await startScriptedModelServer({ speed: 'instant', answers, models: { scripted: {} } });
  t.after(() => server.close());
  const models: Models = { provider: openOllama(server), chat: 'scripted', small: 'scripted', numCtx: 8192 };
  /** What the model was asked, in order. */
  const asked = () =>
    server.requests.filter((request) => request.path === '/api/chat').map(({ body }) => JSON.stringify(body));
  return { models, server, asked };
}
