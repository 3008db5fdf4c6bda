import { html } from 'lit';
import { Device } from './device.js';
import { icon } from './icons.js';
import { stateText } from './values.js';

/** A switch or a fan: a tap turns it on or off. */
export class Switch extends Device {
  protected override render() {
    const { entity } = this;
    return html`
      <div class="tile">
        <button
          class="tile-tap"
          type="button"
          role="switch"
          aria-checked=${entity.state === 'on'}
          ?disabled=${this.away}
          @click=${() => this.command('toggle')}
        >
          <span class="tile-icon">${icon(entity.domain === 'fan' ? 'fan' : 'plug')}</span>
          <span class="tile-name">${entity.name}</span>
          <span class="tile-state">${stateText(this.language, entity.state)}</span>
        </button>
      </div>
    `;
  }
}

customElements.define('jarvis-switch', Switch);
