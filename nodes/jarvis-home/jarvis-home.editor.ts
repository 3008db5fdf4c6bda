import { shownAddress } from '../../lib/turn/address.js';
import type { EditorRed } from '../editor-types.js';
import {
  address,
  ask,
  type Checked,
  checkButton,
  matching,
  openForm,
  showRowsFor,
  typedSecret,
} from '../shared/forms.editor.js';

declare const RED: EditorRed;

interface Properties {
  name: string;
  kind: string;
  url: string;
  event: string;
  askAlways: string;
  askNever: string;
  version: number;
}

RED.nodes.registerType<Properties>('jarvis-home', {
  category: 'config',
  icon: 'jarvis-home.svg',
  defaults: {
    name: { value: '' },
    kind: { value: 'auto' },
    url: { value: '', validate: address(['http', 'https'], 'http://homeassistant.local:8123') },
    event: { value: 'jarvis_say', validate: matching(/^\w+$/, 'invalid.event') },
    askAlways: { value: '' },
    askNever: { value: '' },
    version: { value: 1 },
  },
  credentials: { token: { type: 'password' } },
  label() {
    return this.name || shownAddress(this.url) || this._(this.kind === 'demo' ? 'label.demo' : 'label.auto');
  },
  oneditprepare() {
    openForm(this, '#node-config-input-kind');
    showRowsFor($('#node-config-input-kind'), 'kind');
    checkButton(
      $('#jarvis-home-check'),
      $('#jarvis-home-result'),
      (key, values) => this._(key, values),
      () =>
        ask<Checked>('home/check', {
          id: this.id,
          url: $('#node-config-input-url').val(),
          token: typedSecret($('#node-config-input-token')),
        }),
    );
  },
});
