import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { HistoryEntry, TakableRow, TreeNode } from './api.js';
import { quietButton } from './buttons.js';
import { momentText } from './format.js';
import { readPages } from './pages.js';
import { placeName } from './places.js';
import type { MemoryKey } from './strings.js';
import { shortly, View } from './view.js';

const PAGE = 30;
const SUBJECTS: Record<HistoryEntry['table'], MemoryKey> = { entries: 'diary', graph: 'graph', facts: 'facts' };

/** What the history says of a change, in the person's language; what isn't here is shown as it stands. */
const REASONS: Readonly<Record<string, MemoryKey>> = {
  added: 'whyAdded',
  'added by a flow': 'whyAdded',
  corrected: 'whyCorrected',
  renamed: 'whyRenamed',
  moved: 'whyMoved',
  removed: 'whyRemoved',
  'taken away': 'whyRemoved',
  learned: 'whyLearned',
  'taken from a conversation': 'whyLearned',
  asked: 'whyAsked',
  'a person asked for it': 'whyAsked',
  merge: 'whyTidied',
  tidied: 'whyTidied',
  consolidated: 'whyTidied',
  split: 'whyTidied',
  excuse: 'whyTidied',
  diary: 'whyDiary',
  undo: 'whyUndo',
  'taken back': 'whyUndo',
  imported: 'whyImported',
};

/** Every rewrite, newest first, to be taken back. */
export class HistoryView extends View {
  static override properties = {
    ...View.properties,
    changes: { state: true },
    forgotten: { state: true },
    more: { state: true },
  };
  declare changes: readonly HistoryEntry[] | undefined;
  /** What was forgotten by voice in the last day. */
  declare forgotten: readonly TakableRow[] | undefined;
  declare more: boolean;

  protected override load(): void {
    void this.attempt(async () => {
      const { rows, more } = await readPages(Math.max(PAGE, this.changes?.length ?? 0), (page) =>
        this.client.get('history', page),
      );
      this.changes = rows;
      this.more = more;
      this.forgotten = await this.client.get('forgotten');
    });
  }

  protected override render() {
    const { changes } = this;
    return html`<h2>${this.t('history')}</h2>
      ${
        this.forgotten?.length
          ? html`<p>${this.t('forgottenAloud')}</p>
              <ol class="cards" id="forgotten">
                ${this.forgotten.map((one) => html`<li>${this.#forgotten(one)}</li>`)}
              </ol>`
          : nothing
      }
      ${
        !changes
          ? this.busy
            ? this.loading()
            : nothing
          : changes.length === 0
            ? html`<p class="empty">${this.t('emptyHistory')}</p>`
            : html`<ol class="cards" id="changes">
                ${repeat(
                  changes,
                  ({ id }) => id,
                  (change) => html`<li>${this.#change(change)}</li>`,
                )}
              </ol>`
      }
      ${this.more ? this.olderButton(() => this.#older()) : nothing}`;
  }

  #forgotten({ id, at, site }: TakableRow) {
    const place = placeName(this.language, site);
    const name = `${place}, ${momentText(this.language, at)}`;
    return html`<article class="card change">
      <header>
        <span class="badge">${place}</span>
        <time>${momentText(this.language, at)}</time>
        <span>${this.t('whyForgotten')}</span>
      </header>
      ${quietButton({
        picture: 'undo',
        text: this.t('undo'),
        label: this.t('undoOf', { name }),
        press: () => void this.#decide('forgotten/take-back', { id }, 'undoDone'),
      })}
      ${quietButton({
        picture: 'bin',
        danger: true,
        text: this.t('eraseNow'),
        label: this.t('eraseNowOf', { name }),
        press: () => void this.#decide('forgotten/erase', { id, confirm: 'forget' }, 'forgottenForGood'),
      })}
    </article>`;
  }

  async #decide(route: 'forgotten/take-back' | 'forgotten/erase', body: object, told: MemoryKey): Promise<void> {
    if (!(await this.change(() => this.client.post(route, body)))) return;
    this.emit('told', this.t(told));
    this.load();
  }

  #change(change: HistoryEntry) {
    const { table, row, at, why, undoneBy } = change;
    const [before, after] = [this.#words(change, change.before), this.#words(change, change.after)];
    const name = shortly(before ?? after ?? row);
    const reason = REASONS[why];
    return html`<article class="card change" ?data-undone=${undoneBy !== null}>
      <header>
        <span class="badge">${this.t(SUBJECTS[table])}</span>
        <time>${momentText(this.language, at)}</time>
        <span>${reason ? this.t(reason) : why}</span>
        ${table === 'facts' ? html`<span>${row.replaceAll('_', ' ').replace('/', ' › ')}</span>` : nothing}
      </header>
      ${
        undoneBy !== null
          ? html`<span class="badge">${this.t('undone')}</span>`
          : quietButton({
              picture: 'undo',
              text: this.t('undo'),
              label: this.t('undoOf', { name }),
              press: () => void this.#undo(change),
            })
      }
      <dl>
        ${
          before === null
            ? nothing
            : html`<dt>${this.t(after === null ? 'isGone' : 'before')}</dt>
                <dd><del>${before}</del></dd>`
        }
        ${
          after === null
            ? nothing
            : html`<dt>${this.t(before === null ? 'isNew' : 'after')}</dt>
                <dd><ins>${after}</ins></dd>`
        }
      </dl>
    </article>`;
  }

  /** A place in the graph begins with the name of its branch, which the memory knows in English. */
  #words({ row }: HistoryEntry, text: string | null): string | null {
    if (!/^(place|parent):/.test(row)) return text;
    return text?.replace(/^(USER|DIRECTIVES|WORLD)(?= ›|$)/, (_, branch: TreeNode['branch']) => this.t(branch)) ?? null;
  }

  async #undo({ id }: HistoryEntry): Promise<void> {
    let done = await this.change(() => this.client.post('history/undo', { id }));
    if (done && !done.undone) {
      if (!(await this.confirm(this.t('askForce'), this.t('forceWarning'), this.t('undo')))) return;
      done = await this.change(() => this.client.post('history/undo', { id, force: true }));
    }
    // Why not stays to be read: a list that loads would clear it away.
    if (!done?.undone) return;
    this.emit('told', this.t('undoDone'));
    this.load();
  }

  #older(): void {
    const { changes = [] } = this;
    void this.attempt(async () => {
      const { rows, more } = await readPages(PAGE, (page) => this.client.get('history', page), changes.at(-1)?.id);
      this.changes = [...changes, ...rows];
      this.more = more;
    });
  }
}

customElements.define('memory-history', HistoryView);
