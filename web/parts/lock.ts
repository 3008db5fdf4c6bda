import { html } from 'lit';
import { Device } from './device.js';
import { stateText } from './values.js';

/** A lock: a tap locks or unlocks it. The server asks before it unlocks. */
export class Lock extends Device {
  protected override render() {
    const { entity } = this;
    const locked = entity.state === 'locked' || entity.state === 'locking';
    return html`
      <div class="tile">
        <button
          class="tile-tap"
          type="button"
          role="switch"
          aria-checked=${locked}
          ?disabled=${this.away}
          @click=${() => this.command(locked ? 'unlock' : 'lock')}
        >
          <span class="padlock" aria-hidden="true">
            <svg viewBox="0 0 40 44" focusable="false">
              <path class="padlock-shackle" d="M12 22v-8a8 8 0 0 1 16 0v8" />
              <rect class="padlock-body" x="7" y="20" width="26" height="20" rx="5" />
              <path class="padlock-hole" d="M20 28v5" />
            </svg>
          </span>
          <span class="tile-name">${entity.name}</span>
          <span class="tile-state">${stateText(this.language, entity.state)}</span>
        </button>
      </div>
    `;
  }
}

customElements.define('jarvis-lock', Lock);
