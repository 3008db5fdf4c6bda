import { redact } from '../../turn/redaction.js';
import { headOf } from '../../turn/shorten.js';

/** Makes vectors of texts: near ones mean nearly the same. */
export interface Embedder {
  /** Names the vectors it makes: those of two models are never compared. */
  readonly model: string;
  /**
   * One vector a text, of length 1, all with the same number of dimensions. Of a long text the first 2,000 characters
   * count.
   * @throws JarvisError model-…, library-missing, not-configured, timeout; AbortError.
   */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>;
  close(): Promise<void>;
}

/** Characters of a text that are embedded. */
export const MAX_TEXT = 2_000;

/** What of a text a model is given: no secrets, not too long, and never nothing, which servers answer with no vector. */
export function textToEmbed(text: string): string {
  const clean = redact(text).trim();
  return clean === '' ? '-' : headOf(clean, MAX_TEXT);
}
