import { html, nothing } from 'lit';
import type { Entry } from './api.js';
import { quietButton, turnLinks } from './buttons.js';
import { momentText } from './format.js';
import { editForm, MAX_LENGTHS, View } from './view.js';

/** The heading, the name and the value of a fact, as its entry tells them: "home/bin_day", "home, bin day: on Thursdays". */
export function factOf({ key, text }: Pick<Entry, 'key' | 'text'>): { category: string; key: string; value: string } {
  const [category = '', name = ''] = (key ?? '').split('/');
  // Headings and names hold letters, digits and "_" alone.
  return { category, key: name, value: text.slice(text.indexOf(': ') + 2) };
}

/** A name as it is read: "bin day". */
export const inWords = (name: string) => name.replaceAll('_', ' ');

/** One fact in the list of facts, to be corrected or removed. Tells `edited`. */
export class FactRow extends View {
  static override properties = { ...View.properties, entry: { attribute: false }, editing: { state: true } };
  declare entry: Entry;
  declare editing: boolean;

  protected override render() {
    const { at, turns } = this.entry;
    const { key, value } = factOf(this.entry);
    const name = inWords(key);
    if (this.editing) {
      return editForm({
        label: name,
        ...this.standing(value),
        longest: MAX_LENGTHS.value,
        t: (word) => this.t(word),
        save: (text) => void this.#save(text),
        cancel: () => {
          this.editing = false;
        },
      });
    }
    return html`<div class="fact-words">
        <span class="fact-key">${name}</span>
        <span class="fact-value">${value}</span>
        <small><time>${momentText(this.language, at)}</time></small>
        ${turns.length > 0 ? turnLinks(turns, (n) => this.t('sourceTurn', { n }), this.t('sourceTurns')) : nothing}
      </div>
      <span class="actions">
        ${quietButton({
          picture: 'edit',
          text: this.t('edit'),
          label: this.t('editOf', { name }),
          press: () => {
            this.opening(value);
            this.editing = true;
          },
        })}
        ${quietButton({
          picture: 'bin',
          text: this.t('remove'),
          label: this.t('removeOf', { name }),
          danger: true,
          press: () => void this.#remove(),
        })}
      </span>`;
  }

  async #save(value: string): Promise<void> {
    const { id, text } = this.entry;
    const fact = { ...factOf(this.entry), value, previous: { id, text } };
    if (!(await this.change(() => this.client.post('facts/put', fact)))) return;
    this.editing = false;
    this.#done();
  }

  async #remove(): Promise<void> {
    const { id, text } = this.entry;
    const { category, key } = factOf(this.entry);
    const fact = { category, key, previous: { id, text } };
    if (await this.change(() => this.client.post('facts/forget', fact))) this.#done();
  }

  #done(): void {
    this.emit('told', this.t('saved'));
    this.dispatchEvent(new CustomEvent('edited'));
  }
}

customElements.define('memory-fact', FactRow);
