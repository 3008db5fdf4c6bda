import { questionDialog, showQuestion } from './dialog.js';
import { Part } from './part.js';

/** Puts a question of the server to the person, in the server's words. */
export class Confirm extends Part {
  static override properties = { question: { state: true } };
  declare question: string | undefined;
  #answer: ((yes: boolean | undefined) => void) | undefined;

  /** @returns true when the person says yes; closing the question is no. Undefined when it isn't asked any more. */
  ask(question: string): Promise<boolean | undefined> {
    this.withdraw();
    this.question = question;
    return new Promise((resolve) => {
      this.#answer = resolve;
    });
  }

  /** Takes the question back: another one is asked, or the server that asked is gone. */
  withdraw(): void {
    this.#settle(undefined);
  }

  protected override updated(): void {
    showQuestion(this, this.question !== undefined);
  }

  protected override render() {
    const { question } = this;
    return questionDialog(question ? { question, no: this.t('no'), yes: this.t('yes') } : undefined, (yes) =>
      this.#settle(yes),
    );
  }

  #settle(yes: boolean | undefined): void {
    const answer = this.#answer;
    this.#answer = undefined;
    this.question = undefined;
    answer?.(yes);
  }
}

customElements.define('jarvis-confirm', Confirm);
