import { html, nothing, type PropertyValues } from 'lit';
import { fetchLinks, type Links } from '../links.js';
import { languageChoice, MARK, otherPages } from '../parts/brand.js';
import { icon } from '../parts/icons.js';
import { loadSettings, type Settings, saveSettings } from '../settings.js';
import type { Language } from '../strings.js';
import { ApiError, adminRoot, Client, type Status } from './api.js';
import './ask.js';
import type { Ask } from './ask.js';
import './care-view.js';
import './diary-view.js';
import './facts-view.js';
import type { Files } from './files.js';
import './graph-view.js';
import './history-view.js';
import { knowRooms } from './places.js';
import { problemDetail, problemOf } from './problems.js';
import './search-view.js';
import type { MemoryKey } from './strings.js';
import './turns-view.js';
import { watchTyping } from './unsaved.js';
import { onView, View } from './view.js';

const TABS = ['search', 'diary', 'graph', 'facts', 'turns', 'history', 'care'] as const;
type Tab = (typeof TABS)[number];
/** How long the page tells what was done, in milliseconds. */
const TOLD_MS = 8_000;

/** The memory page: its tabs, who may see it, what went wrong, and what it asks before it erases. */
export class MemoryPage extends View {
  static override properties = {
    ...View.properties,
    settings: { state: true },
    place: { state: true },
    status: { state: true },
    locked: { state: true },
    problem: { state: true },
    told: { state: true },
    links: { state: true },
  };
  declare settings: Settings;
  declare place: { tab: Tab; item: string };
  declare status: Status | undefined;
  /** Nobody is logged in. */
  declare locked: boolean;
  /** What was thrown. */
  declare problem: unknown;
  declare told: string;
  declare links: Links;
  #toldTimer: ReturnType<typeof setTimeout> | undefined;
  /** Of the place that is shown. */
  #hash = location.hash;
  readonly #hasWords = watchTyping(this);

  constructor() {
    super();
    this.settings = loadSettings();
    this.links = {};
    this.language = this.settings.language;
    this.place = placeOf(this.#hash);
    this.client = new Client(adminRoot(location.href), new URL(location.href).searchParams.get('store') ?? '');
    onView(this, 'problem', (thrown) => this.#failed(thrown));
    onView(this, 'solved', () => {
      this.problem = undefined;
    });
    onView(this, 'told', (text) => this.#tell(text));
    onView(this, 'ask', (question) => this.querySelector<Ask>('memory-ask')?.ask(question));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('hashchange', this.#moved);
    window.addEventListener('beforeunload', this.#leaving);
    window.addEventListener('focus', this.#back);
    void fetchLinks(location.href).then((links) => {
      this.links = links;
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('hashchange', this.#moved);
    window.removeEventListener('beforeunload', this.#leaving);
    window.removeEventListener('focus', this.#back);
  }

  protected override load(): void {
    void this.attempt(async () => {
      this.status = await this.client.get('status');
      knowRooms(this.status.rooms);
      this.locked = false;
      this.problem = undefined;
    });
  }

  override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (changed.has('settings')) {
      this.language = this.settings.language;
      document.documentElement.lang = this.language;
    }
    if (changed.has('settings') || changed.has('place')) {
      document.title = `Jarvis – ${this.t('title')}: ${this.t(this.place.tab)}`;
    }
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('place')) {
      this.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
    }
  }

  protected override render() {
    const problem =
      this.problem === undefined ? undefined : problemOf(this.language, this.problem, this.client.root.pathname);
    return html`
      <header class="page-head memory-head">
        <h1>
          ${MARK}
          ${this.t('title')}
        </h1>
        ${this.#stores()}
        ${otherPages(this.language, [
          ['jarvis', './'],
          ['editor', this.links.editor],
        ])}
        ${languageChoice(this.language, this.t('language'), (language) => this.#speak(language))}
      </header>
      <nav class="tabs" aria-label=${this.t('parts')} @focusin=${wholly}>
        ${TABS.map(
          (tab) => html`<a href="#${tab}" aria-current=${tab === this.place.tab ? 'page' : nothing}>${this.t(tab)}</a>`,
        )}
      </nav>
      <div class="notices" role="alert">
        ${
          problem
            ? html`<div class="notice" data-level="error">
                ${icon('warning')}
                <p>${problem.words} ${problemDetail(problem)}</p>
                <button class="button" type="button" @click=${() => this.#again()}>${this.t('again')}</button>
                <button
                  class="round quiet"
                  type="button"
                  aria-label=${this.t('dismiss')}
                  @click=${() => {
                    this.problem = undefined;
                  }}
                >
                  ${icon('dismiss')}
                </button>
              </div>`
            : nothing
        }
      </div>
      <main class="memory" data-tab=${this.place.tab}>
        ${this.locked ? this.#login() : nothing}
        <!-- What is being written stays there while somebody logs in again. -->
        <div ?hidden=${this.locked}>${this.#view()}</div>
      </main>
      <p class="told" role="status">${this.told ? html`<span>${icon('done')}${this.told}</span>` : nothing}</p>
      <memory-ask .language=${this.language}></memory-ask>
    `;
  }

  #view() {
    const { language, client } = this;
    switch (this.place.tab) {
      case 'search':
        return html`<memory-search .language=${language} .client=${client}></memory-search>`;
      case 'diary':
        return html`<memory-diary .language=${language} .client=${client}></memory-diary>`;
      case 'graph':
        return html`<memory-graph .language=${language} .client=${client}></memory-graph>`;
      case 'facts':
        return html`<memory-facts .language=${language} .client=${client}></memory-facts>`;
      case 'turns':
        return html`<memory-turns .language=${language} .client=${client} .chosen=${this.place.item}></memory-turns>`;
      case 'history':
        return html`<memory-history .language=${language} .client=${client}></memory-history>`;
      case 'care':
        return html`<memory-care .language=${language} .client=${client}></memory-care>`;
    }
  }

  #login() {
    return html`<section class="card login">
      <h2>${this.t('loginTitle')}</h2>
      <p>${this.t('loginWhy')}</p>
      <p class="actions">
        <a class="button primary" href=${this.client.root.pathname}>${this.t('openEditor')}</a>
        <button class="button" type="button" @click=${() => this.#again()}>${this.t('again')}</button>
      </p>
    </section>`;
  }

  #stores() {
    const stores = this.status?.stores ?? [];
    if (stores.length < 2) return html`<span class="fill"></span>`;
    return html`<label class="choice fill"
      ><span>${this.t('store')}</span>
      <select
        id="store"
        @change=${(event: Event) => {
          if (event.target instanceof HTMLSelectElement) {
            this.client = new Client(this.client.root, event.target.value);
          }
        }}
      >
        ${stores.map(({ id, name }) => html`<option value=${id} .selected=${id === this.status?.store}>${name}</option>`)}
      </select>
    </label>`;
  }

  #failed(thrown: unknown): void {
    if (thrown instanceof ApiError && thrown.code === 'login') this.locked = true;
    else this.problem = thrown;
  }

  #tell(text: string): void {
    this.problem = undefined;
    this.told = text;
    clearTimeout(this.#toldTimer);
    this.#toldTimer = setTimeout(() => {
      this.told = '';
    }, TOLD_MS);
  }

  /** Everything is asked anew. */
  #again(): void {
    this.problem = undefined;
    this.locked = false;
    this.client = new Client(this.client.root, this.client.store);
  }

  #speak(language: Language): void {
    this.settings = { ...this.settings, language };
    saveSettings(this.settings);
  }

  /** Another place was asked for, by a link or the browser's buttons: the address has changed already. */
  readonly #moved = async (): Promise<void> => {
    const { hash } = location;
    if (hash === this.#hash) return;
    const lost = this.#lost();
    if (lost && !(await this.confirm(this.t('askLeave'), this.t(lost), this.t('leave')))) {
      history.replaceState(null, '', this.#hash || '#');
      return;
    }
    this.#hash = hash;
    this.place = placeOf(hash);
    this.problem = undefined;
    window.scrollTo(0, 0);
  };

  /** The browser asks in words of its own. */
  readonly #leaving = (event: Event): void => {
    if (this.#lost()) event.preventDefault();
  };

  /** What would be lost where the person leaves. */
  #lost(): MemoryKey | undefined {
    if (this.#hasWords()) return 'wordsLost';
    return this.querySelector<Files>('memory-files')?.moving ? 'fileLost' : undefined;
  }

  /** The person may have logged in to the editor meanwhile. */
  readonly #back = (): void => {
    if (this.locked) this.#again();
  };
}

/** A browser scrolls to what has the focus only where none of it is in sight; half a tab is none to read. */
function wholly({ target }: Event): void {
  if (target instanceof Element) target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** "#turns/abc" is the turn abc. */
function placeOf(hash: string): { tab: Tab; item: string } {
  const [name = '', ...rest] = hash.slice(1).split('/');
  const tab = TABS.find((known) => known === name) ?? 'search';
  try {
    return { tab, item: decodeURIComponent(rest.join('/')) };
  } catch {
    return { tab, item: '' };
  }
}

customElements.define('memory-page', MemoryPage);
