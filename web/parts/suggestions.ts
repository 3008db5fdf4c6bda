import { html, type TemplateResult } from 'lit';
import type { StringKey } from '../strings.js';

const SUGGESTIONS = ['try1', 'try2', 'try3', 'try4'] as const satisfies StringKey[];

/** What one could say, each to be tapped; `labelledBy` is the id of the words above them. */
export function suggestions(
  t: (key: StringKey) => string,
  labelledBy: string,
  say: (text: string) => void,
): TemplateResult {
  return html`<ul aria-labelledby=${labelledBy}>
    ${SUGGESTIONS.map(
      (key) => html`<li>
        <button class="chip" type="button" data-suggestion @click=${() => say(t(key))}>${t(key)}</button>
      </li>`,
    )}
  </ul>`;
}
