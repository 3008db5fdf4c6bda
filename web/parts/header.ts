import { html } from 'lit';
import { LANGUAGE_NAMES, LANGUAGES, type StringKey } from '../strings.js';
import type { Room } from '../wire/messages.js';
import type { Connection } from '../wire/socket.js';
import { Part } from './part.js';

const CONNECTION_KEYS: Record<Connection, StringKey> = {
  connecting: 'connecting',
  open: 'connected',
  lost: 'disconnected',
  refused: 'disconnected',
  taken: 'disconnected',
};

/** Name, connection, and the two choices of this browser: its room and its language. */
export class Header extends Part {
  static override properties = {
    connection: { attribute: false },
    rooms: { attribute: false },
    area: { attribute: false },
  };
  declare connection: Connection;
  declare rooms: readonly Room[];
  declare area: string | null;

  protected override render() {
    return html`
      <header class="page-head">
        <h1>
          <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
            <path class="mark-outer" d="M4 16A12 12 0 0 1 16 4M28 16a12 12 0 0 1-12 12" />
            <path class="mark-inner" d="M9 16a7 7 0 0 1 7-7M23 16a7 7 0 0 1-7 7" />
            <circle class="mark-core" cx="16" cy="16" r="3.5" />
          </svg>
          Jarvis
        </h1>
        <span id="connection" class="connection" role="status" data-state=${this.connection}>
          ${this.t(CONNECTION_KEYS[this.connection])}
        </span>
        <label class="choice">
          <span>${this.t('room')}</span>
          <select id="area" @change=${(event: Event) => this.emit('area', chosen(event) || null)}>
            <option value="" .selected=${this.area === null}>${this.t('noRoom')}</option>
            ${this.rooms.map(
              ({ id, name }) => html`<option value=${id} .selected=${id === this.area}>${name}</option>`,
            )}
          </select>
        </label>
        <label class="choice choice-language">
          <span>${this.t('language')}</span>
          <select
            id="language"
            @change=${(event: Event) => {
              const language = LANGUAGES.find((known) => known === chosen(event));
              if (language) this.emit('language', language);
            }}
          >
            ${LANGUAGES.map(
              (language) => html`<option value=${language} lang=${language} .selected=${language === this.language}>
                ${LANGUAGE_NAMES[language]}
              </option>`,
            )}
          </select>
        </label>
      </header>
    `;
  }
}

function chosen(event: Event): string {
  return event.target instanceof HTMLSelectElement ? event.target.value : '';
}

customElements.define('jarvis-header', Header);
