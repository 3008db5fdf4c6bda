import { html, nothing } from 'lit';
import { icon } from '../parts/icons.js';
import type { Status } from './api.js';
import './erase.js';
import { bytesText } from './format.js';
import './keeping.js';
import './upkeep.js';
import { KIND_KEYS, onView, View } from './view.js';

/** A type that no form can send. */
const LINES_TYPE = 'application/x-ndjson';

/** How the memory is: what it holds, how it is tidied, taken along, and made to forget. */
export class CareView extends View {
  static override properties = {
    ...View.properties,
    status: { state: true },
    moving: { state: true },
  };
  declare status: Status | undefined;
  /** A file is on its way. */
  declare moving: 'export' | 'import' | undefined;

  constructor() {
    super();
    onView(this, 'changed', () => this.load());
  }

  protected override load(): void {
    void this.attempt(async () => {
      this.status = await this.client.get('status');
    });
  }

  protected override render() {
    const { status } = this;
    if (!status) return html`<h2>${this.t('care')}</h2>${this.busy ? this.loading() : nothing}`;
    return html`<h2>${this.t('care')}</h2>
      <div class="care">
        ${this.#holds(status)} ${this.#files()} 
        <memory-keeping .language=${this.language} .client=${this.client} .status=${status}></memory-keeping>
        <memory-upkeep .language=${this.language} .client=${this.client}></memory-upkeep>
        <memory-erase .language=${this.language} .client=${this.client}></memory-erase>
      </div>`;
  }

  #holds({ entries, bytes, file, vectors, waiting }: Status) {
    const number = (value: number) => value.toLocaleString(this.language);
    const total = Object.values(entries).reduce((sum, count) => sum + count, 0);
    const kinds = Object.keys(entries) as (keyof Status['entries'])[];
    return html`<section class="card">
      <h3>${this.t('holds')}</h3>
      <dl class="numbers">
        ${kinds.map((kind) => html`<dt>${this.t(KIND_KEYS[kind])}</dt><dd>${number(entries[kind])}</dd>`)}
        <dt>${this.t('size')}</dt>
        <dd>${bytesText(this.language, bytes)}</dd>
        <dt>${this.t('file')}</dt>
        <dd class="path">${file}</dd>
        <dt>${this.t('meaning')}</dt>
        <dd>
          ${
            vectors
              ? html`${this.t('ofTotal', { done: number(vectors.done), total: number(total) })} <small>(${vectors.model})</small>`
              : this.t('noVectors')
          }
        </dd>
      </dl>
      ${
        vectors && vectors.done < total
          ? html`<progress aria-label=${this.t('meaning')} max=${total} .value=${vectors.done}></progress>`
          : nothing
      }
      ${waiting > 0 ? html`<p class="count">${this.t('waiting', { count: number(waiting) })}</p>` : nothing}
    </section>`;
  }

  #files() {
    return html`<section class="card">
      <h3>${this.t('export')}</h3>
      <p class="why">${this.t('exportWhy')}</p>
      <button class="button" type="button" ?disabled=${this.moving !== undefined} @click=${() => this.#export()}>
        ${icon('download')}${this.t('export')}
      </button>
      ${this.moving === 'export' ? html`<progress aria-label=${this.t('export')}></progress>` : nothing}
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
      ${this.moving === 'import' ? html`<progress aria-label=${this.t('import')}></progress>` : nothing}
    </section>`;
  }

  async #export(): Promise<void> {
    this.moving = 'export';
    await this.attempt(async () => {
      const { name, content } = await this.client.download();
      const address = URL.createObjectURL(content);
      const link = document.createElement('a');
      link.href = address;
      link.download = name;
      link.click();
      // The download has begun by then.
      setTimeout(() => URL.revokeObjectURL(address), 60_000);
    });
    this.moving = undefined;
  }

  async #import(form: EventTarget | null): Promise<void> {
    const file = form instanceof HTMLFormElement ? new FormData(form).get('file') : null;
    if (!(form instanceof HTMLFormElement) || !(file instanceof File)) return;
    this.moving = 'import';
    const done = await this.attempt(() => this.client.upload(file, LINES_TYPE));
    this.moving = undefined;
    if (!done) return;
    form.reset();
    this.emit('told', this.t('imported', { count: done.added, kept: done.kept, bad: done.bad }));
    this.load();
  }
}

customElements.define('memory-care', CareView);
