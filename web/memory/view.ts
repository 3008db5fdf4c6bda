import { html, LitElement, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { MAX_ENTRY } from '../../lib/memory/tables/entry-correct.js';
import type { FACT_LIMITS } from '../../lib/memory/tables/facts.js';
import type { LINE_LIMITS } from '../../lib/memory/tables/graph-rows.js';
import type { Language } from '../strings.js';
import type { Client, Entry } from './api.js';
import { type MemoryKey, memoryText } from './strings.js';

/** What parts of the page tell it, as bubbling custom events. */
export interface ViewEvents {
  /** Something failed. */
  problem: unknown;
  /** What failed works again. */
  solved: null;
  /** Something was done. */
  told: string;
  ask: Question;
  /** An entry was changed or is gone. */
  changed: null;
}

/** A question that the page puts to the person before something that is not to happen by a slip of the finger. */
export interface Question {
  question: string;
  detail?: string;
  yes: string;
  answer(yes: boolean): void;
}

/** A part of the memory page. It renders into the page itself, so that labels and styles reach across parts. */
export class View extends LitElement {
  static override properties: PropertyDeclarations = {
    language: { attribute: false },
    client: { attribute: false },
    busy: { state: true },
  };
  declare language: Language;
  declare client: Client;
  /** A request is under way. */
  declare busy: boolean;
  #asked = 0;
  #changing = false;
  #failed = false;
  /** What the text was when its form was opened. */
  #opened = '';
  /** The name of the button that opened a form in place of a text. */
  #opener: string | null = null;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected t(key: MemoryKey, values?: Record<string, string | number>): string {
    return memoryText(this.language, key, values);
  }

  protected emit<K extends keyof ViewEvents>(type: K, detail: ViewEvents[K]): void {
    this.dispatchEvent(new CustomEvent(`memory-${type}`, { detail, bubbles: true }));
  }

  /** Asks the person; true when they say yes. */
  protected confirm(question: string, detail: string, yes: string): Promise<boolean> {
    return new Promise((answer) => this.emit('ask', { question, detail, yes, answer }));
  }

  /** Does something, and tells the page when that fails. @returns undefined then */
  protected async attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    this.#asked++;
    this.busy = true;
    try {
      const done = await work();
      if (this.#failed) this.emit('solved', null);
      this.#failed = false;
      return done;
    } catch (thrown) {
      this.#failed = true;
      this.emit('problem', thrown);
      return undefined;
    } finally {
      this.#asked--;
      this.busy = this.#asked > 0;
    }
  }

  /** Changes something, but not twice when somebody clicks twice. @returns undefined when it failed, or for the second */
  protected async change<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (this.#changing) return undefined;
    this.#changing = true;
    try {
      return await this.attempt(work);
    } finally {
      this.#changing = false;
    }
  }

  /** Loads what it shows: when it appears, and with another store. */
  protected load(): void {}

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('client')) this.load();
  }

  /** The keyboard goes into a form that has opened, and back to its button when it has closed. */
  protected override updated(changed: ReadonlyMap<PropertyKey, unknown>): void {
    if (!changed.has('editing')) return;
    const field = this.querySelector<HTMLElement>('.edit textarea, .edit select');
    if (field) {
      field.focus();
      return;
    }
    const buttons = [...this.querySelectorAll<HTMLButtonElement>('.actions button')];
    const opener = buttons.find((button) => button.getAttribute('aria-label') === this.#opener) ?? buttons[0];
    if (this.#opener !== null) opener?.focus();
    this.#opener = null;
  }

  /** To be called before a form opens, with the text that is to be corrected in it. */
  protected opening(text = ''): void {
    this.#opened = text;
    this.#opener = document.activeElement?.getAttribute('aria-label') ?? '';
  }

  /** For the form of a text: what it began with, and what stands there now where somebody else was faster. */
  protected standing(text: string): { value: string; stands?: string } {
    return text === this.#opened ? { value: text } : { value: this.#opened, stands: text };
  }

  protected olderButton(load: () => void): TemplateResult {
    return html`<button class="button more" type="button" ?disabled=${this.busy} @click=${load}>
      ${this.t('more')}
    </button>`;
  }

  protected loading(): TemplateResult {
    return html`<p class="empty" role="status">${this.t('loading')}</p>`;
  }
}

/** Listens for what parts inside `root` tell. */
export function onView<K extends keyof ViewEvents>(
  root: EventTarget,
  type: K,
  listen: (detail: ViewEvents[K]) => void,
): void {
  root.addEventListener(`memory-${type}`, (event) => {
    if (event instanceof CustomEvent) listen(event.detail);
  });
}

/** The longest texts that the memory keeps, in characters; what is longer would be cut off. The types hold them to its own. */
export const MAX_LENGTHS: {
  entry: typeof MAX_ENTRY;
  line: (typeof LINE_LIMITS)['characters'];
  node: (typeof LINE_LIMITS)['name'];
  category: (typeof FACT_LIMITS)['category'];
  key: (typeof FACT_LIMITS)['key'];
  value: (typeof FACT_LIMITS)['value'];
} = { entry: 8_000, line: 1_000, node: 60, category: 40, key: 60, value: 500 };

/** What a field of a form holds. */
export function fieldOf(form: EventTarget | null, name: string): string {
  if (!(form instanceof HTMLFormElement)) return '';
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/** A form in place of a text that is being corrected. */
export function editForm({
  label,
  value,
  longest,
  stands,
  topics,
  t,
  save,
  cancel,
}: {
  label: string;
  value: string;
  /** Characters. */
  longest: number;
  /** What the text is now, where that is something else. */
  stands?: string;
  /** With a field for topics. */
  topics?: readonly string[];
  t(key: MemoryKey): string;
  save(text: string, topics: string[]): void;
  cancel(): void;
}): TemplateResult {
  return html`<form
    class="edit"
    @submit=${(event: Event) => {
      event.preventDefault();
      const names = fieldOf(event.target, 'topics').split(',');
      save(
        fieldOf(event.target, 'text'),
        names.map((name) => name.trim()).filter((name) => name !== ''),
      );
    }}
    @keydown=${(event: KeyboardEvent) => {
      if (event.key === 'Escape') cancel();
      // Only an entry with topics has more than one line. Words that are still being composed take the key themselves.
      const saves = event.key === 'Enter' && (!topics || event.ctrlKey || event.metaKey) && !event.isComposing;
      if (!saves || !(event.target instanceof HTMLTextAreaElement)) return;
      event.preventDefault();
      event.target.form?.requestSubmit();
    }}
  >
    <label class="field"
      ><span>${label}</span
      ><textarea name="text" required maxlength=${longest} rows=${Math.min(12, 2 + Math.floor(value.length / 60))} .value=${value}></textarea>
    </label>
    ${stands === undefined ? nothing : html`<p class="stands" role="status">${t('standsNow')} <ins>${stands}</ins></p>`}
    ${
      topics
        ? html`<label class="field"
            ><span>${t('topics')}</span><input name="topics" autocomplete="off" .value=${topics.join(', ')}
          /></label>`
        : nothing
    }
    <div class="actions">
      <button class="button primary" type="submit">${t('save')}</button>
      <button class="button" type="button" @click=${cancel}>${t('cancel')}</button>
    </div>
  </form>`;
}

/** The name of an entry's kind. */
export const KIND_KEYS: Record<Entry['kind'], MemoryKey> = {
  diary: 'diary',
  note: 'note',
  fact: 'fact',
  graph: 'line',
};

/** What an entry keeps when its text or its time changes. */
export function sameEntry({ kind, key, id }: Pick<Entry, 'kind' | 'key' | 'id'>): string {
  return `${kind} ${key ?? id}`;
}

/** The first words of a text, to name it by. */
export function shortly(text: string, most = 60): string {
  const letters = [...text];
  return letters.length > most
    ? `${letters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
    : text;
}
