import { html, type PropertyValues } from 'lit';
import { Part } from './part.js';

/** Milliseconds for which a chosen value stands although the device hasn't got there yet. */
const HOLD = 4000;

/** A slider in percent. Tells the chosen value by a `set` event once the person lets go. */
export class Slider extends Part {
  static override properties = {
    value: { type: Number },
    label: { attribute: false },
    disabled: { type: Boolean },
    chosen: { state: true },
  };
  declare value: number;
  declare label: string;
  declare disabled: boolean;
  /** What the person has chosen, while the device hasn't followed. */
  declare chosen: number | undefined;
  #hold: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.value = 0;
    this.label = '';
    this.disabled = false;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('value') && this.#hold) this.#release();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#release();
  }

  protected override render() {
    const value = Math.round(this.chosen ?? this.value);
    this.paint('--fill', `${value}%`);
    return html`<input
      type="range"
      min="0"
      max="100"
      step="1"
      aria-label=${this.label}
      aria-valuetext="${value} %"
      .value=${String(value)}
      ?disabled=${this.disabled}
      @input=${(event: Event) => {
        this.#release();
        this.chosen = percentOf(event);
      }}
      @change=${(event: Event) => {
        this.chosen = percentOf(event);
        this.#hold = setTimeout(() => this.#release(), HOLD);
        this.dispatchEvent(new CustomEvent('set', { detail: this.chosen }));
      }}
    />`;
  }

  #release(): void {
    clearTimeout(this.#hold);
    this.#hold = undefined;
    this.chosen = undefined;
  }
}

function percentOf(event: Event): number {
  return event.target instanceof HTMLInputElement ? event.target.valueAsNumber : 0;
}

customElements.define('jarvis-slider', Slider);
