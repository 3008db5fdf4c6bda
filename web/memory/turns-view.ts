import { html, nothing, type PropertyValues } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { icon } from '../parts/icons.js';
import type { Entry, TurnDetails, TurnRow } from './api.js';
import './entry.js';
import { momentText } from './format.js';
import { placeName } from './places.js';
import { onView, sameEntry, shortly, View } from './view.js';

/** The last conversations: what was recalled for each, and what was learned from it. */
export class TurnsView extends View {
  static override properties = {
    ...View.properties,
    chosen: { attribute: false },
    turns: { state: true },
    details: { state: true },
  };
  /** Id of the turn that is shown; empty for the list. */
  declare chosen: string;
  declare turns: readonly TurnRow[] | undefined;
  declare details: TurnDetails | undefined;

  constructor() {
    super();
    onView(this, 'changed', () => this.load());
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('client') || changed.has('chosen')) this.load();
  }

  protected override load(): void {
    const { chosen } = this;
    if (this.details?.id !== chosen) this.details = undefined;
    void this.attempt(async () => {
      if (chosen === '') {
        this.turns = await this.client.get('turns');
        return;
      }
      const details = await this.client.get('turn', { id: chosen });
      if (this.chosen === chosen) this.details = details;
    });
  }

  protected override render() {
    return this.chosen === '' ? this.#list() : this.#turn();
  }

  #list() {
    const { turns } = this;
    return html`<h2>${this.t('turns')}</h2>
      ${
        !turns
          ? this.busy
            ? this.loading()
            : nothing
          : turns.length === 0
            ? html`<p class="empty">${this.t('emptyTurns')}</p>`
            : html`<ol class="turns">
                ${repeat(
                  turns,
                  ({ id }) => id,
                  (turn) => html`<li>
                    <a class="card turn" href="#turns/${encodeURIComponent(turn.id)}">
                      <span class="turn-head">
                        <time>${momentText(this.language, turn.at)}</time>
                        <span class="where">${icon('pin')}${placeName(this.language, turn.site, turn.area)}</span>
                        ${
                          turn.recalled > 0
                            ? html`<span class="badge">${this.t('recalledCount', { count: turn.recalled })}</span>`
                            : nothing
                        }
                      </span>
                      <span class="turn-heard">${turn.heard || this.t('wordless')}</span>
                      <span class="turn-reply">${shortly(turn.error || turn.reply, 160)}</span>
                    </a>
                  </li>`,
                )}
              </ol>`
      }`;
  }

  #turn() {
    const { details } = this;
    return html`<p><a class="link" href="#turns">${this.t('allTurns')}</a></p>
      ${
        details
          ? html`
              ${details.known ? this.#words(details) : html`<p class="empty">${this.t('oldTurn')}</p>`}
              ${
                details.known
                  ? html`<h3>${this.t('recalled')}</h3>
                      ${details.gone > 0 ? html`<p class="count">${this.t('forgottenSince', { count: details.gone })}</p>` : nothing}
                      ${this.#entries(details.recalled)}`
                  : nothing
              }
              <h3>${this.t('learnedFrom')}</h3>
              ${this.#entries(details.learned)}
            `
          : this.busy
            ? this.loading()
            : nothing
      }`;
  }

  #words({ at, site, area, heard, reply, error }: TurnDetails) {
    return html`<section class="card turn-words">
      <h2 class="turn-head">
        <time>${momentText(this.language, at)}</time><span class="where">${icon('pin')}${placeName(this.language, site, area)}</span>
      </h2>
      <dl>
        <dt>${this.t('heard')}</dt>
        <dd>${heard || this.t('wordless')}</dd>
        ${reply ? html`<dt>${this.t('answered')}</dt><dd>${reply}</dd>` : nothing}
        ${error ? html`<dt>${this.t('failed')}</dt><dd>${error}</dd>` : nothing}
      </dl>
    </section>`;
  }

  #entries(entries: readonly Entry[]) {
    if (entries.length === 0) return html`<p class="count">${this.t('nothing')}</p>`;
    return html`<ol class="cards">
      ${repeat(
        entries,
        sameEntry,
        (entry) => html`<li>
          <memory-entry .language=${this.language} .client=${this.client} .entry=${entry}></memory-entry>
        </li>`,
      )}
    </ol>`;
  }
}

customElements.define('memory-turns', TurnsView);
