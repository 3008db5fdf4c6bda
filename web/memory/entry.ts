import { html, nothing } from 'lit';
import { icon } from '../parts/icons.js';
import type { Entry, Found } from './api.js';
import { quietButton, turnLinks } from './buttons.js';
import { factOf } from './fact.js';
import { marked, momentText } from './format.js';
import { placeName } from './places.js';
import { editForm, KIND_KEYS, MAX_LENGTHS, shortly, View } from './view.js';

/** One entry: what it says, why it was found, the conversations it came from; to be corrected or forgotten. */
export class EntryCard extends View {
  static override properties = {
    ...View.properties,
    entry: { attribute: false },
    plain: { type: Boolean },
    editing: { state: true },
  };
  declare entry: Entry | Found;
  /** Without its kind and time, which stand above it. */
  declare plain: boolean;
  declare editing: boolean;

  protected override render() {
    const { entry } = this;
    const name = shortly(entry.text);
    if (this.editing) return html`<article class="card">${this.#form()}</article>`;
    return html`<article class="card entry" data-kind=${entry.kind} aria-busy=${this.busy}>
      <header>
        ${
          this.plain
            ? nothing
            : html`<span class="badge">${this.t(KIND_KEYS[entry.kind])}</span>
                <time datetime=${new Date(entry.at).toISOString()}>${momentText(this.language, entry.at)}</time>`
        }
        ${entry.site ? html`<span class="where">${icon('pin')}${placeName(this.language, entry.site)}</span>` : nothing}
      </header>
      <p class="said">${this.#text()}</p>
      ${
        entry.topics.length > 0
          ? html`<ul class="topics">
              ${entry.topics.map((topic) => html`<li>${topic}</li>`)}
            </ul>`
          : nothing
      }
      ${this.#why()}
      <footer>
        ${this.#turns()}
        <span class="actions">
          ${quietButton({
            picture: 'edit',
            text: this.t('edit'),
            label: this.t('editOf', { name }),
            press: () => {
              this.opening(this.#wording());
              this.editing = true;
            },
          })}
          ${quietButton({
            picture: 'bin',
            text: this.t('forget'),
            label: this.t('forgetOf', { name }),
            danger: true,
            press: () => void this.#forget(),
          })}
        </span>
      </footer>
    </article>`;
  }

  #text() {
    const { text } = this.entry;
    const words = 'matched' in this.entry ? this.entry.matched : [];
    return marked(text, words).map(({ text: piece, hit }) => (hit ? html`<mark>${piece}</mark>` : piece));
  }

  #why() {
    if (!('matched' in this.entry)) return nothing;
    const { matched, wordRank, vectorRank } = this.entry;
    const reasons = [
      ...(wordRank === undefined ? [] : [this.t('byWords', { words: matched.join(', '), rank: wordRank })]),
      ...(vectorRank === undefined ? [] : [this.t('byMeaning', { rank: vectorRank })]),
    ];
    return reasons.length > 0 ? html`<p class="why">${this.t('foundBy')} ${reasons.join(' · ')}</p>` : nothing;
  }

  #turns() {
    const turns = this.entry.turns.slice(-12);
    if (turns.length === 0) return html`<span></span>`;
    return turnLinks(turns, (n) => this.t('sourceTurn', { n }), this.t('sourceTurns'));
  }

  /** What is corrected: of a fact its value alone. */
  #wording(): string {
    return this.entry.kind === 'fact' ? factOf(this.entry).value : this.entry.text;
  }

  #form() {
    const { entry } = this;
    return editForm({
      label: this.t('text'),
      ...this.standing(this.#wording()),
      longest: MAX_LENGTHS[entry.kind === 'fact' ? 'value' : entry.kind === 'graph' ? 'line' : 'entry'],
      ...((entry.kind === 'diary' || entry.kind === 'note') && { topics: entry.topics }),
      t: (key) => this.t(key),
      save: (text, topics) => void this.#save(text, topics),
      cancel: () => {
        this.editing = false;
      },
    });
  }

  async #save(text: string, topics: string[]): Promise<void> {
    const { entry, client } = this;
    const previous = entry.text;
    const done = await this.change<object>(() => {
      if (entry.kind === 'graph') {
        return client.post('graph/edit', { action: 'edit-line', id: Number(entry.key), previous, text });
      }
      if (entry.kind === 'fact') {
        return client.post('facts/put', { ...factOf(entry), value: text, previous: { id: entry.id, text: previous } });
      }
      return client.post('entries/change', { id: entry.id, previous, text, topics });
    });
    if (!done) return;
    this.editing = false;
    this.emit('told', this.t('saved'));
    this.emit('changed', null);
  }

  async #forget(): Promise<void> {
    // What was read when the question was put.
    const { id, text: previous } = this.entry;
    if (!(await this.confirm(this.t('askForget'), this.t('forgetWarning'), this.t('forget')))) return;
    const done = await this.change(() => this.client.post('entries/forget', { id, previous, confirm: 'forget' }));
    if (!done) return;
    this.emit('told', this.t('gone', { count: done.entries, rows: done.rows }));
    this.emit('changed', null);
  }
}

customElements.define('memory-entry', EntryCard);
