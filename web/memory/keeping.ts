import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Status } from './api.js';
import { placeName } from './places.js';
import type { MemoryKey } from './strings.js';
import { fieldOf, View } from './view.js';

type Kind = keyof Status['retention'];

const KEPT: readonly [Kind, MemoryKey][] = [
  ['diary', 'diary'],
  ['note', 'note'],
  ['fact', 'facts'],
  ['graph', 'graph'],
  ['history', 'history'],
  ['said', 'keptSaid'],
  ['trace', 'keptTrace'],
  ['dialogue', 'keptDialogue'],
];
const MAX_DAYS = 36_500;

/** How long each kind is kept, and of which rooms nothing is. */
export class Keeping extends View {
  static override properties = { ...View.properties, status: { attribute: false } };
  declare status: Status;

  protected override render() {
    return html`<section class="card">
      <h3>${this.t('kept')}</h3>
      <p class="why" id="kept-why">${this.t('keptWhy')}</p>
      <form
        aria-describedby="kept-why"
        @submit=${(event: Event) => {
          event.preventDefault();
          void this.#keep(event.target);
        }}
      >
        ${KEPT.map(([kind, key]) => this.#days(kind, this.t(key)))}
        <button class="button" type="submit">${this.t('save')}</button>
      </form>
      <h3>${this.t('rooms')}</h3>
      <p class="why">${this.t('roomsWhy')}</p>
      ${this.#rooms()}
    </section>`;
  }

  #days(kind: Kind, name: string) {
    const days = this.status.retention[kind];
    return html`<label class="days"
      ><span>${name}</span
      ><input
        name=${kind}
        type="number"
        min="1"
        max=${MAX_DAYS}
        inputmode="numeric"
        placeholder=${this.t('forEver')}
        .value=${days === 0 ? '' : String(days)}
    /></label>`;
  }

  #rooms() {
    const { rooms } = this.status;
    if (rooms.length === 0) return html`<p class="count">${this.t('noRooms')}</p>`;
    return html`<ul class="topics">
      ${repeat(
        rooms,
        ({ site }) => site,
        ({ site, area, remembered }) => html`<li>
          <label class="chip"
            ><input
              type="checkbox"
              .checked=${remembered}
              @change=${(event: Event) => void this.#room(event.target, site)}
            />${placeName(this.language, site, area)}</label
          >
        </li>`,
      )}
    </ul>`;
  }

  async #keep(form: EventTarget | null): Promise<void> {
    const before = this.status.retention;
    const meant = KEPT.map(([kind]) => ({ kind, days: Number(fieldOf(form, kind)) })).filter(
      ({ kind, days }) => days !== before[kind],
    );
    // 0 is for ever.
    const endless = (days: number) => days || Number.POSITIVE_INFINITY;
    const shorter = meant.some(({ kind, days }) => endless(days) < endless(before[kind]));
    const ask = () => this.confirm(this.t('askKeepLess'), this.t('keepLessWarning'), this.t('save'));
    if (shorter && !(await ask())) return;
    const days = Object.fromEntries(meant.map((one) => [one.kind, one.days]));
    if (!(await this.change(() => this.client.post('retention', { previous: before, days })))) return;
    this.emit('told', this.t('isKept'));
    this.emit('changed', null);
  }

  async #room(box: EventTarget | null, site: string): Promise<void> {
    if (!(box instanceof HTMLInputElement)) return;
    const remember = box.checked;
    if (await this.change(() => this.client.post('rooms', { site, remember }))) {
      this.emit('told', this.t('isKept'));
      this.emit('changed', null);
    } else box.checked = !remember;
  }
}

customElements.define('memory-keeping', Keeping);
