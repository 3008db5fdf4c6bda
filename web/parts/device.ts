import type { PropertyDeclarations, PropertyValues } from 'lit';
import type { Action, Entity } from '../wire/messages.js';
import { Part } from './part.js';
import { numberOf } from './values.js';

/** Milliseconds after which a tap that changed nothing stops looking busy. */
const BUSY = 4000;

/** One entity of the house. The element says which and how it is in `data-entity` and `data-state`. */
export class Device extends Part {
  static override properties: PropertyDeclarations = { entity: { attribute: false }, busy: { state: true } };
  declare entity: Entity;
  /** A command is on its way. */
  declare busy: boolean;
  #limit: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.busy = false;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('entity')) return;
    this.#idle();
    this.dataset['entity'] = this.entity.id;
    this.dataset['state'] = this.entity.state;
  }

  protected override updated(): void {
    this.toggleAttribute('data-busy', this.busy);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#idle();
  }

  /** Asks the page to carry an action out on this entity. */
  protected command(action: Action, value?: number): void {
    this.busy = true;
    clearTimeout(this.#limit);
    this.#limit = setTimeout(() => this.#idle(), BUSY);
    this.emit('command', {
      action,
      target: this.entity.id,
      ...(value === undefined ? {} : { value }),
    });
  }

  protected get away(): boolean {
    return this.entity.state === 'unavailable';
  }

  protected number(attribute: string): number | undefined {
    return numberOf(this.entity.attributes[attribute]);
  }

  protected text(attribute: string): string {
    const value = this.entity.attributes[attribute];
    return typeof value === 'string' ? value : '';
  }

  #idle(): void {
    clearTimeout(this.#limit);
    this.busy = false;
  }
}
