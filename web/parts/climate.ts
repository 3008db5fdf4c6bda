import { html, nothing, type PropertyValues } from 'lit';
import { Device } from './device.js';
import { icon } from './icons.js';
import { inWords, stateText } from './values.js';

/** Milliseconds after the last press until the new target is sent. */
const PAUSE = 600;

/** Heating or cooling: a dial with what it is and what it should be. */
export class Climate extends Device {
  static override properties = { wish: { state: true } };
  /** The target being chosen. */
  declare wish: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    // A press that hasn't been sent yet is newer than what the device says.
    if (changed.has('entity') && !this.#timer) this.wish = undefined;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  protected override render() {
    const { entity } = this;
    const current = this.number('current_temperature');
    const target = this.wish ?? this.number('temperature');
    return html`
      <div class="tile climate" data-action=${this.text('hvac_action') || nothing}>
        ${this.#dial(current, target)}
        <div class="climate-words">
          <span class="tile-name">${entity.name}</span>
          <span class="tile-state">${stateText(this.language, this.text('hvac_action') || entity.state)}</span>
        </div>
        <div class="climate-set">
          ${this.#step('cooler', 'minus', -1, target)}
          <output aria-live="polite">${this.t('target', { value: this.#degrees(target) })}</output>
          ${this.#step('warmer', 'plus', 1, target)}
        </div>
      </div>
    `;
  }

  #dial(current: number | undefined, target: number | undefined) {
    return html`
      <div class="dial">
        <svg viewBox="0 0 100 62" aria-hidden="true" focusable="false">
          <path class="dial-track" pathLength="100" d="M10 56a40 40 0 0 1 80 0" />
          <path
            class="dial-now"
            pathLength="100"
            stroke-dasharray="${this.#part(current)} 200"
            d="M10 56a40 40 0 0 1 80 0"
          />
          ${target === undefined ? nothing : this.#mark(target)}
        </svg>
        <span class="dial-value">${this.#degrees(current)}</span>
      </div>
    `;
  }

  /** The knob on the dial where the target lies. */
  #mark(target: number) {
    const angle = Math.PI * (1 - this.#part(target) / 100);
    return html`<svg class="dial-mark" x="0" y="0" viewBox="0 0 100 62">
      <circle cx=${50 + 40 * Math.cos(angle)} cy=${56 - 40 * Math.sin(angle)} r="5" />
    </svg>`;
  }

  #step(label: 'cooler' | 'warmer', image: 'minus' | 'plus', direction: number, target: number | undefined) {
    return html`<button
      class="round"
      type="button"
      aria-label=${this.t(label, { name: this.entity.name })}
      ?disabled=${this.away || target === undefined}
      @click=${() => this.#press(direction, target ?? 0)}
    >
      ${icon(image)}
    </button>`;
  }

  #press(direction: number, target: number): void {
    const [low, high] = this.#range();
    const step = this.number('target_temp_step') ?? 0.5;
    this.wish = Math.max(low, Math.min(high, Math.round((target + direction * step) * 10) / 10));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.wish !== undefined) this.command('set_temperature', this.wish);
    }, PAUSE);
  }

  #range(): [number, number] {
    return [this.number('min_temp') ?? 5, this.number('max_temp') ?? 35];
  }

  /** Where a temperature lies on the dial, in percent. */
  #part(temperature: number | undefined): number {
    const [low, high] = this.#range();
    return temperature === undefined ? 0 : Math.max(0, Math.min(100, ((temperature - low) / (high - low)) * 100));
  }

  #degrees(temperature: number | undefined): string {
    return temperature === undefined ? '–' : `${inWords(this.language, temperature, 1)}°`;
  }
}

customElements.define('jarvis-climate', Climate);
