import { html, nothing } from 'lit';
import { Device } from './device.js';
import { icon } from './icons.js';
import './slider.js';
import { stateText } from './values.js';

/** A media player: what is on, play or pause, and how loud. */
export class Media extends Device {
  protected override render() {
    const { entity } = this;
    const playing = entity.state === 'playing';
    const volume = this.number('volume_level');
    const title = [this.text('media_title'), this.text('media_artist')].filter(Boolean).join(' · ');
    const heard = title && (playing || entity.state === 'paused');
    return html`
      <div class="tile">
        <div class="media-top">
          <span class="media-bars" aria-hidden="true"><i></i><i></i><i></i></span>
          <span class="media-words">
            <span class="tile-name">${entity.name}</span>
            <span class="tile-state media-title">${heard ? title : stateText(this.language, entity.state)}</span>
          </span>
          <button
            class="round"
            type="button"
            aria-label=${this.t(playing ? 'pause' : 'play', { name: entity.name })}
            ?disabled=${this.away}
            @click=${() => this.command(playing ? 'pause' : 'play')}
          >
            ${icon(playing ? 'pause' : 'play')}
          </button>
        </div>
        ${
          volume === undefined
            ? nothing
            : html`<jarvis-slider
                .language=${this.language}
                .label=${this.t('volume', { name: entity.name })}
                .value=${Math.round(volume * 100)}
                .disabled=${this.away}
                @set=${({ detail }: CustomEvent<number>) => this.command('set_volume', detail)}
              ></jarvis-slider>`
        }
      </div>
    `;
  }
}

customElements.define('jarvis-media', Media);
