import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import { copyText } from '../clipboard.js';
import type { StringKey } from '../strings.js';
import type { Kind } from '../wire/messages.js';
import { type Line, textOf } from '../wire/state.js';
import { icon } from './icons.js';
import { markdown } from './markdown.js';
import { Part } from './part.js';
import { suggestions } from './suggestions.js';

const SPEAKERS: Record<Kind, StringKey> = { heard: 'you', reply: 'jarvis', error: 'problem' };
/** Pixels from the end within which the view follows new messages. */
const NEAR_END = 120;

/** What was heard and what was answered; before the first message, what one could say. */
export class Conversation extends Part {
  static override properties = {
    lines: { attribute: false },
    thinking: { type: Boolean },
    question: { attribute: false },
    grown: { type: Boolean },
    copied: { state: true },
  };
  declare lines: readonly Line[];
  /** A reply is being made. */
  declare thinking: boolean;
  /** A yes or no is wanted. */
  declare question: boolean;
  /** On narrow screens: it has all the room. */
  declare grown: boolean;
  /** Key of the message that was copied last. */
  declare copied: number | undefined;
  #follow = true;

  protected override willUpdate(): void {
    const list = this.#log();
    this.#follow = !list || list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_END;
  }

  protected override updated(changed: PropertyValues<this>): void {
    const list = this.#log();
    const mine = this.lines.at(-1)?.kind === 'heard' && changed.has('lines');
    const asked = this.question && changed.has('question');
    if (list && (this.#follow || mine || asked)) list.scrollTop = list.scrollHeight;
  }

  protected override render() {
    const isEmpty = this.lines.length === 0;
    return html`
      <h2 class="unseen" id="conversation-title">${this.t('conversation')}</h2>
      <div
        id="messages"
        class="log"
        role="log"
        aria-labelledby="conversation-title"
        tabindex=${isEmpty ? nothing : '0'}
      >
        ${isEmpty ? nothing : this.#lines()}${this.question ? this.#question() : nothing}
      </div>
      ${isEmpty ? this.#suggestions() : this.#grow()}
    `;
  }

  #lines(): TemplateResult {
    return html`<ol class="lines">
      ${repeat(
        this.lines,
        ({ key }) => key,
        (line) => this.#line(line),
      )}
      ${
        this.thinking
          ? html`<li class="line line-thinking" aria-hidden="true"><div class="bubble"><i></i><i></i><i></i></div></li>`
          : nothing
      }
    </ol>`;
  }

  #line(line: Line): TemplateResult {
    const text = textOf(line);
    return html`<li class="line" data-kind=${line.kind} data-turn=${line.turn} ?data-last=${line.last}>
      <span class=${line.kind === 'error' ? 'line-who' : 'line-who unseen'}>
        ${line.kind === 'error' ? icon('warning') : nothing}${this.t(SPEAKERS[line.kind])}
      </span>
      <div class="line-row">
        <div class="bubble">
          ${guard([text, line.kind], () => (line.kind === 'reply' ? markdown(text) : html`<p>${text}</p>`))}
        </div>
        <div class="line-acts">
          ${line.kind === 'heard' ? this.#act('retry', 'sayAgain', () => this.emit('say', text)) : nothing}
          ${this.#act(this.copied === line.key ? 'done' : 'copy', this.copied === line.key ? 'copied' : 'copy', () =>
            this.#copy(line.key, text),
          )}
        </div>
      </div>
      ${line.delivery === 'unsure' ? this.#unsure(line, text) : nothing}
    </li>`;
  }

  #act(drawing: 'retry' | 'copy' | 'done', key: StringKey, act: () => void): TemplateResult {
    return html`<button type="button" data-act=${drawing} aria-label=${this.t(key)} title=${this.t(key)} @click=${act}>
      ${icon(drawing)}
    </button>`;
  }

  async #copy(key: number, text: string): Promise<void> {
    if (await copyText(text)) this.copied = key;
  }

  #unsure(line: Line, text: string): TemplateResult {
    return html`<div class="line-unsure">
      ${this.t('unsure')}
      <button class="link" type="button" @click=${() => this.emit('again', { key: line.key, text })}>
        ${this.t('sendAgain')}
      </button>
    </div>`;
  }

  /** Buttons for what could also be said. */
  #question(): TemplateResult {
    return html`<div class="question" role="group" aria-label=${this.t('answerIt')}>
      <button id="answer-yes" type="button" @click=${() => this.#answer(true)}>${this.t('yes')}</button>
      <button id="answer-no" type="button" @click=${() => this.#answer(false)}>${this.t('no')}</button>
    </div>`;
  }

  #answer(yes: boolean): void {
    // The button goes; whoever came by keyboard stays at the conversation.
    this.#log()?.focus();
    this.emit('answer', yes);
  }

  #grow(): TemplateResult {
    const label = this.t(this.grown ? 'lessTalk' : 'moreTalk');
    return html`<button
      id="grow"
      class="grow"
      type="button"
      aria-expanded=${this.grown}
      aria-controls="messages"
      aria-label=${label}
      title=${label}
      @click=${() => this.emit('grow', !this.grown)}
    >
      ${icon(this.grown ? 'up' : 'down')}
    </button>`;
  }

  #suggestions(): TemplateResult {
    return html`<div class="suggestions">
      <p class="welcome">${this.t('welcome')}</p>
      <p class="suggestions-lead" id="suggestions-lead">${this.t('trySaying')}</p>
      ${suggestions(
        (key) => this.t(key),
        'suggestions-lead',
        (text) => this.emit('say', text),
      )}
    </div>`;
  }

  #log(): HTMLElement | null {
    return this.querySelector<HTMLElement>('#messages');
  }
}

customElements.define('jarvis-conversation', Conversation);
