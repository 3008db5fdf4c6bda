import type { EditorRed, Translate } from '../editor-types.js';
import { ask, refusal } from './forms.editor.js';
import { type Choice, picker } from './picker.editor.js';

declare const RED: EditorRed;

/** What there is to choose from for a field. */
export interface ChoicesOptions {
  /** Asks for it; the reason of a failure is shown. */
  load(): Promise<readonly Choice[]>;
  /** Key of the sentence that says why there is nothing. */
  none: string;
  /** The field takes several, with commas between. */
  several?: boolean;
  /** Each field tells the names of what is in it, and what of it isn't known. */
  names?: boolean;
  /** The field only searches: what is taken goes here instead. */
  onpick?(value: string): void;
  /** Fields on which the list depends: it is asked for again when they change. */
  of?: string;
}

const SETTLE_MS = 50;

/**
 * Makes fields pickers of what there is, with a line that says why when there is nothing. Anything else may still be typed.
 * @returns asks again what there is
 */
export function choose(inputs: JQuery, t: Translate, options: ChoicesOptions): () => void {
  const note = $('<span class="jarvis-note" role="status">').appendTo(inputs.last().parent());
  const pickers = inputs.get().map((input) => {
    const names = options.names ? $('<span class="jarvis-note" role="status">').appendTo($(input).parent()) : undefined;
    return picker($(input), t, { ...options, names });
  });
  let latest = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const load = () => {
    const now = ++latest;
    const show = (found: readonly Choice[], why: string) => {
      if (now !== latest) return;
      for (const { offer } of pickers) offer(found);
      note.text(why);
    };
    options.load().then(
      (found) => show(found, found.length > 0 ? '' : t(options.none)),
      (thrown: unknown) => show([], whyNone(thrown, t)),
    );
  };
  // A form that opens tells of a change of every field.
  const reload = () => {
    clearTimeout(timer);
    timer = setTimeout(load, SETTLE_MS);
  };
  if (options.of) $(options.of).on('change', reload);
  reload();
  return reload;
}

/** Asks the runtime what there is of a kind. @throws an Error that says why it can't be known */
export async function choicesOf(of: string, more: object = {}): Promise<Choice[]> {
  const { choices, why } = await ask<{ choices: string[]; why: string }>('choices', { of, ...more });
  if (why) throw new Unknown(why);
  return choices.map((value) => ({ value }));
}

/** Why there is no list, for the person. */
class Unknown extends Error {}

/** The sentence for a list that couldn't be had. */
export function whyNone(thrown: unknown, t: Translate): string {
  return thrown instanceof Unknown ? thrown.message : refusal(thrown, t);
}

/** The models of the model server that is chosen in a select of config nodes, deployed or not. */
export async function modelsOf(select: string): Promise<Choice[]> {
  const node = RED.nodes.node(String($(select).val() ?? ''));
  if (!node) return [];
  const { id, provider = 'ollama', url = '' } = node;
  return await choicesOf('models', { id, provider, url });
}
