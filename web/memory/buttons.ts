import { html, type TemplateResult } from 'lit';
import { type IconName, icon } from '../parts/icons.js';

/** A button beside a text: what it does is seen, what it does it to is only said. */
export function quietButton({
  picture,
  text,
  label,
  press,
  danger = false,
}: {
  picture: IconName;
  text: string;
  /** For screen readers, with the name of what it is about. */
  label: string;
  press(): void;
  danger?: boolean;
}): TemplateResult {
  return html`<button class="button quiet ${danger ? 'danger' : ''}" type="button" aria-label=${label} @click=${press}>
    ${icon(picture)}${text}
  </button>`;
}

/** Links to the conversations that something came from. */
export function turnLinks(turns: readonly string[], name: (n: number) => string, label: string): TemplateResult {
  return html`<details class="sources">
    <summary>${label} (${turns.length})</summary>
    <ul>
      ${turns.map((turn, n) => html`<li><a class="link" href="#turns/${encodeURIComponent(turn)}">${name(n + 1)}</a></li>`)}
    </ul>
  </details>`;
}
