import type { EditorRed, Translate } from '../editor-types.js';
import { choicesOf, choose } from '../shared/choices.editor.js';
import {
  address,
  ask,
  type Checked,
  checkButton,
  matching,
  numberBetween,
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
    const t: Translate = (key, values) => this._(key, values);
    const server = () => ({
      provider: $('#node-config-input-provider').val(),
      url: $('#node-config-input-url').val(),
      id: this.id,
      key: typedSecret($('#node-config-input-key')),
    });
    const reload = choose($('#node-config-input-model, #node-config-input-small'), t, {
      load: () => choicesOf('models', server()),
      none: 'choices.models',
      of: '#node-config-input-provider, #node-config-input-url, #node-config-input-key',
    });
    checkButton($('#jarvis-model-check'), $('#jarvis-model-result'), t, async () => {
      const answer = await ask<Checked & { models?: string[] }>('model/check', server());
      reload();
      const count = answer.models?.length ?? 0;
      return { ...answer, message: answer.message || t('check.found', { count }) };
    });
  },
});
