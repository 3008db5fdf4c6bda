import { html, nothing } from 'lit';
import { Device } from './device.js';
import './slider.js';
import { brightnessOf, colourOf, dimmable, stateText } from './values.js';

/** A lamp that hangs from the edge of its tile and shines in its own colour and brightness. */
export class Light extends Device {
  protected override render() {
    const { entity, language } = this;
    const on = entity.state === 'on';
    const brightness = brightnessOf(entity);
    const dims = dimmable(entity);
    this.paint('--glow', colourOf(entity));
    this.paint('--bright', brightness / 100);
    const state = stateText(language, entity.state);
    return html`
      <div class="tile">
        <button
          class="tile-tap"
          type="button"
          role="switch"
          aria-checked=${on}
          ?disabled=${this.away}
          @click=${() => this.command('toggle')}
        >
          <span class="lamp" aria-hidden="true">
            <span class="lamp-cone"></span>
            <svg viewBox="0 0 60 44" focusable="false">
              <path class="lamp-cord" d="M30 0v14" />
              <path class="lamp-shade" d="M25.5 14h9c8.5 2.5 13.5 9 15 18h-39c1.5-9 6.5-15.5 15-18z" />
              <path class="lamp-bulb" d="M22 32.5a8 8 0 0 0 16 0z" />
            </svg>
          </span>
          <span class="tile-name">${entity.name}</span>
          <span class="tile-state">${state}${on && dims ? ` · ${brightness} %` : nothing}</span>
        </button>
        ${
          dims
            ? html`<jarvis-slider
                .language=${language}
                .label=${this.t('brightness', { name: entity.name })}
                .value=${brightness}
                .disabled=${this.away}
                @set=${({ detail }: CustomEvent<number>) => this.command('set_brightness', detail)}
              ></jarvis-slider>`
            : nothing
        }
      </div>
    `;
  }
}

customElements.define('jarvis-light', Light);
