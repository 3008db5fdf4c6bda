/** Where something is corrected or added; what somebody looks for is typed again in a moment. */
const FIELDS = ':is(form.edit, form.adding, form.adding-line) :is(textarea, input)';

/** @returns whether words that somebody has typed in `root` stand there unsaved */
export function watchTyping(root: HTMLElement): () => boolean {
  const typed = new WeakSet<EventTarget>();
  root.addEventListener('input', ({ target }) => {
    if (target) typed.add(target);
  });
  return () =>
    [...root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(FIELDS)].some(
      (field) => typed.has(field) && field.value.trim() !== '',
    );
}
