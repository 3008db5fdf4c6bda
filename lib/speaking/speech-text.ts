import { primaryLanguage } from '../language/tags.js';
import { speakAbbreviations } from './speech-abbreviations.js';
import { blocksOf, withoutFormulas, withoutHtml, withoutInlineMarks } from './speech-markup.js';
import { speakNumbers } from './speech-numbers.js';
import { speechWords } from './speech-words.js';

const INVISIBLE = /(?![\n\t])[\p{Cc}\p{Cf}]/gu;
const EMOJI = /[\p{Extended_Pictographic}\u{1f1e6}-\u{1f1ff}\u{1f3fb}-\u{1f3ff}\ufe0e\ufe0f\u20e3\u200d]/gu;
const SMILEY = /(?<=^|\s)[:;]-?[()](?=\s|$)/g;

/**
 * What an assistant writes as text that can be spoken: no markdown, HTML, links, emoji; units, money, dates, times and
 * ranges in words (English, German, French, Spanish; in other languages they stay as written). Linear in the text.
 * @param language BCP 47 tag; English when missing
 */
export function speechText(text: string, language?: string): string {
  const words = speechWords(primaryLanguage(language) || 'en');
  const tidy = text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(INVISIBLE, '')
    .replace(/℃/g, '°C')
    .replace(/℉/g, '°F')
    .replace(/(?<=\p{L})[’´ʼ](?=\p{L})/gu, "'");
  const blocks = blocksOf(withoutFormulas(withoutHtml(tidy)))
    .map((block) => {
      const plain = withoutInlineMarks(block).replace(EMOJI, ' ').replace(SMILEY, ' ').replace(/ {2,}/g, ' ').trim();
      return tidyUp(words ? speakNumbers(speakAbbreviations(plain, words), words) : plain);
    })
    .filter((block) => /[\p{L}\p{N}]/u.test(block));
  if (blocks.length < 2) return blocks[0] ?? '';
  return blocks.map((block) => (/[.!?…:;,]$/.test(block) ? block : `${block}.`)).join(' ');
}

/** Leftover marks, doubled punctuation and spaces. */
function tidyUp(text: string): string {
  return text
    .replace(/[`*_~^\\|<>{}[\]#"“”„«»‹›=]|(?![°%])[\p{So}\p{Sk}]/gu, (sign) => (sign === '|' ? ', ' : ' '))
    .replace(/\(\s?\)/g, ' ')
    .replace(/\( /g, '(')
    .replace(/ (?:--+|[–—]) |--+|—/g, ', ')
    .replace(/–/g, '-')
    .replace(/…|\.{3,}/g, '…')
    .replace(/([!?])[!?]+/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[)]|[,.;:!?…](?: |$))/g, '')
    .replace(/,(?:,| ,)+/g, ',')
    .replace(/^[,;:.!?… -]+(?= )/, '')
    .trim();
}
