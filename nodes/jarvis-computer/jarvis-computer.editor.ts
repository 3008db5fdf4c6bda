import { wrongAddress } from '../../lib/tools/computer/allowed-addresses.js';
import { wrongCommand } from '../../lib/tools/computer/commands.js';
import { MAX_LIMIT, MIN_LIMIT, wrongPath } from '../../lib/tools/computer/form.js';
import type { EditorRed } from '../editor-types.js';
import { numberBetween, openForm } from '../shared/forms.editor.js';

declare const RED: EditorRed;

interface Properties {
  name: string;
  limit: string;
  folders: string;
  write: boolean;
  commands: string;
  asks: boolean;
  addresses: string;
  post: boolean;
  code: boolean;
  version: number;
}

RED.nodes.registerType<Properties>('jarvis-computer', {
  category: 'jarvis',
  color: '#CDE8C4',
  icon: 'jarvis-computer.svg',
  inputs: 0,
  outputs: 1,
  paletteLabel: 'computer',
  defaults: {
    name: { value: '' },
    limit: {
      value: '',
      validate(value, options) {
        return value ? numberBetween<Properties>(MIN_LIMIT, MAX_LIMIT).call(this, value, options) : true;
      },
    },
    folders: {
      value: '',
      validate(value, _options) {
        const folder = wrongPath(value);
        return folder === undefined ? true : this._('invalid.folder', { folder });
      },
    },
    write: { value: false },
    commands: {
      value: '',
      validate(value, _options) {
        const command = wrongCommand(value);
        return command === undefined ? true : this._('invalid.command', { command });
      },
    },
    asks: { value: false },
    addresses: {
      value: '',
      validate(value, _options) {
        const wrong = wrongAddress(value);
        return wrong === undefined ? true : this._('invalid.webAddress', { address: wrong });
      },
    },
    post: { value: false },
    code: { value: false },
    version: { value: 1 },
  },
  label() {
    return this.name || 'computer';
  },
  labelStyle() {
    return this.name ? 'node_label_italic' : '';
  },
  outputLabels(index) {
    return this._(`port.out${index + 1}`);
  },
  oneditprepare() {
    openForm(this, '#node-input-folders');
  },
});
