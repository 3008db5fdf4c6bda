import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { icon } from '../parts/icons.js';
import type { Entry, Found } from './api.js';
import './entry.js';
import { midnightOf } from './format.js';
import { type Pages, readPages } from './pages.js';
import { fieldOf, KIND_KEYS, onView, sameEntry, View } from './view.js';

const PAGE = 50;
/** The most that a search by words gives. */
const BEST = 80;
const KINDS = ['diary', 'note', 'fact', 'graph'] as const satisfies Entry['kind'][];

interface Asked {
  q: string;
  from?: number | undefined;
  to?: number | undefined;
  kinds: string;
}

/** Finds entries by words and dates, and says why each was found. */
export class SearchView extends View {
  static override properties = {
    ...View.properties,
    results: { state: true },
    more: { state: true },
    respelled: { state: true },
  };
  declare results: readonly (Entry | Found)[] | undefined;
  declare more: boolean;
  /** What was searched for where the words that were typed are nowhere. */
  declare respelled: string | null;
  #asked: Asked = { q: '', kinds: '' };
  /** How many of the newest are shown. */
  #count = PAGE;

  constructor() {
    super();
    this.respelled = null;
    onView(this, 'changed', () => this.load());
  }

  protected override load(): void {
    const asked = this.#asked;
    void this.attempt(async () => {
      const { q, kinds } = asked;
      // both at once: what was typed is mostly right
      const [{ text }, plain] = await Promise.all([
        q === '' ? { text: null } : this.client.get('search/respelled', { q, kinds }),
        this.#read(asked),
      ]);
      const { rows, more } = text === null ? plain : await this.#read({ ...asked, q: text });
      if (asked !== this.#asked) return;
      this.respelled = text;
      this.results = rows;
      this.more = more;
    });
  }

  protected override render() {
    return html`
      <h2 class="unseen">${this.t('search')}</h2>
      <form
        class="search"
        role="search"
        @submit=${(event: Event) => {
          event.preventDefault();
          this.#search(event.target);
        }}
      >
        <label class="field search-words"
          ><span>${this.t('searchFor')}</span>
          <input name="q" type="search" maxlength="500" autocomplete="off" placeholder=${this.t('searchExample')} />
        </label>
        <label class="field"><span>${this.t('from')}</span><input name="from" type="date" /></label>
        <label class="field"><span>${this.t('to')}</span><input name="to" type="date" /></label>
        <button class="button primary" type="submit">${icon('search')}${this.t('search')}</button>
        <fieldset class="kinds">
          <legend>${this.t('kinds')}</legend>
          ${KINDS.map(
            (kind) => html`<label class="chip"
              ><input type="checkbox" name="kind" value=${kind} checked />${this.t(KIND_KEYS[kind])}</label
            >`,
          )}
        </fieldset>
      </form>
      ${this.#results()}
    `;
  }

  #results() {
    const { results } = this;
    if (!results) return this.busy ? this.loading() : nothing;
    const { q, from, to, kinds } = this.#asked;
    if (results.length === 0) {
      const all = q === '' && from === undefined && to === undefined && kinds === '';
      return html`<p class="empty" role="status">${this.t(all ? 'emptyMemory' : 'nothingFound')}</p>`;
    }
    const count = results.length;
    const words = q === '' ? 'newest' : count < BEST ? 'found' : 'best';
    const told = [
      ...(this.respelled === null ? [] : [this.t('respelled', { text: this.respelled })]),
      this.t(words, { count }),
    ];
    return html`<p class="count" role="status">${told.join(' · ')}</p>
      <ol class="cards" id="results" aria-busy=${this.busy}>
        ${repeat(
          results,
          sameEntry,
          (entry) => html`<li>
            <memory-entry .language=${this.language} .client=${this.client} .entry=${entry}></memory-entry>
          </li>`,
        )}
      </ol>
      ${this.more ? this.olderButton(() => this.#older()) : nothing}`;
  }

  /** Without words, the newest, of which there are always more; with words, the best. */
  async #read({ q, ...where }: Asked): Promise<Pages<Entry | Found>> {
    if (q === '') return await readPages(this.#count, (page) => this.client.get('entries', { ...where, ...page }));
    return { rows: await this.client.get('search', { q, ...where, limit: BEST }), more: false };
  }

  #older(): void {
    this.#count += PAGE;
    this.load();
  }

  #search(form: EventTarget | null): void {
    if (!(form instanceof HTMLFormElement)) return;
    const kinds = new FormData(form).getAll('kind').map(String);
    this.#asked = {
      q: fieldOf(form, 'q'),
      from: midnightOf(fieldOf(form, 'from')),
      // The whole of the last day.
      to: midnightOf(fieldOf(form, 'to'), 1),
      kinds: kinds.length === KINDS.length ? '' : kinds.join(','),
    };
    this.#count = PAGE;
    this.load();
  }
}

customElements.define('memory-search', SearchView);
