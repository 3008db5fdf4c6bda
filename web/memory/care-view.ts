import { html, nothing } from 'lit';
import type { Status } from './api.js';
import './backups.js';
import './erase.js';
import './files.js';
import { bytesText } from './format.js';
import './keeping.js';
import './maintenance.js';
import { KIND_KEYS, onView, View } from './view.js';

/** How the memory is: what it holds, how it is tidied, taken along, and made to forget. */
export class CareView extends View {
  static override properties = { ...View.properties, status: { state: true } };
  declare status: Status | undefined;

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
    const backups = html`<memory-backups
      .language=${this.language}
      .client=${this.client}
      
    ></memory-backups>`;
    // A damaged store has nothing to tell but that.
    if (!status) {
      return html`<h2>${this.t('care')}</h2>
        ${this.busy ? this.loading() : nothing}
        <div class="care">${backups}</div>`;
    }
    return html`<h2>${this.t('care')}</h2>
      <div class="care">
        ${this.#holds(status)} ${backups}
        <memory-files
          .language=${this.language}
          .client=${this.client}
          @imported=${() => this.load()}
        ></memory-files>
        <memory-keeping .language=${this.language} .client=${this.client} .status=${status}></memory-keeping>
        <memory-maintenance .language=${this.language} .client=${this.client}></memory-maintenance>
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
      ${waiting > 0 ? html`<p class="count">${this.t('waiting', { count: waiting })}</p>` : nothing}
    </section>`;
  }
}

customElements.define('memory-care', CareView);
