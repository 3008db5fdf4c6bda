import { html, nothing, type PropertyValues } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { PageTimer } from '../wire/messages.js';
import { countdown } from './countdown.js';
import { icon } from './icons.js';
import { Part } from './part.js';

/** The room's timers, alarms and reminders, each with a button that ends it. */
export class Timers extends Part {
  static override properties = { timers: { attribute: false }, ahead: { attribute: false } };
  declare timers: readonly PageTimer[];
  /** Milliseconds that the server's clock is ahead of this one. */
  declare ahead: number;
  #tick: ReturnType<typeof setInterval> | undefined;

  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has('timers')) return;
    clearInterval(this.#tick);
    const counts = this.timers.some(({ due, paused }) => due !== undefined && paused === undefined);
    this.#tick = counts ? setInterval(() => this.requestUpdate(), 1000) : undefined;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#tick);
  }

  protected override render() {
    if (this.timers.length === 0) return nothing;
    return html`<ul class="timers" aria-label=${this.t('timers')}>
      ${repeat(
        this.timers,
        ({ id }) => id,
        (timer) => this.#timer(timer),
      )}
    </ul>`;
  }

  #timer(timer: PageTimer) {
    const { id, called, ringing = false } = timer;
    const when = this.#when(timer);
    const label = this.t(ringing ? 'stopTimer' : 'cancelTimer', { name: called });
    return html`<li class="timer" data-timer=${id} ?data-ringing=${ringing}>
      ${icon('timer')}
      <p title=${`${called} ${when}`}><span>${called}</span> <small>${when}</small></p>
      <button class="round quiet" type="button" aria-label=${label} title=${label} @click=${() => this.#end(id)}>
        ${icon(ringing ? 'stop' : 'dismiss')}
      </button>
    </li>`;
  }

  #when({ ringing, due, paused, when }: PageTimer): string {
    if (ringing) return this.t('ringing');
    if (paused !== undefined) return this.t('pausedAt', { left: countdown(paused) });
    return due === undefined ? (when ?? '') : countdown(due - Date.now() - this.ahead);
  }

  #end(id: string): void {
    // The button goes; whoever came by keyboard stays here.
    this.focus();
    this.emit('endTimer', id);
  }
}

customElements.define('jarvis-timers', Timers);
