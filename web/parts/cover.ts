import { html, nothing } from 'lit';
import { Device } from './device.js';
import { icon } from './icons.js';
import './slider.js';
import { openingOf, stateText } from './values.js';

/** A blind, curtain or door: a window that shows how far it is open. */
export class Cover extends Device {
  protected override render() {
    const { entity } = this;
    const open = openingOf(entity);
    this.paint('--open', open / 100);
    const partly = open > 0 && open < 100;
    const state = stateText(this.language, entity.state);
    return html`
      <div class="tile cover">
        <div class="cover-top">
          <span class="cover-window" aria-hidden="true"><span class="cover-blind"></span></span>
          <span class="cover-buttons">
            ${this.#button('open', 'up', open === 100, () => this.command('open'))}
            ${this.#button('close', 'down', open === 0, () => this.command('close'))}
          </span>
        </div>
        <span class="tile-name">${entity.name}</span>
        <span class="tile-state">${partly ? this.t('openPercent', { value: `${open} %` }) : state}</span>
        ${
          this.number('current_position') === undefined
            ? nothing
            : html`<jarvis-slider
                .language=${this.language}
                .label=${this.t('position', { name: entity.name })}
                .value=${open}
                .disabled=${this.away}
                @set=${({ detail }: CustomEvent<number>) => this.command('set_position', detail)}
              ></jarvis-slider>`
        }
      </div>
    `;
  }

  #button(label: 'open' | 'close', image: 'up' | 'down', there: boolean, press: () => void) {
    return html`<button
      class="round"
      type="button"
      aria-label=${this.t(label, { name: this.entity.name })}
      ?disabled=${this.away || there}
      @click=${press}
    >
      ${icon(image)}
    </button>`;
  }
}

customElements.define('jarvis-cover', Cover);
