import type { EditorRed, Translate } from '../editor-types.js';
import { chooseServer, wyomingAddress, wyomingLanguage } from '../shared/wyoming.editor.js';

declare const RED: EditorRed;

interface Properties {
  name: string;
  server: string;
  language: string;
  version: number;
}

RED.nodes.registerType<Properties>('wyoming-stt', {
  category: 'jarvis',
  color: '#BFE3F2',
  icon: 'wyoming-stt.svg',
  inputs: 1,
  outputs: 1,
  paletteLabel: 'wyoming stt',
  defaults: {
    name: { value: '' },
    server: { value: 'tcp://127.0.0.1:10300', required: true, validate: wyomingAddress() },
    language: { value: '', validate: wyomingLanguage() },
    version: { value: 1 },
  },
  label() {
    return this.name || 'wyoming stt';
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
    const t: Translate = (key, values) => this._(key, values);
    chooseServer(t);
  },
});
