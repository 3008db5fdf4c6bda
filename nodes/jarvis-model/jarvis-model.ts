import type { Node, NodeAPI, NodeDef } from 'node-red';
import type { Models } from '../../lib/llm/gateway.js';
import { openOllama } from '../../lib/llm/ollama.js';
import { openOpenAi } from '../../lib/llm/openai.js';
import type { Provider } from '../../lib/llm/types.js';
import { JarvisError } from '../../lib/turn/errors.js';
import { onClose } from '../adapter.js';
import { running } from '../running.js';
import { setting } from '../settings.js';

interface ModelDef extends NodeDef {
  provider?: 'ollama' | 'openai';
  url?: string;
  model?: string;
  small?: string;
  numCtx?: string;
  keepAlive?: string;
}

export interface ModelNode extends Node<{ key?: string }> {
  readonly provider: Provider;
  /** The models to use; the first one the server has when none is named. @throws JarvisError model-… */
  models(signal: AbortSignal): Promise<Models>;
}

export default function jarvisModel(RED: NodeAPI): void {
  function ModelConfig(this: ModelNode, def: ModelDef): void {
    RED.nodes.createNode(this, def);
    let opened: Provider | undefined;
    let found = '';
    Object.defineProperty(this, 'provider', {
      get: () => {
        opened ??= openProvider({
          provider: setting('JARVIS_MODEL_PROVIDER', def.provider),
          url: setting('JARVIS_MODEL_URL', def.url),
          key: setting('JARVIS_MODEL_KEY', this.credentials?.key),
          keepAlive: def.keepAlive || '30m',
        });
        return opened;
      },
    });
    this.models = async (signal) => {
      const chat = setting('JARVIS_MODEL', def.model) || (await firstModel(this.provider, signal, found));
      found = chat;
      return {
        provider: this.provider,
        chat,
        small: setting('JARVIS_MODEL_SMALL', def.small) || chat,
        numCtx: Number(def.numCtx) || 8192,
      };
    };
    running.model.add(this);
    onClose(this, () => {
      running.model.delete(this);
      opened?.close();
    });
  }
  RED.nodes.registerType('jarvis-model', ModelConfig as never, { credentials: { key: { type: 'password' } } });
}

/** A provider from plain settings. @throws JarvisError not-configured for an address that isn't one. */
export function openProvider(of: { provider: string; url: string; key: string; keepAlive: string }): Provider {
  const url = of.url || 'http://127.0.0.1:11434';
  if (!/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : '')) {
    throw new JarvisError(
      'not-configured',
      `"${url}" is not the address of a model server. Give one like http://127.0.0.1:11434.`,
    );
  }
  return of.provider === 'openai' ? openOpenAi({ url, key: of.key }) : openOllama({ url, keepAlive: of.keepAlive });
}

/** @param before The one it had when it was asked last: a server that is away for a while still has it. */
async function firstModel(provider: Provider, signal: AbortSignal, before: string): Promise<string> {
  const names = await provider.models(signal).catch((thrown) => {
    if (before === '' || signal.aborted) throw thrown;
    return [before];
  });
  const [name] = names;
  if (!name) {
    throw new JarvisError(
      'model-missing',
      `The model server at ${provider.url} has no model yet. Pull one, e.g. "ollama pull qwen3:4b".`,
    );
  }
  return name;
}
