import type { EditorRed, Translate } from '../editor-types.js';
import { ask, knownSites, type Offered, refusal } from './forms.editor.js';

declare const RED: EditorRed;

/** What there is to choose from for a field. */
export interface ChoicesOptions {
  /** Asks for it; the reason of a failure is shown. */
  load(): Promise<readonly Offered[]>;
  /** Key of the sentence that says why there is nothing. */
  none: string;
  /** The field takes several, with commas between. */
  several?: boolean;
  /** Fields on which the list depends: it is asked for again when they change. */
  of?: string;
}

const SETTLE_MS = 50;

/**
 * Gives fields a button each that opens the list of what there is, and a line that says why when there is nothing.
 * Anything else may still be typed.
 * @returns asks again what there is
 */
export function choose(inputs: JQuery, t: Translate, options: ChoicesOptions): () => void {
  const note = $('<span class="jarvis-note" role="status">').appendTo(inputs.last().parent());
  const buttons = inputs.get().map((input) => chooser($(input), t, options.several));
  let latest = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const load = () => {
    const now = ++latest;
    const show = (found: readonly Offered[], why: string) => {
      if (now !== latest) return;
      for (const { offer } of buttons) offer(found);
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

/** The button alone, for a field whose list comes from elsewhere. */
export function chooser(input: JQuery, t: Translate, several = false): { offer(words: readonly Offered[]): void } {
  let choices: readonly Offered[] = [];
  const name =
    input.attr('aria-label') ??
    $(`label[for="${input.attr('id')}"]`)
      .text()
      .trim();
  const button = $('<button type="button" class="red-ui-button jarvis-choose" aria-haspopup="menu">')
    .attr({ 'aria-label': t('choices.choose', { name }), title: t('choices.choose', { name }) })
    .append('<i class="fa fa-caret-down" aria-hidden="true"></i>')
    .prop('disabled', true)
    .insertAfter(input.addClass('jarvis-has-choices'));
  button.on('click', (event) => {
    event.preventDefault();
    const menu = RED.popover.menu({
      class: 'jarvis-menu',
      width: Math.max(input.outerWidth() ?? 0, 200),
      maxHeight: 240,
      options: choices.map((choice) => (typeof choice === 'string' ? { label: choice, value: choice } : choice)),
      onselect: ({ value }) => {
        input.val(several ? withAlso(String(input.val() ?? ''), value) : value).trigger('change');
      },
      onclose: () => button.trigger('focus'),
    });
    menu.show({ target: input, align: 'left' });
    $('.jarvis-menu a').first().trigger('focus');
  });
  return {
    offer(words) {
      choices = words;
      button.prop('disabled', words.length === 0);
    },
  };
}

/** A list with commas, and one more in it. */
function withAlso(list: string, word: string): string {
  const words = list
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  return [...words.filter((one) => one !== word), word].join(', ');
}

/** Asks the runtime what there is of a kind. @throws an Error that says why it can't be known */
export async function choicesOf(of: string, more: object = {}): Promise<string[]> {
  const { choices, why } = await ask<{ choices: string[]; why: string }>('choices', { of, ...more });
  if (why) throw new Unknown(why);
  return choices;
}

/** Why there is no list, for the person. */
class Unknown extends Error {}

/** The sentence for a list that couldn't be had. */
export function whyNone(thrown: unknown, t: Translate): string {
  return thrown instanceof Unknown ? thrown.message : refusal(thrown, t);
}

/** The models of the model server that is chosen in a select of config nodes, deployed or not. */
export async function modelsOf(select: string): Promise<string[]> {
  const node = RED.nodes.node(String($(select).val() ?? ''));
  if (!node) return [];
  const { id, provider = 'ollama', url = '' } = node;
  return await choicesOf('models', { id, provider, url });
}

/** For a field that takes rooms and satellites: the house's rooms, then the satellites. */
export const roomsAndSites: ChoicesOptions = {
  load: async () => {
    const [rooms, sites] = await Promise.allSettled([choicesOf('areas'), knownSites()]);
    if (rooms.status === 'rejected' && sites.status === 'rejected') throw rooms.reason;
    return [...new Set([rooms, sites].flatMap((one) => (one.status === 'fulfilled' ? one.value : [])))];
  },
  none: 'choices.areas',
  several: true,
};
