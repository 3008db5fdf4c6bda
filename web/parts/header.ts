import { html } from 'lit';
import type { Links } from '../links.js';
import type { StringKey } from '../strings.js';
import type { Room } from '../wire/messages.js';
import type { Connection } from '../wire/socket.js';
import { languageChoice, MARK, otherPages } from './brand.js';
import { icon } from './icons.js';
import { Part } from './part.js';
import './turns.js';

const CONNECTION_KEYS: Record<Connection, StringKey> = {
  connecting: 'connecting',
  open: 'connected',
  lost: 'disconnected',
  refused: 'disconnected',
  taken: 'disconnected',
  occupied: 'disconnected',
  unheard: 'disconnected',
};

/** Name, connection, and the two choices of this browser: its room and its language. */
export class Header extends Part {
  static override properties = {
    connection: { attribute: false },
    rooms: { attribute: false },
    area: { attribute: false },
    links: { attribute: false },
  };
  declare connection: Connection;
  declare rooms: readonly Room[];
  declare area: string | null;
  /** The other pages that there are. */
  declare links: Links;

  protected override render() {
    return html`
      <header class="page-head">
        <a class="skip" href="#say">${this.t('skip')}</a>
        <h1>
          ${MARK}
          Jarvis
        </h1>
        <span id="connection" class="connection" role="status" data-state=${this.connection}>
          <span>${this.t(CONNECTION_KEYS[this.connection])}</span>
        </span>
        <jarvis-turns .language=${this.language}></jarvis-turns>
        ${otherPages(this.language, [
          ['memory', this.links.memory],
          ['editor', this.links.editor],
        ])}
        <label class="choice">
          ${icon('pin')}<span>${this.t('room')}</span>
          <select id="area" @change=${(event: Event) => this.emit('area', chosen(event) || null)}>
            <option value="" .selected=${this.area === null}>${this.t('noRoom')}</option>
            ${this.rooms.map(
              ({ id, name }) => html`<option value=${id} .selected=${id === this.area}>${name}</option>`,
            )}
          </select>
        </label>
        ${languageChoice(this.language, this.t('language'), (language) => this.emit('language', language))}
      </header>
    `;
  }
}

function chosen(event: Event): string {
  return event.target instanceof HTMLSelectElement ? event.target.value : '';
}

customElements.define('jarvis-header', Header);
