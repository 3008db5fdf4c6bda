import type { Node, NodeAPI, NodeDef } from 'node-red';
import type { Models } from '../../lib/llm/gateway.js';
import { openOllama } from '../../lib/llm/ollama.js';
import { openOpenAi } from '../../lib/llm/openai.js';
import type { Provider } from '../../lib/llm/types.js';
import { isAbort, JarvisError } from '../../lib/turn/errors.js';
import { within } from '../../lib/turn/wait.js';
import { onClose } from '../adapter.js';
import { running } from '../running.js';
import { setting } from '../settings.js';
import { LOADING, type State, stateOf, type Watched, watched } from '../status.js';

const LOOK_MS = 10_000;

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
  /** Whether it can be used, as far as is known: asked at the start, and with every answer. */
  readonly state: Watched;
  /** Asks the server for its models, and shows what came of it. Never rejects. */
  look(): Promise<void>;
}

export default function jarvisModel(RED: NodeAPI): void {
  function ModelConfig(this: ModelNode, def: ModelDef): void {
    RED.nodes.createNode(this, def);
    let opened: Provider | undefined;
    /** The model that the server had when it was asked last: a server that is away for a while still has it. */
    let last = '';
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
    const state = watched(LOADING);
    const named = setting('JARVIS_MODEL', def.model);
    const found = (chat: string): State => ({ fill: 'green', shape: 'dot', text: { own: chat } });
    const first = async (signal: AbortSignal) => {
      try {
        last = await firstModel(this.provider, signal);
        state.set(found(named || last));
      } catch (thrown) {
        if (!isAbort(thrown)) state.set(stateOf(thrown));
        if (last === '' || signal.aborted) throw thrown;
      }
      return last;
    };
    Object.defineProperty(this, 'state', { value: state });
    this.look = async () => {
      await within({ ms: LOOK_MS, what: 'The model server', code: 'model-unreachable' }, first).catch((thrown) =>
        state.set(stateOf(thrown)),
      );
    };
    this.models = async (signal) => {
      const chat = named || (await first(signal));
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

async function firstModel(provider: Provider, signal: AbortSignal): Promise<string> {
  const [name] = await provider.models(signal);
  if (!name) {
    throw new JarvisError(
      'model-missing',
      `The model server at ${provider.url} has no model yet. Pull one, e.g. "ollama pull qwen3:4b".`,
    );
  }
  return name;
}
