import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { StringKey } from '../strings.js';
import type { Kind } from '../wire/messages.js';
import type { Line } from '../wire/state.js';
import { icon } from './icons.js';
import { Part } from './part.js';

const SPEAKERS: Record<Kind, StringKey> = { heard: 'you', reply: 'jarvis', error: 'problem' };
const SUGGESTIONS = ['try1', 'try2', 'try3', 'try4'] as const satisfies StringKey[];
/** Pixels from the end within which the view follows new messages. */
const NEAR_END = 120;

/** What was heard and what was answered; before the first message, what one could say. */
export class Conversation extends Part {
  static override properties = { lines: { attribute: false }, thinking: { type: Boolean } };
  declare lines: readonly Line[];
  /** A reply is being made. */
  declare thinking: boolean;
  #follow = true;

  protected override willUpdate(): void {
    const list = this.querySelector('ol');
    this.#follow = !list || list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_END;
  }

  protected override updated(changed: PropertyValues<this>): void {
    const list = this.querySelector('ol');
    const mine = this.lines.at(-1)?.kind === 'heard' && changed.has('lines');
    if (list && (this.#follow || mine)) list.scrollTop = list.scrollHeight;
  }

  protected override render() {
    return html`
      <h2 class="unseen" id="conversation-title">${this.t('conversation')}</h2>
      <ol id="messages" class="lines" role="log" aria-labelledby="conversation-title" tabindex="0">
        ${repeat(
          this.lines,
          ({ key }) => key,
          (line) => this.#line(line),
        )}
        ${
          this.thinking && this.lines.length > 0
            ? html`<li class="line line-thinking" aria-hidden="true"><p><i></i><i></i><i></i></p></li>`
            : nothing
        }
      </ol>
      ${this.lines.length === 0 ? this.#suggestions() : nothing}
    `;
  }

  #line(line: Line): TemplateResult {
    return html`<li class="line" data-kind=${line.kind} data-turn=${line.turn} ?data-last=${line.last}>
      <span class=${line.kind === 'error' ? 'line-who' : 'line-who unseen'}>
        ${line.kind === 'error' ? icon('warning') : nothing}${this.t(SPEAKERS[line.kind])}
      </span>
      <p>${line.sentences.map((sentence, n) => html`${n > 0 ? ' ' : nothing}<span>${sentence}</span>`)}</p>
      ${line.delivery === 'unsure' ? this.#unsure(line) : nothing}
    </li>`;
  }

  #unsure(line: Line): TemplateResult {
    return html`<div class="line-unsure">
      ${this.t('unsure')}
      <button
        class="link"
        type="button"
        @click=${() => this.emit('again', { key: line.key, text: line.sentences.join(' ') })}
      >
        ${this.t('sendAgain')}
      </button>
    </div>`;
  }

  #suggestions(): TemplateResult {
    return html`<div class="suggestions">
      <p class="welcome">${this.t('welcome')}</p>
      <p class="suggestions-lead" id="suggestions-lead">${this.t('trySaying')}</p>
      <ul aria-labelledby="suggestions-lead">
        ${SUGGESTIONS.map(
          (key) => html`<li>
            <button class="chip" type="button" data-suggestion @click=${() => this.emit('say', this.t(key))}>
              ${this.t(key)}
            </button>
          </li>`,
        )}
      </ul>
    </div>`;
  }
}

customElements.define('jarvis-conversation', Conversation);
