import { readLists } from '../../lib/deciding/own-sentences/form-lists.js';
import { type Conflict, type Problem, problemsIn } from '../../lib/deciding/own-sentences/template-problem.js';
import type { EditorRed, Translate } from '../editor-types.js';
import { choose } from '../shared/choices.editor.js';
import { ask, matching, openForm, refusal } from '../shared/forms.editor.js';
import { nameChoices } from '../shared/house.editor.js';

declare const RED: EditorRed;

interface Properties {
  name: string;
  templates: string;
  lists: string;
  language: string;
  version: number;
}

/** How long nobody types before the runtime is asked, in milliseconds. */
const SETTLE_MS = 500;

const told = (t: Translate, { line, at, why }: Problem) => t(`invalid.${why}`, { line, at });

/** What is wrong with the templates, by the lists as they stand in the form while it is open. */
function problemsOf(templates: string, lists: string): Problem[] {
  return problemsIn(templates, [...readLists(lists).lists.keys()]);
}

RED.nodes.registerType<Properties>('jarvis-sentence', {
  category: 'jarvis',
  color: '#CDE8C4',
  icon: 'jarvis-sentence.svg',
  inputs: 0,
  outputs: 1,
  paletteLabel: 'sentence',
  defaults: {
    name: { value: '' },
    templates: {
      value: '',
      validate(value, _options) {
        const lists = $('#node-input-lists');
        const isOpen = lists.closest('form').data('jarvis-node') === this.id;
        const [problem] = problemsOf(value ?? '', isOpen ? String(lists.val() ?? '') : (this.lists ?? ''));
        return problem ? told(this._, problem) : true;
      },
    },
    lists: {
      value: '',
      validate(value, _options) {
        const [problem] = readLists(value ?? '').problems;
        return problem ? told(this._, problem) : true;
      },
    },
    language: { value: '', validate: matching(/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/, 'invalid.language') },
    version: { value: 1 },
  },
  label() {
    return this.name || 'sentence';
  },
  labelStyle() {
    return this.name ? 'node_label_italic' : '';
  },
  outputLabels(index) {
    return this._(`port.out${index + 1}`);
  },
  oneditprepare() {
    openForm(this, '#node-input-templates');
    const t: Translate = (key, values) => this._(key, values);
    showNotes(t);
    const onpick = (name: string) => addToList($('#node-input-lists'), name);
    choose($('#jarvis-sentence-add'), t, { load: nameChoices, none: 'choices.things', onpick });
  },
});

/** Adds a word to the list that the cursor is in. */
function addToList(lists: JQuery, word: string): void {
  const field = lists.get(0) as HTMLTextAreaElement;
  const end = field.value.indexOf('\n', field.selectionStart);
  const at = end < 0 ? field.value.length : end;
  const before = field.value.slice(0, at).replace(/[ \t]+$/, '');
  const between = /(?:^|\n)$/.test(before) ? '' : /[:,]$/.test(before) ? ' ' : ', ';
  field.setRangeText(`${between}${word}`, before.length, at, 'end');
  lists.trigger('input').trigger('change');
}

/** Says below the fields what is wrong, and which sentences are built in already, whenever nobody types. */
function showNotes(t: Translate): void {
  const [templates, lists, language] = ['templates', 'lists', 'language'].map((name) => $(`#node-input-${name}`));
  const textOf = (field: JQuery | undefined) => String(field?.val() ?? '');
  const show = (name: string, lines: readonly string[]) =>
    $(`#jarvis-${name}-note`)
      .empty()
      .append(lines.map((line) => $('<span>').text(line).append('<br>')));
  let latest = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    const now = ++latest;
    const form = { templates: textOf(templates), lists: textOf(lists), language: textOf(language).trim() };
    const wrong = problemsOf(form.templates, form.lists).map((one) => told(t, one));
    show(
      'lists',
      readLists(form.lists).problems.map((one) => told(t, one)),
    );
    show('templates', wrong);
    if (form.templates.trim() === '') return;
    const showFound = (found: readonly string[]) => now === latest && show('templates', [...wrong, ...found]);
    ask<{ conflicts: Conflict[] }>('sentences', form).then(
      ({ conflicts }) =>
        showFound(conflicts.map(({ line, said, means }) => t(`conflict.${means}`, { line, sentence: said }))),
      (thrown: unknown) => showFound([refusal(thrown, t)]),
    );
  };
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(look, SETTLE_MS);
  };
  for (const field of [templates, lists, language]) field?.on('input', later);
  // The templates are checked with the lists.
  lists?.on('input', () => templates?.trigger('change'));
  look();
}
