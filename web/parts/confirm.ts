import type { StringKey } from '../strings.js';
import { questionDialog, showQuestion } from './dialog.js';
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
    showQuestion(this, this.asked !== undefined);
  }

  protected override render() {
    const { asked } = this;
    const words = asked && {
      question: this.t(asked.question, { name: asked.name }),
      no: this.t('cancel'),
      yes: this.t(asked.yes),
    };
    return questionDialog(words, (yes) => this.#settle(yes));
  }

  #settle(yes: boolean): void {
    const answer = this.#answer;
    this.#answer = undefined;
    this.asked = undefined;
    answer?.(yes);
  }
}

customElements.define('jarvis-confirm', Confirm);
