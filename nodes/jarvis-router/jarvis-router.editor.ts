import type { EditorRed, Validator } from '../editor-types.js';
import { choose, modelsOf } from '../shared/choices.editor.js';
import { openForm, showRowsFor, whenChosen } from '../shared/forms.editor.js';

declare const RED: EditorRed;

interface Properties {
  name: string;
  strategy: string;
  model: string;
  embedModel: string;
  always: boolean;
  home: string;
  memory: string;
  profiles: string;
  version: number;
}

/** The model is needed only by the strategy that asks one. */
const needed: Validator<Properties> = whenChosen('strategy', { llm: () => true });

/** An array of profiles, each with a name; the runtime checks the rest. */
const profileList: Validator<Properties> = function (value, _options) {
  if (!value?.trim()) return true;
  try {
    const list: unknown = JSON.parse(value);
    const named = Array.isArray(list) && list.every((one: { name?: unknown } | null) => typeof one?.name === 'string');
    return named || this._('invalid.profiles');
  } catch {
    return this._('invalid.profiles');
  }
};

RED.nodes.registerType<Properties>('jarvis-router', {
  category: 'jarvis',
  color: '#E6DAF5',
  icon: 'jarvis-router.svg',
  inputs: 1,
  outputs: 1,
  paletteLabel: 'router',
  defaults: {
    name: { value: '' },
    strategy: { value: 'keyword' },
    model: { value: '', type: 'jarvis-model', required: false, validate: needed },
    embedModel: { value: '' },
    always: { value: false },
    home: { value: '', type: 'jarvis-home', required: false },
    memory: { value: '', type: 'jarvis-memory', required: false },
    profiles: { value: '', validate: profileList },
    version: { value: 1 },
  },
  label() {
    return this.name || 'router';
  },
  labelStyle() {
    return this.name ? 'node_label_italic' : '';
  },
  inputLabels() {
    return this._('port.in');
  },
  outputLabels(index) {
    return this._(`port.out${index + 1}`);
  },
  oneditprepare() {
    openForm(this, '#node-input-strategy');
    showRowsFor($('#node-input-strategy'), 'strategy');
    choose($('#node-input-embedModel'), (key, values) => this._(key, values), {
      load: () => modelsOf('#node-input-model'),
      none: 'choices.models',
      of: '#node-input-model',
    });
  },
});
