import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Notice } from '../wire/state.js';
import { icon } from './icons.js';
import { Part } from './part.js';

/** What the server, or the page itself, wants the person to know; each can be dismissed. */
export class Notices extends Part {
  static override properties = { notices: { attribute: false } };
  declare notices: readonly Notice[];

  protected override render() {
    return html`<div class="notices" role="status" aria-live="polite">
      ${repeat(
        this.notices,
        ({ key }) => key,
        ({ key, level, text }) => html`<div class="notice" data-level=${level}>
          ${icon(level === 'info' ? 'info' : 'warning')}
          <p>${text}</p>
          <button
            class="round quiet"
            type="button"
            aria-label=${this.t('dismiss')}
            @click=${() => this.emit('dismiss', key)}
          >
            ${icon('dismiss')}
          </button>
        </div>`,
      )}
    </div>`;
  }
}

customElements.define('jarvis-notices', Notices);
