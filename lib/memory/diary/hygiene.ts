import { languagesWith } from '../../language/folders.js';
import { patternOfAll, textsOf } from '../../language/word-lists.js';

/*
 * Sentences in which a summary tells what the assistant couldn't do. Read again, they teach a model to fail in the same
 * way: they go. What people couldn't do stays.
 */

const of = (entry: string) => patternOfAll('excuses', entry);

/** Who fails, and what failing looks like, by language. A person's assistant and a heating system are somebody else. */
const DEFLECTIONS: readonly RegExp[] = languagesWith('excuses.json')
  .map((tag) => textsOf(tag, 'excuses'))
  .map(({ who, fails }) => new RegExp(`(?<![\\p{L}\\p{N}'’])(?:${who})(?: (?:${of('adverb')}))?,? (?:${fails})`, 'iu'));

/** "As an AI …", said by the model itself. */
const OWN_EXCUSE = new RegExp(`^(?:${of('own')})`, 'iu');

/** What people did about it is worth keeping. */
const GOES_ON = new RegExp(
  `[,;]\\s.*(?<!\\p{L})(?:${of('people')})(?!\\p{L})|(?<!\\p{L})(?:${of('so')})(?!\\p{L})`,
  'iu',
);

const CONNECTORS = of('connectors');
/** What joins the end of a sentence to the rest. */
const BEFORE_IT = new RegExp(`[\\s,;:–—-]*(?<!\\p{L})(?:${CONNECTORS})?[\\s,]*$`, 'iu');
const ABOUT_ASSISTANT = new RegExp(`(?:${of('assistant')}).*(?<!\\p{L})(?:${CONNECTORS}) $`, 'isu');
/** "It" and "he" are somebody else more often than not: alone, without anybody named before, they prove nothing. */
const PRONOUN = new RegExp(`^(?:${of('pronoun')})\\b`, 'iu');

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The sentences of a text, in order, each with the space after it. */
export function sentencesOf(text: string): string[] {
  return [...sentences.segment(text)].map(({ segment }) => segment);
}

/**
 * The summary without the sentences, and the ends of sentences, that tell what the assistant couldn't do. Empty when there was nothing else in it. A sentence that goes on about a person
 * is left as it is.
 */
export function cleanSummary(text: string): string {
  const cleaned = sentencesOf(text)
    .map(cleanSentence)
    .join('')
    .replace(/[ \t]{2,}/g, ' ')
    .trim();
  // What stood around a sentence that went may be one sentence now.
  return cleaned.length < text.length ? cleanSummary(cleaned) : cleaned;
}

/** True for an answer that is the model's own excuse instead of a summary. */
export function isExcuse(text: string): boolean {
  return OWN_EXCUSE.test(text.trim());
}

function cleanSentence(sentence: string): string {
  if (isExcuse(sentence)) return '';
  const found = DEFLECTIONS.map((pattern) => pattern.exec(sentence)).filter((match) => match !== null);
  const certain = found.find(([words]) => !PRONOUN.test(words)) ?? found.find(isEnd(sentence));
  if (!certain) return sentence;
  const before = sentence.slice(0, certain.index);
  const after = sentence.slice(certain.index + certain[0].length);
  if (GOES_ON.test(after)) return sentence;
  const kept = before.replace(BEFORE_IT, '').trim();
  // "Unfortunately," and "When asked," are no sentences.
  return kept.split(/\s+/).length < 3 ? '' : `${kept}. `;
}

/** "The assistant looked, but it could not": the end of a sentence that is about the assistant. */
function isEnd(sentence: string): (match: RegExpExecArray) => boolean {
  return ({ index }) => ABOUT_ASSISTANT.test(sentence.slice(0, index));
}
