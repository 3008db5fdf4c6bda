import type { CallTexts, Decision, Span } from '../../lib/turn/trace-types.js';
import { element } from './dom.js';
import type { Language } from './languages.js';
import { named, timeText, words } from './strings.js';

/** Attributes of a span that have a place of their own, or say nothing to people. */
const TOLD = new Set([
  ...['stage', 'start', 'ms', 'error', 'node', 'fast', 'context', 'asked', 'answer'],
  ...['promptTokens', 'reusedTokens', 'answerTokens', 'promptMs'],
]);
const MAX_DEPTH = 4;
const MAX_LISTED = 60;

/** "812 in (760 cached), 45 out"; empty where the server tells nothing. */
export function tokensText(
  language: Language,
  { promptTokens, reusedTokens, answerTokens }: Readonly<Record<string, unknown>>,
): string {
  const count = (value: number) => new Intl.NumberFormat(language).format(value);
  const given = (key: 'tokensIn' | 'tokensCached' | 'tokensOut', value: unknown) =>
    typeof value === 'number' ? words(language, key, { count: count(value) }) : '';
  const cached = given('tokensCached', reusedTokens);
  const prompt = given('tokensIn', promptTokens) + (cached && ` (${cached})`);
  return [prompt, given('tokensOut', answerTokens)].filter((text) => text !== '').join(', ');
}

/** What a model was asked and what it answered. */
export function callParts(language: Language, span: Span, texts: CallTexts | undefined): HTMLElement[] {
  const parts: HTMLElement[] = [];
  const tokens = tokensText(language, span);
  const took = typeof span['promptMs'] === 'number' ? timeText(language, span['promptMs']) : '';
  const read = took && words(language, 'promptTook', { time: took });
  const counted = tokens && `${words(language, 'tokens')}: ${tokens}`;
  if (tokens || read) parts.push(element('p', {}, [counted, read].filter((text) => text !== '').join(' · ')));
  if (read && span['reusedTokens'] === undefined)
    parts.push(element('p', { className: 'wf-note' }, words(language, 'cacheUnknown')));
  if (!texts) {
    // A stored trace keeps their beginnings.
    if (typeof span['answer'] === 'string' && span['answer'] !== '')
      parts.push(element('h6', {}, words(language, 'answer')), element('pre', {}, span['answer']));
    return parts;
  }
  const characters = texts.prompt.reduce((sum, { content }) => sum + content.length, 0);
  const about = { messages: texts.prompt.length, characters };
  parts.push(
    element(
      'details',
      { 'data-keep': 'prompt' },
      element('summary', {}, words(language, 'prompt', about)),
      ...texts.prompt.flatMap(({ role, content }) => [
        element('span', { className: 'wf-role' }, role),
        element('pre', {}, content),
      ]),
      texts.tools.length > 0 && element('span', { className: 'wf-role' }, words(language, 'offered')),
      texts.tools.length > 0 && element('pre', {}, texts.tools.join(', ')),
    ),
  );
  if (texts.answer) parts.push(element('h6', {}, words(language, 'answer')), element('pre', {}, texts.answer));
  return parts;
}

/** What a stage decided. */
export function decisionParts(language: Language, decisions: readonly Decision[]): HTMLElement[] {
  return decisions.flatMap(({ part, value }) => [
    element('h6', {}, named(language, 'part', part)),
    valueElement(language, value, 0),
  ]);
}

/** What else a span says of itself: its engine, why it did nothing, how many it found. */
export function attributesOf(language: Language, span: Span): HTMLElement | undefined {
  const rest = Object.entries(span).filter(([name, value]) => !TOLD.has(name) && value !== undefined && value !== '');
  return rest.length > 0 ? valueElement(language, Object.fromEntries(rest), 0) : undefined;
}

/** Any JSON as lists that can be read aloud. */
function valueElement(language: Language, value: unknown, depth: number): HTMLElement {
  if (typeof value === 'boolean') return element('span', {}, words(language, value ? 'yes' : 'no'));
  if (typeof value === 'number')
    return element('span', {}, new Intl.NumberFormat(language, { maximumFractionDigits: 3 }).format(value));
  if (typeof value === 'string') return element('span', { className: 'wf-text' }, value || '""');
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0)
    return element('span', { className: 'wf-note' }, words(language, 'nothing'));
  if (depth >= MAX_DEPTH) return element('code', {}, JSON.stringify(value));
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item === 'string' && item.length < 30))
      return element('span', { className: 'wf-text' }, value.join(', '));
    const items = value.slice(0, MAX_LISTED).map((item) => element('li', {}, valueElement(language, item, depth + 1)));
    return element('ul', {}, ...items, value.length > MAX_LISTED && element('li', {}, `+${value.length - MAX_LISTED}`));
  }
  const lines = Object.entries(value).flatMap(([name, inner]) => [
    element('dt', {}, name),
    element('dd', {}, valueElement(language, inner, depth + 1)),
  ]);
  return element('dl', {}, ...lines);
}
