import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Entry } from './api.js';
import './entry.js';
import { dayOf, dayText, endOfMonth, monthText } from './format.js';
import { type Pages, readPages } from './pages.js';
import { onView, sameEntry, View } from './view.js';

const PAGE = 30;

/** The diary, newest first, by month and day. */
export class DiaryView extends View {
  static override properties = {
    ...View.properties,
    entries: { state: true },
    more: { state: true },
    waiting: { state: true },
  };
  declare entries: readonly Entry[] | undefined;
  declare more: boolean;
  declare waiting: number;
  #to: number | undefined;

  constructor() {
    super();
    onView(this, 'changed', () => this.load());
  }

  protected override load(): void {
    void this.attempt(async () => {
      const [{ rows, more }, { waiting }] = await Promise.all([
        this.#read(Math.max(PAGE, this.entries?.length ?? 0)),
        this.client.get('status'),
      ]);
      this.entries = rows;
      this.more = more;
      this.waiting = waiting;
    });
  }

  protected override render() {
    return html`
      <div class="bar">
        <h2>${this.t('diary')}</h2>
        <label class="field inline"
          ><span>${this.t('upTo')}</span>
          <input
            type="month"
            max=${dayOf(Date.now()).slice(0, 7)}
            placeholder=${dayOf(Date.now()).slice(0, 7)}
            @change=${(event: Event) => {
              if (!(event.target instanceof HTMLInputElement)) return;
              this.#to = endOfMonth(event.target.value);
              this.entries = undefined;
              this.load();
            }}
          />
        </label>
      </div>
      ${this.waiting > 0 ? html`<p class="count">${this.t('waiting', { count: this.waiting })}</p>` : nothing}
      ${this.#months()}
    `;
  }

  #months() {
    if (!this.entries) return this.busy ? this.loading() : nothing;
    if (this.entries.length === 0) return html`<p class="empty">${this.t('emptyDiary')}</p>`;
    const months = new Map<string, Map<string, Entry[]>>();
    for (const entry of this.entries) {
      const day = dayOfEntry(entry);
      const month = months.get(day.slice(0, 7)) ?? new Map<string, Entry[]>();
      months.set(day.slice(0, 7), month.set(day, [...(month.get(day) ?? []), entry]));
    }
    return html`
      <div class="timeline">
        ${[...months].map(
          ([month, days]) => html`<section aria-label=${monthText(this.language, month)}>
            <h3 class="month">${monthText(this.language, month)}</h3>
            ${[...days].map(
              ([day, entries]) => html`<section class="day">
                <h4>${dayText(this.language, day)}</h4>
                <div class="cards">
                  ${repeat(
                    entries,
                    sameEntry,
                    (entry) => html`<memory-entry
                      plain
                      .language=${this.language}
                      .client=${this.client}
                      .entry=${{ ...entry, site: entry.site ?? entry.source }}
                    ></memory-entry>`,
                  )}
                </div>
              </section>`,
            )}
          </section>`,
        )}
      </div>
      ${this.more ? this.olderButton(() => this.#older()) : nothing}
    `;
  }

  #older(): void {
    const { entries = [] } = this;
    void this.attempt(async () => {
      const { rows, more } = await this.#read(PAGE, entries.at(-1)?.id);
      this.entries = [...entries, ...rows];
      this.more = more;
    });
  }

  #read(count: number, before?: number): Promise<Pages<Entry>> {
    return readPages(count, (page) => this.client.get('entries', { kinds: 'diary', to: this.#to, ...page }), before);
  }
}

/** The local day where the house is; where the key doesn't say it, where the browser is. */
function dayOfEntry({ key, at }: Entry): string {
  return /^(\d{4}-\d{2}-\d{2})\//.exec(key ?? '')?.[1] ?? dayOf(at);
}

customElements.define('memory-diary', DiaryView);
