import { contexts } from '../lib/llm/contexts.js';
import { askWords, type Models } from '../lib/llm/gateway.js';
import { openOllama } from '../lib/llm/ollama.js';
import { openOpenAi } from '../lib/llm/openai.js';
import { JarvisError } from '../lib/turn/errors.js';
import { within } from '../lib/turn/wait.js';

const PATIENCE_MS = 5_000;
const NUM_CTX = 8192;

/**
 * The configured model server: JARVIS_MODEL_PROVIDER, …_URL, …_KEY, JARVIS_MODEL, JARVIS_MODEL_SMALL, as the nodes read them.
 * @param name The model for every context, instead.
 * @throws JarvisError "model-…" or "timeout" when the server can't be reached or has no model.
 */
export async function openModels(name: string | undefined): Promise<Models> {
  const { env } = process;
  const url = env['JARVIS_MODEL_URL'] || 'http://127.0.0.1:11434';
  const provider =
    env['JARVIS_MODEL_PROVIDER'] === 'openai'
      ? openOpenAi({ url, key: env['JARVIS_MODEL_KEY'] ?? '' })
      : openOllama({ url, keepAlive: '30m' });
  const known = await within({ ms: PATIENCE_MS, what: `The model server at ${url}` }, (signal) =>
    provider.models(signal),
  );
  const chat = name ?? (env['JARVIS_MODEL'] || known[0]);
  if (!chat) throw new JarvisError('model-missing', `The model server at ${url} has no model. Pull one first.`);
  return { provider, chat, small: name ?? (env['JARVIS_MODEL_SMALL'] || chat), numCtx: NUM_CTX };
}

/** Milliseconds of the smallest call there is, after one that loads the model. */
export async function floorOf(models: Models): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < 4; run++) {
    const began = performance.now();
    const context = { ...contexts.floor, ...(run === 0 && { budgetMs: contexts.warmUp.budgetMs }) };
    const messages = [{ role: 'user' as const, content: 'Say "ready".' }];
    await askWords(models, context, { messages, signal: AbortSignal.timeout(context.budgetMs + 1000) });
    if (run > 0) times.push(performance.now() - began);
  }
  return times;
}
