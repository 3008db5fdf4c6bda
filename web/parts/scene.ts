import { html } from 'lit';
import { Device } from './device.js';
import { icon } from './icons.js';

/** A scene or script: a tap sets it off. */
export class Scene extends Device {
  protected override render() {
    const { entity } = this;
    return html`
      <button class="chip" type="button" ?disabled=${this.away} @click=${() => this.command('activate')}>
        ${icon(entity.domain === 'script' ? 'script' : 'scene')}
        <span>${entity.name}</span>
      </button>
    `;
  }
}

customElements.define('jarvis-scene', Scene);
