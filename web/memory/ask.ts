import { questionDialog, showQuestion } from '../parts/dialog.js';
import { type Question, View } from './view.js';

/** Puts a question to the person; closing it is no. */
export class Ask extends View {
  static override properties = { ...View.properties, question: { state: true } };
  declare question: Question | undefined;

  ask(question: Question): void {
    this.question?.answer(false);
    this.question = question;
  }

  protected override updated(): void {
    showQuestion(this, this.question !== undefined);
  }

  protected override render() {
    const { question } = this;
    return questionDialog(question && { ...question, no: this.t('cancel') }, (yes) => this.#settle(yes));
  }

  #settle(yes: boolean): void {
    const { question } = this;
    this.question = undefined;
    question?.answer(yes);
  }
}

customElements.define('memory-ask', Ask);
