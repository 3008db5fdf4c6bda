import { html, nothing } from 'lit';
import { fetchLinks } from '../links.js';
import { tokenOf } from '../memory/api.js';
import { RouteError } from '../waterfall/follow.js';
import { words } from '../waterfall/strings.js';
import { type TurnsView, turnsView } from '../waterfall/turns-view.js';
import { icon } from './icons.js';
import { Part } from './part.js';

/** A button, for whoever may read the editor, and behind it a drawer with the waterfalls of the last turns. */
export class Turns extends Part {
  static override properties = { ...Part.properties, allowed: { state: true } };
  declare allowed: boolean;
  /** Of the admin routes. */
  #root: URL | undefined;
  #view: TurnsView | undefined;

  constructor() {
    super();
    this.allowed = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('visibilitychange', this.#look);
    void this.#look();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('visibilitychange', this.#look);
    this.#view?.stop();
  }

  protected override render() {
    if (!this.allowed) return nothing;
    const title = words(this.language, 'titleLong');
    return html`
      <button class="round" id="turns-open" type="button" aria-haspopup="dialog" aria-label=${title} title=${title} @click=${this.#open}>
        ${icon('waterfall')}
      </button>
      <dialog class="turns-drawer" aria-labelledby="turns-title" @close=${() => this.#view?.stop()} @click=${this.#outside}>
        <div class="turns-head">
          <h2 id="turns-title">${title}</h2>
          <button class="round" id="turns-close" type="button" aria-label=${words(this.language, 'close')} @click=${this.#close}>
            ${icon('dismiss')}
          </button>
        </div>
        <div class="turns-list"></div>
      </dialog>
    `;
  }

  protected override updated(): void {
    this.#view?.speak(this.language);
  }

  /** Whoever logs in to the editor in another tab finds the button when they come back. */
  readonly #look = async () => {
    if (document.hidden || this.allowed) return;
    const { admin } = await fetchLinks(location.href);
    this.#root = admin === undefined ? undefined : new URL(admin, location.href);
    this.allowed = await this.#ask('status', AbortSignal.timeout(10_000)).then(
      () => true,
      () => false,
    );
  };

  readonly #open = () => {
    const dialog = this.querySelector('dialog');
    this.#view ??= turnsView({
      language: this.language,
      ask: (route, signal) => this.#ask(route, signal),
      link: (node) => `${this.#root?.pathname}#node/${encodeURIComponent(node)}`,
    });
    this.querySelector('.turns-list')?.replaceChildren(this.#view.root);
    dialog?.showModal();
    this.#view.start();
  };

  readonly #close = () => this.querySelector('dialog')?.close();

  readonly #outside = (event: Event) => {
    if (event.target === this.querySelector('dialog')) this.#close();
  };

  async #ask(route: string, signal: AbortSignal): Promise<unknown> {
    if (!this.#root) throw new RouteError(0);
    const token = tokenOf(this.#root);
    const headers = new Headers(token ? [['Authorization', `Bearer ${token}`]] : []);
    const answer = await fetch(new URL(`jarvis/admin/${route}`, this.#root), { headers, signal }).catch(
      () => undefined,
    );
    if (!answer?.ok) throw new RouteError(answer?.status ?? 0);
    return await answer.json();
  }
}

customElements.define('jarvis-turns', Turns);
