import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { icon } from '../parts/icons.js';
import type { Entry } from './api.js';
import './fact.js';
import { factOf, inWords } from './fact.js';
import { readPages } from './pages.js';
import { fieldOf, MAX_LENGTHS, sameEntry, View } from './view.js';

const PAGE = 100;

/** What is known for long, by category; each to be corrected or removed. */
export class FactsView extends View {
  static override properties = { ...View.properties, facts: { state: true }, more: { state: true } };
  declare facts: readonly Entry[] | undefined;
  declare more: boolean;

  protected override load(): void {
    void this.attempt(async () => {
      const { rows, more } = await readPages(Math.max(PAGE, this.facts?.length ?? 0), (page) =>
        this.client.get('entries', { kinds: 'fact', ...page }),
      );
      this.facts = rows;
      this.more = more;
    });
  }

  protected override render() {
    return html`<h2>${this.t('facts')}</h2>
      ${this.#adding()} ${this.#list()}`;
  }

  #list() {
    if (!this.facts) return this.busy ? this.loading() : nothing;
    if (this.facts.length === 0) return html`<p class="empty">${this.t('emptyFacts')}</p>`;
    const categories = new Map<string, Entry[]>();
    for (const fact of this.facts) {
      const { category } = factOf(fact);
      const others = categories.get(category);
      if (others) others.push(fact);
      else categories.set(category, [fact]);
    }
    return html`
      <div class="facts">
        ${repeat(
          [...categories].sort(([a], [b]) => a.localeCompare(b)),
          ([category]) => category,
          ([category, facts]) => html`<section class="card">
            <h3>${inWords(category)}</h3>
            <ul>
              ${repeat(
                facts,
                sameEntry,
                (fact) => html`<li class="fact-row">
                  <memory-fact
                    class="fact"
                    .language=${this.language}
                    .client=${this.client}
                    .entry=${fact}
                    @edited=${() => this.load()}
                  ></memory-fact>
                </li>`,
              )}
            </ul>
          </section>`,
        )}
      </div>
      ${this.more ? this.olderButton(() => this.#older()) : nothing}
    `;
  }

  #adding() {
    const field = (name: 'category' | 'key' | 'value') =>
      html`<label class="field"
        ><span>${this.t(name)}</span><input name=${name} required maxlength=${MAX_LENGTHS[name]} autocomplete="off"
      /></label>`;
    return html`<form
      class="card adding"
      @submit=${(event: SubmitEvent) => {
        event.preventDefault();
        void this.#add(event.target);
      }}
    >
      <h3>${this.t('addFact')}</h3>
      ${field('category')} ${field('key')} ${field('value')}
      <button class="button" type="submit">${icon('plus')}${this.t('add')}</button>
    </form>`;
  }

  async #add(form: EventTarget | null): Promise<void> {
    const fact = { category: fieldOf(form, 'category'), key: fieldOf(form, 'key'), value: fieldOf(form, 'value') };
    let done = await this.change(() => this.client.post('facts/put', fact));
    if (done?.done === 'known') {
      const { id, text } = done.entry;
      const detail = `${this.t('knownFact', { text })} ${this.t('canUndo')}`;
      if (!(await this.confirm(this.t('askReplace'), detail, this.t('replace')))) return;
      done = await this.change(() => this.client.post('facts/put', { ...fact, previous: { id, text } }));
    }
    if (!done) return;
    if (form instanceof HTMLFormElement) form.reset();
    this.emit('told', this.t('saved'));
    this.load();
  }

  #older(): void {
    const { facts = [] } = this;
    void this.attempt(async () => {
      // As many again: thousands are a few clicks.
      const { rows, more } = await readPages(
        Math.max(PAGE, facts.length),
        (page) => this.client.get('entries', { kinds: 'fact', ...page }),
        facts.at(-1)?.id,
      );
      this.facts = [...facts, ...rows];
      this.more = more;
    });
  }
}

customElements.define('memory-facts', FactsView);
