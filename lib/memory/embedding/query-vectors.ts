import { LRUCache } from 'lru-cache';
import type { Embedder } from './embedder.js';
import { readsLanguage } from './languages.js';

/** The vector of a question, as `entries.search` takes it. */
export interface QueryVector {
  model: string;
  values: number[];
}

const MAX_KEPT = 200;

/** Vectors of questions; the last 200 are kept, for a question is often asked again. */
export interface QueryVectors {
  /**
   * @param language BCP 47 tag of the text, where it is known
   * @returns undefined when the model makes no sense of the language
   * @throws what `Embedder.embed` throws.
   */
  of(text: string, signal: AbortSignal, language?: string): Promise<QueryVector | undefined>;
}

export function queryVectors(embedder: Embedder): QueryVectors {
  const known = new LRUCache<string, QueryVector>({ max: MAX_KEPT });
  return {
    async of(text, signal, language) {
      if (!readsLanguage(embedder.model, language)) return undefined;
      const key = text.trim().toLowerCase();
      let vector = known.get(key);
      if (!vector) {
        const [made] = await embedder.embed([text], signal);
        vector = { model: embedder.model, values: Array.from(made ?? []) };
      }
      known.set(key, vector);
      return vector;
    },
  };
}
