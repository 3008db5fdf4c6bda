import { html, nothing, type TemplateResult } from 'lit';

/** A question in the middle of the page; closing it is no. `undefined` while nothing is asked. */
export function questionDialog(
  asked: { question: string; detail?: string | undefined; no: string; yes: string } | undefined,
  settle: (yes: boolean) => void,
): TemplateResult {
  return html`<dialog class="confirm" aria-labelledby="confirm-question" @close=${() => settle(false)}>
    ${
      asked
        ? html`
            <p id="confirm-question">${asked.question}</p>
            ${asked.detail ? html`<p class="confirm-detail" id="confirm-detail">${asked.detail}</p>` : nothing}
            <div class="confirm-answers">
              <button id="confirm-no" type="button" autofocus @click=${() => settle(false)}>${asked.no}</button>
              <button id="confirm-yes" class="primary" type="button" @click=${() => settle(true)}>${asked.yes}</button>
            </div>
          `
        : nothing
    }
  </dialog>`;
}

/** Opens the dialog in `root` while something is asked, and closes it otherwise. */
export function showQuestion(root: HTMLElement, isAsked: boolean): void {
  const dialog = root.querySelector('dialog');
  if (isAsked && dialog && !dialog.open) dialog.showModal();
  if (!isAsked && dialog?.open) dialog.close();
}
