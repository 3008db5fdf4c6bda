import { html, nothing } from 'lit';
import type { Backups as State } from './api.js';
import { bytesText, momentText } from './format.js';
import { View } from './view.js';

/** The copies of the store; where that is damaged, one button puts the last whole one in its place. Tells `changed`. */
export class Backups extends View {
  static override properties = { ...View.properties, backups: { state: true } };
  declare backups: State | undefined;

  protected override load(): void {
    void this.attempt(async () => {
      this.backups = await this.client.get('backups');
    });
  }

  protected override render() {
    const { backups } = this;
    if (!backups) return nothing;
    const { damaged, list } = backups;
    const [newest] = list;
    return html`<section class="card">
      <h3>${this.t('backups')}</h3>
      <p class="why">${this.t('backupsWhy')}</p>
      ${
        list.length === 0
          ? html`<p class="count">${this.t('noBackups')}</p>`
          : html`<ul>
              ${list.map(({ at, bytes }) => html`<li>${momentText(this.language, at)} (${bytesText(this.language, bytes)})</li>`)}
            </ul>`
      }
      ${
        damaged
          ? html`<p role="alert">${this.t('damaged')}</p>
              <button class="button" type="button" @click=${() => this.#restore()}>
                ${newest ? this.t('restoreFrom', { date: momentText(this.language, newest.at) }) : this.t('beginAnew')}
              </button>`
          : nothing
      }
    </section>`;
  }

  async #restore(): Promise<void> {
    const done = await this.change(() => this.client.post('restore', { confirm: 'restore' }));
    this.load();
    if (!done) return;
    const { at } = done;
    this.emit('told', at === null ? this.t('begunAnew') : this.t('restored', { date: momentText(this.language, at) }));
    this.emit('changed', null);
  }
}

customElements.define('memory-backups', Backups);
