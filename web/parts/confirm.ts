import { html, nothing } from 'lit';
import type { StringKey } from '../strings.js';
import { Part } from './part.js';

interface Question {
  question: StringKey;
  yes: StringKey;
  name: string;
}

/** Asks before something that shouldn't happen by a slip of the finger. */
export class Confirm extends Part {
  static override properties = { asked: { state: true } };
  declare asked: Question | undefined;
  #answer: ((yes: boolean) => void) | undefined;

  /** @returns true when the person says yes; closing the question is no. */
  ask(question: Question): Promise<boolean> {
    this.#answer?.(false);
    this.asked = question;
    return new Promise((resolve) => {
      this.#answer = resolve;
    });
  }

  protected override updated(): void {
    const dialog = this.querySelector('dialog');
    if (this.asked && dialog && !dialog.open) dialog.showModal();
  }

  protected override render() {
    const { asked } = this;
    return html`<dialog class="confirm" aria-labelledby="confirm-question" @close=${() => this.#settle(false)}>
      ${
        asked
          ? html`
              <p id="confirm-question">${this.t(asked.question, { name: asked.name })}</p>
              <div class="confirm-answers">
                <button id="confirm-no" type="button" autofocus @click=${() => this.#settle(false)}>
                  ${this.t('cancel')}
                </button>
                <button id="confirm-yes" class="primary" type="button" @click=${() => this.#settle(true)}>
                  ${this.t(asked.yes)}
                </button>
              </div>
            `
          : nothing
      }
    </dialog>`;
  }

  #settle(yes: boolean): void {
    const answer = this.#answer;
    this.#answer = undefined;
    this.asked = undefined;
    answer?.(yes);
    const dialog = this.querySelector('dialog');
    if (dialog?.open) dialog.close();
  }
}

customElements.define('jarvis-confirm', Confirm);
