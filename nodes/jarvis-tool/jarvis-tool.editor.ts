import {
  KINDS,
  MAX_SECONDS,
  MIN_SECONDS,
  nameProblem,
  type Parameter,
  parametersIn,
  parametersProblem,
  USUAL_SECONDS,
} from '../../lib/tools/flow-tool-form.js';
import type { EditorRed, Translate } from '../editor-types.js';
import { numberBetween, openForm } from '../shared/forms.editor.js';
import { toolTrial } from './trial.editor.js';

declare const RED: EditorRed;

interface Properties {
  name: string;
  tool: string;
  description: string;
  /** JSON. */
  parameters: string;
  acts: boolean;
  guests: boolean;
  asks: boolean;
  question: string;
  seconds: string;
  version: number;
}

RED.nodes.registerType<Properties>('jarvis-tool', {
  category: 'jarvis',
  color: '#CDE8C4',
  icon: 'jarvis-tool.svg',
  inputs: 0,
  outputs: 1,
  paletteLabel: 'tool',
  defaults: {
    name: { value: '' },
    tool: {
      value: '',
      validate(value, _options) {
        const others = RED.nodes.filterNodes({ type: 'jarvis-tool' }).filter(({ id, d }) => id !== this.id && !d);
        const problem = value
          ? nameProblem(
              value,
              others.map(({ tool }) => String(tool ?? '')),
            )
          : undefined;
        return problem ? this._(`invalid.${problem}`) : true;
      },
    },
    description: { value: '' },
    parameters: {
      value: '[]',
      validate(value, _options) {
        const problem = parametersProblem(value);
        return problem ? this._(`invalid.${problem.why}`, { name: problem.name }) : true;
      },
    },
    acts: { value: true },
    guests: { value: true },
    asks: { value: false },
    question: { value: '' },
    seconds: { value: String(USUAL_SECONDS), validate: numberBetween(MIN_SECONDS, MAX_SECONDS) },
    version: { value: 1 },
  },
  label() {
    return this.name || this.tool || 'tool';
  },
  labelStyle() {
    return this.name ? 'node_label_italic' : '';
  },
  outputLabels(index) {
    return this._(`port.out${index + 1}`);
  },
  oneditprepare() {
    openForm(this, '#node-input-tool');
    const t: Translate = (key, values) => this._(key, values);
    const list = $('#jarvis-parameters').editableList<Partial<Parameter>>({
      addButton: t('label.addParameter'),
      removable: true,
      height: 'auto',
      addItem: (container, _index, row) => {
        showRow(container, row, t);
        keep(t);
      },
      removeItem: () => keep(t),
    });
    for (const row of parametersIn(this.parameters) ?? []) list.editableList('addItem', row);
    list.on('input change', 'input, select', () => keep(t));
    keep(t);
    toolTrial(this.id, rows, t);
    const asks = $('#node-input-asks');
    const showQuestion = () => $('#jarvis-question').toggle(asks.is(':checked'));
    asks.on('change', showQuestion);
    showQuestion();
  },
  oneditsave() {
    $('#node-input-parameters').val(JSON.stringify(rows()));
  },
});

/** The fields of one parameter. */
function showRow(container: JQuery, row: Partial<Parameter>, t: Translate): void {
  const named = (field: JQuery, name: keyof Parameter) =>
    field.attr({ 'data-name': name, 'aria-label': t(`label.${name}`), title: t(`label.${name}`) });
  const text = (name: keyof Parameter, value: string) =>
    named($('<input type="text" autocomplete="off" class="jarvis-field">'), name)
      .attr('placeholder', t(`label.${name}`))
      .val(value);
  const kind = named($('<select class="jarvis-field">'), 'kind').append(
    KINDS.map((one) =>
      $('<option>')
        .val(one)
        .text(t(`option.${one}`)),
    ),
  );
  const required = named($('<input type="checkbox">'), 'required').prop('checked', row.required !== false);
  const choices = text('choices', (row.choices ?? []).join(', ')).addClass('jarvis-line');
  container
    .addClass('jarvis-parameter')
    .append(
      text('name', row.name ?? '').attr('spellcheck', 'false'),
      kind.val(row.kind ?? 'text'),
      $('<label class="jarvis-required">').append(required, document.createTextNode(` ${t('label.required')}`)),
      choices,
      text('description', row.description ?? '').addClass('jarvis-line'),
    );
  container.siblings('a').attr({ role: 'button', 'aria-label': t('label.removeParameter') });
  const update = () => choices.toggle(kind.val() === 'choice');
  kind.on('change', update);
  update();
}

/** The parameters as they stand in the form. */
function rows(): Parameter[] {
  const items = $('#jarvis-parameters').editableList('items').toArray();
  const read = items.map((item) => {
    const field = (name: keyof Parameter) => $(item).find(`[data-name="${name}"]`);
    const textOf = (name: keyof Parameter) => String(field(name).val() ?? '').trim();
    const [kind, required] = [textOf('kind'), field('required').is(':checked')];
    const choices = kind === 'choice' ? textOf('choices').split(',') : [];
    return { name: textOf('name'), kind, description: textOf('description'), choices, required };
  });
  return parametersIn(JSON.stringify(read)) ?? [];
}

/** Keeps the list in the field that is checked and saved, and says below it what is wrong. */
function keep(t: Translate): void {
  const json = JSON.stringify(rows());
  const problem = parametersProblem(json);
  $('#node-input-parameters').val(json).trigger('change');
  $('#jarvis-parameters-note').text(problem ? t(`invalid.${problem.why}`, { name: problem.name }) : '');
}
