type Child = Node | string | undefined | false;

/** An element with properties and children; what is a text stays a text. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  { className, ...attributes }: { className?: string } & Record<string, string | undefined> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (className) made.className = className;
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(name, value);
  made.append(...children.filter((child) => child !== undefined && child !== false));
  return made;
}

/** A button that does something. */
export function button(className: string, onClick: () => void, ...children: readonly Child[]): HTMLButtonElement {
  const made = element('button', { className, type: 'button' }, ...children);
  made.addEventListener('click', onClick);
  return made;
}

/** Copies a text, also on pages without https. @returns false where the browser does not allow it */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // No secure context, or no permission: the old way.
  }
  const area = element('textarea', { className: 'wf-unseen', 'aria-hidden': 'true' });
  area.value = text;
  const before = document.activeElement;
  // A dialog that is open keeps the keyboard inside.
  (document.querySelector('dialog[open]') ?? document.body).append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}
