import { html, nothing, type TemplateResult } from 'lit';
import { LANGUAGE_NAMES, LANGUAGES, type Language, translate } from '../strings.js';
import { icon } from './icons.js';

/** The sign of the house, which stands before the name of a page. */
export const MARK = html`<svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
  <path class="mark-outer" d="M4 16A12 12 0 0 1 16 4M28 16a12 12 0 0 1-12 12" />
  <path class="mark-inner" d="M9 16a7 7 0 0 1 7-7M23 16a7 7 0 0 1-7 7" />
  <circle class="mark-core" cx="16" cy="16" r="3.5" />
</svg>`;

/** The choice of the page's language; `label` is the word for it. */
export function languageChoice(now: Language, label: string, choose: (language: Language) => void): TemplateResult {
  return html`<label class="choice choice-language">
    <span>${label}</span>
    <select
      id="language"
      @change=${(event: Event) => {
        const language = LANGUAGES.find(
          (known) => event.target instanceof HTMLSelectElement && known === event.target.value,
        );
        if (language) choose(language);
      }}
    >
      ${LANGUAGES.map(
        (language) => html`<option value=${language} lang=${language} .selected=${language === now}>
          ${LANGUAGE_NAMES[language]}
        </option>`,
      )}
    </select>
  </label>`;
}

const PICTURES = { jarvis: 'microphone', memory: 'memory', editor: 'flow' } as const;

/** Links to the other pages that there are. */
export function otherPages(
  language: Language,
  pages: readonly (readonly [page: keyof typeof PICTURES, href: string | undefined])[],
): TemplateResult | typeof nothing {
  const there = pages.filter(([, href]) => href !== undefined);
  if (there.length === 0) return nothing;
  return html`<nav class="pages" aria-label=${translate(language, 'otherPages')}>
    ${there.map(([page, href]) => {
      const name = translate(language, page);
      return html`<a href=${href} title=${name}>${icon(PICTURES[page])}<span>${name}</span></a>`;
    })}
  </nav>`;
}
