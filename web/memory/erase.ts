import { html, nothing } from 'lit';
import { icon } from '../parts/icons.js';
import type { Preview } from './api.js';
import { momentText } from './format.js';
import { fieldOf, shortly, View } from './view.js';

/** Of what somebody wants to be forgotten. */
type Wanted = { since: number } | { matching: string };

/** Forgets everything since a moment, or about something: first what would go is shown, then it is asked once more. */
export class Erase extends View {
  static override properties = { ...View.properties, wanted: { state: true }, preview: { state: true } };
  declare wanted: Wanted | undefined;
  declare preview: Preview | undefined;

  protected override render() {
    return html`<section class="card danger-zone">
      <h3>${this.t('forgetSince')}</h3>
      <form class="row" @submit=${(event: Event) => this.#since(event)} @input=${this.#anew}>
        <label class="field"
          ><span>${this.t('from')}</span><input name="from" type="datetime-local" required
        /></label>
        <button class="button" type="submit" ?disabled=${this.busy}>${this.t('show')}</button>
      </form>
      ${this.#shown('since')}
      <h3>${this.t('forgetMatching')}</h3>
      <form class="row" @submit=${(event: Event) => this.#matching(event)} @input=${this.#anew}>
        <label class="field"
          ><span>${this.t('phrase')}</span
          ><input name="phrase" minlength="3" maxlength="200" required autocomplete="off"
        /></label>
        <button class="button" type="submit" ?disabled=${this.busy}>${this.t('show')}</button>
      </form>
      ${this.#shown('matching')}
      ${this.busy ? html`<progress aria-label=${this.t('loading')}></progress>` : nothing}
    </section>`;
  }

  #shown(what: 'since' | 'matching') {
    const { wanted, preview } = this;
    if (!wanted || !preview || !(what in wanted)) return nothing;
    return html`<div class="preview">
      <p role="status">
        ${preview.count === 0 ? this.t(what === 'since' ? 'noneWouldGo' : 'noneMatches') : this.t('wouldGo', { count: this.#count(preview) })}
      </p>
      <ul>
        ${preview.entries
          .slice(0, 5)
          .map(
            (entry) => html`<li><small>${momentText(this.language, entry.at)}</small> ${shortly(entry.text, 120)}</li>`,
          )}
      </ul>
      <button class="button danger" type="button" ?disabled=${this.busy} @click=${() => this.#erase(wanted, preview)}>
        ${icon('bin')}${this.t('eraseNow')}
      </button>
    </div>`;
  }

  #count({ count, more }: Preview): string | number {
    return more ? `${count.toLocaleString(this.language)}+` : count;
  }

  /** What is shown was of other words. */
  readonly #anew = (): void => {
    this.preview = undefined;
  };

  #since(event: Event): void {
    event.preventDefault();
    const since = new Date(fieldOf(event.target, 'from')).getTime();
    if (Number.isNaN(since)) return;
    void this.#look({ since }, () => this.client.get('forget/since', { from: since }));
  }

  #matching(event: Event): void {
    event.preventDefault();
    const matching = fieldOf(event.target, 'phrase');
    void this.#look({ matching }, () => this.client.get('forget/matching', { phrase: matching }));
  }

  async #look(wanted: Wanted, ask: () => Promise<Preview>): Promise<void> {
    this.preview = undefined;
    const preview = await this.attempt(ask);
    this.wanted = wanted;
    this.preview = preview;
  }

  async #erase(wanted: Wanted, preview: Preview): Promise<void> {
    const question = this.t('askErase', { count: this.#count(preview) });
    if (!(await this.confirm(question, this.t('forgetWarning'), this.t('eraseNow')))) return;
    const done = await this.change(() => this.client.post('forget', { ...wanted, confirm: 'forget' }));
    if (!done) return;
    this.wanted = undefined;
    this.preview = undefined;
    this.emit('told', this.t('gone', { count: done.entries, rows: done.rows }));
    this.emit('changed', null);
  }
}

customElements.define('memory-erase', Erase);
