import { primaryLanguage } from '../../language/tags.js';

/** Embedding models that have read English only, by how their names begin. */
const ENGLISH_ONLY =
  /^(?:all-minilm|nomic-embed-text(?!-v2)|mxbai-embed|snowflake-arctic-embed(?!2)|bge-(?:small|base|large)(?!.*zh))/i;

/**
 * Whether a model makes sense of a language. In others the vectors of one that has read English only put the entries
 * that answer behind many that don't: a question in German is nearest to the shortest German texts.
 * @param language BCP 47 tag; undefined where nobody knows, and then it does
 */
export function readsLanguage(model: string, language: string | undefined): boolean {
  const primary = primaryLanguage(language);
  return primary === '' || primary === 'en' || !ENGLISH_ONLY.test(model);
}
