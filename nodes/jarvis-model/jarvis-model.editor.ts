import type { EditorRed } from '../editor-types.js';
import {
  address,
  ask,
  type Checked,
  checkButton,
  matching,
  numberBetween,
  offer,
  openForm,
  showRowsFor,
  typedSecret,
  whenChosen,
} from '../shared/forms.editor.js';

declare const RED: EditorRed;

interface Properties {
  name: string;
  provider: string;
  url: string;
  model: string;
  small: string;
  numCtx: string;
  keepAlive: string;
  version: number;
}

RED.nodes.registerType<Properties>('jarvis-model', {
  category: 'config',
  icon: 'jarvis-model.svg',
  defaults: {
    name: { value: '' },
    provider: { value: 'ollama' },
    url: {
      value: 'http://127.0.0.1:11434',
      required: true,
      validate: address(['http', 'https'], 'http://127.0.0.1:11434'),
    },
    model: { value: '' },
    small: { value: '' },
    numCtx: { value: '8192', validate: numberBetween(512, 1_048_576, true) },
    keepAlive: {
      value: '30m',
      validate: whenChosen('provider', { ollama: matching(/^-?\d+(\.\d+)?(ms|s|m|h)?$/, 'invalid.keepAlive') }),
    },
    version: { value: 1 },
  },
  credentials: { key: { type: 'password' } },
  label() {
    return this.name || this.model || this._('label.none');
  },
  oneditprepare() {
    openForm(this, '#node-config-input-provider');
    showRowsFor($('#node-config-input-provider'), 'provider');
    let models: string[] = [];
    offer($('#node-config-input-model'), () => models);
    offer($('#node-config-input-small'), () => models);
    checkButton(
      $('#jarvis-model-check'),
      $('#jarvis-model-result'),
      (key, values) => this._(key, values),
      async () => {
        const answer = await ask<Checked & { models?: string[] }>('model/check', {
          provider: $('#node-config-input-provider').val(),
          url: $('#node-config-input-url').val(),
          id: this.id,
          key: typedSecret($('#node-config-input-key')),
        });
        models = answer.models ?? [];
        const found = answer.ok ? this._('check.found', { count: models.length }) : '';
        return { ...answer, message: answer.message || found };
      },
    );
  },
});
