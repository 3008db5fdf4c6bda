import { html, nothing } from 'lit';
import { icon } from '../parts/icons.js';
import { bytesText } from './format.js';
import type { Way } from './sending.js';
import { View } from './view.js';

/** A type that no form can send. */
const LINES_TYPE = 'application/x-ndjson';

type Action = 'export' | 'import';

/** The memory as a file, and back: each with how far it is, to be cancelled. Tells `imported`. */
export class Files extends View {
  static override properties = { ...View.properties, moving: { state: true }, cancelled: { state: true } };
  /** The file on its way, in bytes; nobody knows beforehand how long an export becomes. */
  declare moving: { action: Action; done: number; total?: number } | undefined;
  declare cancelled: Action | undefined;
  #cancel = new AbortController();

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#cancel.abort();
  }

  protected override render() {
    return html`<section class="card">
      <h3>${this.t('export')}</h3>
      <p class="why">${this.t('exportWhy')}</p>
      <button class="button" type="button" ?disabled=${this.moving !== undefined} @click=${() => this.#export()}>
        ${icon('download')}${this.t('export')}
      </button>
      ${this.#state('export')}
      <h3>${this.t('import')}</h3>
      <p class="why">${this.t('importWhy')}</p>
      <form
        class="row"
        @submit=${(event: Event) => {
          event.preventDefault();
          void this.#import(event.target);
        }}
      >
        <label class="field"
          ><span>${this.t('importFile')}</span
          ><input name="file" type="file" accept=".jsonl,.ndjson,.txt,application/x-ndjson" required
        /></label>
        <button class="button" type="submit" ?disabled=${this.moving !== undefined}>
          ${icon('upload')}${this.t('import')}
        </button>
      </form>
      ${this.#state('import')}
    </section>`;
  }

  #state(action: Action) {
    const { moving } = this;
    if (moving?.action !== action) {
      const why = action === 'export' ? 'exportCancelled' : 'importCancelled';
      return this.cancelled === action ? html`<p class="count" role="status">${this.t(why)}</p>` : nothing;
    }
    const { done, total } = moving;
    const size = (bytes: number) => bytesText(this.language, bytes);
    const name = this.t(action);
    return html`<progress aria-label=${name} max=${total ?? nothing} .value=${total ? done : nothing}></progress>
      <div class="moving">
        <span class="count">${total === undefined ? size(done) : this.t('ofTotal', { done: size(done), total: size(total) })}</span>
        <button
          class="button"
          type="button"
          aria-label=${this.t('cancelOf', { name })}
          @click=${() => this.#cancel.abort()}
        >
          ${this.t('cancel')}
        </button>
      </div>`;
  }

  async #export(): Promise<void> {
    const file = await this.#move('export', (way) => this.client.download(way));
    if (!file) return;
    const address = URL.createObjectURL(file.content);
    const link = document.createElement('a');
    link.href = address;
    link.download = file.name;
    link.click();
    // The download has begun by then.
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  }

  async #import(form: EventTarget | null): Promise<void> {
    const file = form instanceof HTMLFormElement ? new FormData(form).get('file') : null;
    if (!(form instanceof HTMLFormElement) || !(file instanceof File)) return;
    const done = await this.#move('import', (way) => this.client.upload(file, LINES_TYPE, way), file.size);
    if (done) {
      form.reset();
      this.emit('told', this.t('imported', { count: done.added, kept: done.kept, bad: done.bad }));
    }
    // A part of it may have come in all the same.
    this.dispatchEvent(new CustomEvent('imported'));
  }

  /** @returns undefined where it was cancelled, or failed */
  async #move<T>(action: Action, work: (way: Way) => Promise<T>, total?: number): Promise<T | undefined> {
    this.#cancel = new AbortController();
    const { signal } = this.#cancel;
    const onProgress = (done: number) => {
      this.moving = { action, done, ...(total !== undefined && { total }) };
    };
    this.cancelled = undefined;
    onProgress(0);
    const done = await this.attempt(() =>
      work({ signal, onProgress }).catch((thrown) => {
        if (!signal.aborted) throw thrown;
        this.cancelled = action;
        return undefined;
      }),
    );
    this.moving = undefined;
    return done;
  }
}

customElements.define('memory-files', Files);
