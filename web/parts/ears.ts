import { html, nothing, type PropertyValues } from 'lit';
import type { Ears } from '../wire/messages.js';
import { type Model, modelNamed, pullModel } from '../wire/models.js';
import { icon } from './icons.js';
import { Part } from './part.js';

/** How often the progress of a download is asked for. */
const EVERY_MS = 1000;

/** What is missing to be heard, said before the microphone is pressed; a speech model is pulled right here by whoever may. */
export class EarsNote extends Part {
  static override properties = { ears: { attribute: false }, model: { state: true }, asking: { state: true } };
  declare ears: Ears;
  declare model: Model | undefined;
  /** Nothing is known yet of what may be done here. */
  declare asking: boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('ears')) return;
    this.asking = this.ears.model !== '';
    void this.#look();
  }

  async #look(): Promise<void> {
    clearTimeout(this.#timer);
    const { model: name } = this.ears;
    this.model = name === '' ? undefined : await modelNamed(name);
    this.asking = false;
    // When it is there, the server says that nothing is missing any more.
    if (this.model?.state === 'pulling' && this.isConnected)
      this.#timer = setTimeout(() => void this.#look(), EVERY_MS);
  }

  async #pull(name: string): Promise<void> {
    this.asking = true;
    if (await pullModel(name)) return await this.#look();
    this.model = undefined;
    this.asking = false;
  }

  protected override render() {
    const { code, model } = this.ears;
    const why = model !== '' ? 'earsModel' : code === 'stt-unreachable' ? 'earsUnreachable' : 'earsFailed';
    return html`<div id="ears" class="notice ears" data-level="warning" role="status">
      ${icon('warning')}
      <p>${this.t(why)} ${this.#note()}</p>
      ${this.#action()}
    </div>`;
  }

  #note() {
    const { model } = this;
    if (!model) return this.ears.model !== '' && !this.asking ? this.t('earsAsk') : nothing;
    if (model.state === 'pulling') return nothing;
    const size = this.t('earsSize', { size: this.#megabytes(model.bytes), licence: model.licence });
    return model.error ? `${model.error} ${size}` : size;
  }

  #action() {
    const { model, asking } = this;
    if (!model || model.state === 'ready') return nothing;
    if (model.state === 'pulling') {
      const [done, size] = [this.#megabytes(model.done ?? 0), this.#megabytes(model.bytes)];
      const words = this.t('earsPulling', { done, size });
      return html`<progress max=${Math.max(model.bytes, 1)} .value=${model.done ?? 0} aria-label=${model.name}></progress>
        <small>${words}</small>`;
    }
    return html`<button id="pull" type="button" ?disabled=${asking} @click=${() => this.#pull(model.name)}>
      ${this.t('earsPull', { name: model.name })}
    </button>`;
  }

  #megabytes(bytes: number): string {
    return `${(bytes / 1e6).toLocaleString(this.language, { maximumFractionDigits: bytes < 1e7 ? 1 : 0 })} MB`;
  }
}

customElements.define('jarvis-ears', EarsNote);
