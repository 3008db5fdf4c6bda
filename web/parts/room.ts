import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Entity } from '../wire/messages.js';
import './climate.js';
import './cover.js';
import { icon } from './icons.js';
import './light.js';
import './lock.js';
import './media.js';
import { Part } from './part.js';
import './scene.js';
import './sensor.js';
import './switch.js';

/** Tiles come in this order; sensors and scenes stand below them. */
const ORDER = ['light', 'switch', 'fan', 'cover', 'lock', 'climate', 'media_player'];
const CHIPS = ['scene', 'script'];

/** A room and its devices. */
export class Room extends Part {
  static override properties = {
    name: { attribute: false },
    here: { type: Boolean },
    entities: { attribute: false },
  };
  declare name: string;
  /** This browser stands in it. */
  declare here: boolean;
  declare entities: readonly Entity[];

  protected override render() {
    const tiles = ORDER.flatMap((domain) => this.entities.filter((entity) => entity.domain === domain));
    const chips = this.entities.filter(({ domain }) => CHIPS.includes(domain));
    const readings = this.entities.filter(({ domain }) => !ORDER.includes(domain) && !CHIPS.includes(domain));
    const count = tiles.filter(({ state }) => state === 'on' || state === 'playing').length;
    return html`
      <section class="room" aria-label=${this.name}>
        <header>
          <h3>${this.name}</h3>
          ${this.here ? html`<span class="room-here">${icon('pin')}${this.t('here')}</span>` : nothing}
          ${count > 0 ? html`<span class="room-count">${this.t('countOn', { count })}</span>` : nothing}
        </header>
        ${this.#group('tiles', tiles)}${this.#group('readings', readings)}${this.#group('chips', chips)}
      </section>
    `;
  }

  #group(name: string, entities: Entity[]) {
    if (entities.length === 0) return nothing;
    return html`<div class=${name}>
      ${repeat(
        entities,
        ({ id }) => id,
        (entity) => this.#device(entity),
      )}
    </div>`;
  }

  #device(entity: Entity): TemplateResult {
    const { language } = this;
    switch (entity.domain) {
      case 'light':
        return html`<jarvis-light .language=${language} .entity=${entity}></jarvis-light>`;
      case 'switch':
      case 'fan':
        return html`<jarvis-switch .language=${language} .entity=${entity}></jarvis-switch>`;
      case 'climate':
        return html`<jarvis-climate class="wide" .language=${language} .entity=${entity}></jarvis-climate>`;
      case 'cover':
        return html`<jarvis-cover .language=${language} .entity=${entity}></jarvis-cover>`;
      case 'lock':
        return html`<jarvis-lock .language=${language} .entity=${entity}></jarvis-lock>`;
      case 'media_player':
        return html`<jarvis-media class="wide" .language=${language} .entity=${entity}></jarvis-media>`;
      case 'scene':
      case 'script':
        return html`<jarvis-scene .language=${language} .entity=${entity}></jarvis-scene>`;
      default:
        return html`<jarvis-sensor .language=${language} .entity=${entity}></jarvis-sensor>`;
    }
  }
}

customElements.define('jarvis-room', Room);
