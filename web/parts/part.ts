import { LitElement, type PropertyDeclarations } from 'lit';
import { type Language, type StringKey, translate } from '../strings.js';
import type { Action } from '../wire/messages.js';

/** What the parts tell the page, as bubbling custom events. */
export interface PartEvents {
  say: string;
  talk: null;
  hush: null;
  waking: boolean;
  again: { key: number; text: string };
  /** Yes or no to the question that is asked in words. */
  answer: boolean;
  /** On narrow screens: all the room for the conversation, or the house below it. */
  grow: boolean;
  dismiss: number;
  /** Id of a timer that rings no more, or is cancelled. */
  endTimer: string;
  area: string | null;
  language: Language;
  command: { action: Action; target: string; value?: number };
}

/** A part of the page. It renders into the page itself, so that labels, styles and tests reach across parts. */
export class Part extends LitElement {
  static override properties: PropertyDeclarations = { language: { attribute: false } };
  declare language: Language;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected t(key: StringKey, values?: Record<string, string | number>): string {
    return translate(this.language, key, values);
  }

  /** Sets a custom property on this element. By script, because `default-src 'self'` refuses style attributes. */
  protected paint(property: `--${string}`, value: string | number): void {
    this.style.setProperty(property, String(value));
  }

  protected emit<K extends keyof PartEvents>(type: K, detail: PartEvents[K]): void {
    this.dispatchEvent(new CustomEvent(`jarvis-${type}`, { detail, bubbles: true }));
  }
}

/** Listens for what parts inside `root` tell. */
export function onPart<K extends keyof PartEvents>(
  root: EventTarget,
  type: K,
  listen: (detail: PartEvents[K]) => void,
): void {
  root.addEventListener(`jarvis-${type}`, (event) => {
    if (event instanceof CustomEvent) listen(event.detail);
  });
}
