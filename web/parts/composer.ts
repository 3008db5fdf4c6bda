import { html, nothing } from 'lit';
import type { VoiceState } from '../sound/voice.js';
import type { Ears, Stage } from '../wire/messages.js';
import { icon } from './icons.js';
import { Part } from './part.js';
import { recalled } from './recalled.js';
import { suggestions } from './suggestions.js';

/** Characters of a typed message. */
const MAX_LENGTHS = 4000;

/** How one talks to Jarvis: text box, microphone, wake word, stop; and what Jarvis is doing. */
export class Composer extends Part {
  static override properties = {
    stage: { attribute: false },
    voice: { attribute: false },
    playing: { type: Boolean },
    inputs: { attribute: false },
    ideas: { state: true },
    ears: { attribute: false },
  };
  declare stage: Stage;
  declare voice: VoiceState;
  /** Sound comes out of this browser. */
  declare playing: boolean;
  /** What the person has said, oldest first: ↑ brings it back. */
  declare inputs: readonly string[];
  /** What one could say is shown. */
  declare ideas: boolean;
  /** What was typed before ↑, and how far back it is. */
  #recall = { draft: '', back: 0 };
  /** What is missing to be heard. */
  declare ears: Ears | null;

  /** Shows how loud the microphone is, 0 to 1, without drawing anything anew. */
  setLevel(level: number): void {
    this.paint('--level', level.toFixed(3));
  }

  /** Empties the text box once its text was sent. */
  sent(text: string): void {
    const field = this.#field();
    this.#recall = { draft: '', back: 0 };
    this.ideas = false;
    if (field?.value.trim() === text) field.value = '';
  }

  protected override render() {
    const { talking, waking, opening } = this.voice;
    const stage = this.playing && this.stage === 'idle' ? 'speaking' : this.stage;
    const busy = stage !== 'idle' || talking;
    return html`
      ${this.ideas && this.inputs.length > 0 ? this.#ideas() : nothing}
      <div class="composer" data-stage=${talking && stage === 'idle' ? 'listening' : stage}>
        <p id="stage" class="stage" role="status" aria-live="polite" data-stage=${stage}>
          <i aria-hidden="true"></i>${this.t(talking && stage === 'idle' ? 'listening' : stage)}
        </p>
        <label class="wake">
          <input
            id="wake"
            type="checkbox"
            role="switch"
            .checked=${waking}
            @change=${(event: Event) => {
              if (event.target instanceof HTMLInputElement) this.emit('waking', event.target.checked);
            }}
          />
          <span>${this.t('wake')}</span>
        </label>
        <form
          class="say"
          @submit=${(event: Event) => {
            event.preventDefault();
            const text = this.#field()?.value.trim();
            if (text) this.emit('say', text);
          }}
        >
          ${this.inputs.length > 0 ? this.#idea() : nothing}
          <input
            id="say"
            type="text"
            autocomplete="off"
            enterkeyhint="send"
            maxlength=${MAX_LENGTHS}
            aria-label=${this.t('sayLabel')}
            placeholder=${this.t('say')}
            @keydown=${(event: KeyboardEvent) => this.#key(event)}
          />
          <button id="send" type="submit" aria-label=${this.t('send')} title=${this.t('send')}>${icon('send')}</button>
        </form>
        <button
          id="mic"
          class="mic"
          type="button"
          aria-pressed=${talking}
          aria-describedby=${this.ears ? 'ears' : nothing}
          aria-label=${this.t(talking ? 'talkDone' : 'talk')}
          title=${this.t(talking ? 'talkDone' : 'talk')}
          ?data-opening=${opening}
          ?data-open=${talking || waking}
          @click=${() => this.emit('talk', null)}
        >
          <span class="mic-level" aria-hidden="true"></span>
          <span class="mic-face">${icon(talking ? 'done' : 'microphone')}</span>
        </button>
        ${
          busy
            ? html`<button id="stop" class="stop" type="button" @click=${() => this.emit('hush', null)}>
                ${icon('stop')}<span>${this.t('stop')}</span>
              </button>`
            : nothing
        }
      </div>
    `;
  }

  #idea() {
    return html`<button
      id="idea"
      class="idea"
      type="button"
      aria-expanded=${this.ideas === true}
      aria-controls="ideas"
      aria-label=${this.t('ideas')}
      title=${this.t('ideas')}
      @click=${() => {
        this.ideas = !this.ideas;
      }}
    >
      ${icon('idea')}
    </button>`;
  }

  #ideas() {
    return html`<div id="ideas" class="ideas">
      <p class="unseen" id="ideas-lead">${this.t('ideas')}</p>
      ${suggestions(
        (key) => this.t(key),
        'ideas-lead',
        (text) => {
          this.#field()?.focus();
          this.emit('say', text);
        },
      )}
    </div>`;
  }

  #key(event: KeyboardEvent): void {
    const field = this.#field();
    if (event.key === 'Escape' && this.ideas) this.ideas = false;
    const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (!field || step === 0 || event.isComposing || event.shiftKey || event.altKey || event.ctrlKey) return;
    const draft = this.#recall.back === 0 ? field.value : this.#recall.draft;
    const next = recalled(this.inputs, draft, this.#recall.back + step);
    if (!next) return;
    event.preventDefault();
    this.#recall = { draft, back: next.back };
    field.value = next.text;
    field.setSelectionRange(next.text.length, next.text.length);
  }

  #field(): HTMLInputElement | null {
    return this.querySelector<HTMLInputElement>('#say');
  }
}

customElements.define('jarvis-composer', Composer);
