import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { StringKey } from '../strings.js';
import type { Entity, HomeStatus, Room } from '../wire/messages.js';
import { icon } from './icons.js';
import { Part } from './part.js';
import './room.js';

const STATUS_KEYS: Record<Exclude<HomeStatus['state'], 'connected'>, StringKey> = {
  connecting: 'homeConnecting',
  disconnected: 'homeDisconnected',
  unauthorised: 'homeUnauthorised',
};

/** The whole house, room by room; the room this browser stands in comes first. */
export class House extends Part {
  static override properties = {
    house: { attribute: false },
    rooms: { attribute: false },
    entities: { attribute: false },
    area: { attribute: false },
  };
  declare house: { kind: 'demo' | 'home-assistant'; status: HomeStatus } | null;
  declare rooms: readonly Room[];
  declare entities: readonly Entity[];
  declare area: string | null;
  #grouped = new Map<string, Entity[]>();

  protected override render() {
    const { house } = this;
    return html`
      <header class="house-head">
        <h2 id="house-title">${this.t('house')}</h2>
        ${house?.kind === 'demo' ? html`<span class="badge">${this.t('demo')}</span>` : nothing}
      </header>
      ${house && house.status.state !== 'connected' ? this.#status(house.status, house.status.state) : nothing}
      ${house ? this.#rooms() : html`<p class="house-empty">${this.t('noHouse')}</p>`}
    `;
  }

  #status({ detail }: HomeStatus, state: keyof typeof STATUS_KEYS) {
    return html`<p class="house-status" role="status" data-state=${state}>
      ${icon(state === 'connecting' ? 'info' : 'warning')}<span>${this.t(STATUS_KEYS[state])} ${detail}</span>
    </p>`;
  }

  #rooms() {
    this.#group();
    const known = [...this.rooms, { id: '', name: this.t('elsewhere') }].filter(({ id }) => this.#grouped.has(id));
    if (known.length === 0) return html`<p class="house-empty">${this.t('emptyHouse')}</p>`;
    const inOrder = [...known].sort((a, b) => Number(b.id === this.area) - Number(a.id === this.area));
    return html`<div class="rooms">
      ${repeat(
        inOrder,
        ({ id }) => id,
        ({ id, name }) => html`<jarvis-room
          data-area=${id}
          .language=${this.language}
          .name=${name}
          .here=${id !== '' && id === this.area}
          .entities=${this.#grouped.get(id) ?? []}
        ></jarvis-room>`,
      )}
    </div>`;
  }

  /** Entities by room; a room in which nothing changed keeps its list, so that it isn't drawn again. */
  #group(): void {
    const ids = new Set(this.rooms.map(({ id }) => id));
    const groups = new Map<string, Entity[]>();
    for (const entity of this.entities) {
      const id = entity.area !== undefined && ids.has(entity.area) ? entity.area : '';
      const group = groups.get(id);
      if (group) group.push(entity);
      else groups.set(id, [entity]);
    }
    for (const [id, entities] of groups) {
      const before = this.#grouped.get(id);
      if (before?.length === entities.length && before.every((entity, n) => entity === entities[n]))
        groups.set(id, before);
    }
    this.#grouped = groups;
  }
}

customElements.define('jarvis-house', House);
