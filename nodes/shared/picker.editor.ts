import type { EditorRed, Translate } from '../editor-types.js';

declare const RED: EditorRed;

/** Something to choose; names may be anybody's, and are only ever shown as text. */
export interface Choice {
  value: string;
  /** The value where there is none. */
  label?: string;
  /** Shown beneath, and searched too: the id, the area. */
  about?: string;
  /** Font Awesome's, such as "fa-tag". */
  icon?: string;
}

export interface PickerOptions {
  /** The field takes several, with commas between. */
  several?: boolean | undefined;
  /** Below the field stand the names of what is in it, and what of it isn't known. */
  names?: JQuery | undefined;
  /** The field only searches: what is taken goes here instead. */
  onpick?: ((value: string) => void) | undefined;
}

export interface Picker {
  offer(choices: readonly Choice[]): void;
}

/** Choices that are shown at a time: more are found by typing. */
const MAX_SHOWN = 100;
const MIN_WIDTH = 220;
/** Pixels; with less than the least below a field, its list goes above. */
const MIN_HEIGHT = 180;
const MAX_HEIGHT = 280;

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const entries = (list: string) =>
  list
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

/**
 * Makes a field a combobox with a button beside it: typing searches what there is, and what is typed stays when it is
 * nothing of that. Arrow keys go through the list, Enter takes one, Escape and Tab close it.
 */
export function picker(input: JQuery, t: Translate, { several = false, names, onpick }: PickerOptions = {}): Picker {
  let choices: readonly Choice[] = [];
  let shown: Choice[] = [];
  let active = -1;
  /** What is being typed to find something. */
  let search = '';
  let open: { panel: Panel; list: JQuery } | undefined;
  const text = () => String(input.val() ?? '');
  const entered = (list = text()) => (several ? entries(list) : [list.trim()]);
  /** Without what is being typed. */
  const taken = () => entered(several ? text().slice(0, text().length - search.length) : text());
  const isTaken = ({ value }: Choice) => entries(value).every((one) => taken().includes(one)) && value !== '';
  const name =
    input.attr('aria-label') ??
    $(`label[for="${input.attr('id')}"]`)
      .text()
      .trim();
  const id = `jarvis-list-${Math.random().toString(36).slice(2)}`;
  const button = $('<button type="button" class="red-ui-button jarvis-choose" aria-haspopup="listbox">')
    .attr({ 'aria-label': t('choices.choose', { name }), title: t('choices.choose', { name }) })
    .append('<i class="fa fa-caret-down" aria-hidden="true"></i>')
    .prop('disabled', true)
    .insertAfter(input);
  input.attr({
    ...{ role: 'combobox', autocomplete: 'off', 'aria-autocomplete': 'list', 'aria-expanded': 'false' },
    ...(names && { 'aria-describedby': names.attr('id', `${id}-names`).attr('id') ?? '' }),
  });

  const close = () => {
    if (!open) return;
    const { panel } = open;
    open = undefined;
    active = -1;
    search = '';
    panel.hide();
    input.attr('aria-expanded', 'false').removeAttr('aria-activedescendant aria-controls');
  };

  const mark = (at: number) => {
    active = at;
    const options = open?.list.find('[role=option]').removeClass('jarvis-active');
    const option = options?.eq(at).addClass('jarvis-active');
    option?.get(0)?.scrollIntoView({ block: 'nearest' });
    input.attr('aria-activedescendant', `${id}-${at}`);
  };

  const take = (choice: Choice) => {
    if (onpick) {
      onpick(choice.value);
      input.val('');
    } else if (several) {
      const own = entries(choice.value);
      const others = taken().filter((one) => !own.includes(one));
      input.val((isTaken(choice) ? others : [...others, ...own]).join(', '));
    } else input.val(choice.value);
    const at = active;
    input.trigger('change');
    if (!several) return close();
    show();
    mark(Math.max(0, Math.min(at, shown.length - 1)));
  };

  const row = (choice: Choice, at: number) => {
    const words = $('<span>').append(
      $('<span class="jarvis-choice-name">').text(choice.label ?? choice.value),
      choice.about ? $('<small>').text(choice.about) : '',
    );
    return $('<li role="option">')
      .attr({ id: `${id}-${at}`, 'aria-selected': String(isTaken(choice)) })
      .append(
        $('<i class="fa" aria-hidden="true">').addClass(isTaken(choice) ? 'fa-check' : (choice.icon ?? '')),
        words,
      )
      .on('click', () => {
        active = at;
        take(choice);
      });
  };

  /** Shows what has all of the words that are typed. */
  const show = (typed = '') => {
    search = typed;
    const found = matching(choices, search);
    shown = found.slice(0, MAX_SHOWN);
    if (shown.length === 0) return close();
    open ??= openPanel(input, button, id, name, close);
    open.list.empty().append(shown.map(row)).attr('aria-multiselectable', String(several));
    if (found.length > MAX_SHOWN) {
      const more = t('choices.more', { count: found.length - MAX_SHOWN });
      open.list.append($('<li role="presentation" class="jarvis-more">').text(more));
    }
    active = -1;
    input.attr({ 'aria-expanded': 'true', 'aria-controls': id }).removeAttr('aria-activedescendant');
  };

  const tellNames = () => {
    if (!names) return;
    const known = new Map(choices.map(({ value, label }) => [value, label ?? value]));
    const here = choices.length > 0 ? entered().filter((one) => one !== '') : [];
    const isOpenEnded = (one: string) => /[*]|\$\{/.test(one);
    const named = here.filter((one) => known.get(one) !== one).flatMap((one) => known.get(one) ?? []);
    const unknown = here.filter((one) => !known.has(one) && !isOpenEnded(one));
    const lines = [named.join(' · '), unknown.length > 0 ? t('choices.unknown', { names: unknown.join(', ') }) : ''];
    names.text(lines.filter((line) => line !== '').join(' – '));
  };

  button.on('mousedown', (event) => event.preventDefault());
  button.on('click', (event) => {
    event.preventDefault();
    if (open) return close();
    input.trigger('focus');
    show();
    mark(Math.max(0, shown.findIndex(isTaken)));
  });
  input
    .on('input', () => {
      if (!several) return show(text());
      // In the midst of a list nothing is searched.
      const { selectionEnd } = input.get(0) as HTMLInputElement;
      if (selectionEnd === text().length) show(text().split(',').pop());
      else close();
    })
    .on('change', tellNames)
    // A form that is closed takes its fields away without a blur.
    .on('blur remove', close)
    .on('keydown', (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined) {
        event.preventDefault();
        if (!open) show();
        if (!open) return;
        mark((Math.max(active, step > 0 ? -1 : 0) + step + shown.length) % shown.length);
      } else if (open && event.key === 'Escape') {
        // The form stays open.
        event.stopPropagation();
        close();
      } else if (open && event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        const choice = shown[active];
        if (choice) take(choice);
        else close();
      }
    });

  return {
    offer(found) {
      choices = found;
      button.prop('disabled', found.length === 0);
      tellNames();
    },
  };
}

const has = (text: string, search: string) => {
  const known = plain(text);
  return plain(search)
    .split(/\s+/)
    .every((word) => known.includes(word));
};

/** Those that have all words of a search, those whose name begins with it first. */
function matching(choices: readonly Choice[], search: string): Choice[] {
  const wanted = search.trim();
  const found = choices.filter(({ value, label, about }) => has([label, value, about].join(' '), wanted));
  if (wanted === '') return found;
  const begins = ({ value, label }: Choice) => plain(label ?? value).startsWith(plain(wanted));
  return [...found.filter(begins), ...found.filter((one) => !begins(one))];
}

type Panel = ReturnType<EditorRed['popover']['panel']>;

/** An empty list below the field, or above where there is more room. */
function openPanel(input: JQuery, button: JQuery, id: string, name: string, onclose: () => void) {
  const list = $('<ul role="listbox">').attr({ id, 'aria-label': name });
  const panel = RED.popover.panel(list);
  const field = input.get(0)?.getBoundingClientRect() ?? new DOMRect();
  const [above, below] = [field.top - 8, window.innerHeight - field.bottom - 8];
  const isAbove = below < MIN_HEIGHT && above > below;
  const width = Math.max((button.get(0)?.getBoundingClientRect().right ?? field.right) - field.left, MIN_WIDTH);
  panel.container.addClass('jarvis-menu').css('max-height', Math.min(MAX_HEIGHT, isAbove ? above : below));
  panel.container.width(width);
  // The field keeps the focus.
  panel.container.on('mousedown', (event) => event.preventDefault());
  panel.show({ target: input, align: 'right', onclose });
  const left = Math.max(4, Math.min(field.left, window.innerWidth - width - 4));
  panel.container.stop(true, true).css({ left, height: 'auto', ...placed(field, isAbove) });
  return { panel, list };
}

function placed({ top, bottom }: DOMRect, isAbove: boolean): Record<string, string | number> {
  return isAbove ? { top: 'auto', bottom: window.innerHeight - top } : { top: bottom };
}
