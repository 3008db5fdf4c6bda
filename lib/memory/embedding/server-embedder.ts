import type { Provider } from '../../llm/types.js';
import { JarvisError } from '../../turn/errors.js';
import { within } from '../../turn/wait.js';
import { unit } from '../vectors/numbers.js';
import { type Embedder, textToEmbed } from './embedder.js';

/** Texts of one request. */
const MAX_TEXTS = 32;
/** The model may have to be loaded first. */
const MAX_MS = 60_000;

/**
 * Vectors from the model server. A model that isn't there, or that makes no vectors, is told with what to do about it.
 * @param provider is left open by `close`
 */
export function serverEmbedder(provider: Provider, model: string): Embedder {
  const name = model.replace(/:latest$/, '');

  async function embedBatch(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    const limit = { ms: MAX_MS, what: `The embedding model "${name}" at ${provider.url}`, signal };
    const answer = await within(limit, (own) => provider.embed(model, texts.map(textToEmbed), own));
    const vectors = answer.map(unit).filter((vector) => vector !== undefined);
    if (vectors.length === texts.length && vectors.every(({ length }) => length === vectors[0]?.length)) return vectors;
    throw new JarvisError(
      'model-failed',
      `The model "${name}" at ${provider.url} gave ${vectors.length} usable vectors for ${texts.length} texts. Is it an embedding model?`,
    );
  }

  return {
    model: name,
    async embed(texts, signal) {
      const vectors: Float32Array[] = [];
      for (let from = 0; from < texts.length; from += MAX_TEXTS) {
        vectors.push(...(await embedBatch(texts.slice(from, from + MAX_TEXTS), signal)));
      }
      return vectors;
    },
    async close() {},
  };
}
