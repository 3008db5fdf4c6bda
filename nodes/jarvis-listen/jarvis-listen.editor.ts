import type { EditorRed } from '../editor-types.js';
import { numberBetween } from '../shared/forms.editor.js';

declare const RED: EditorRed;

interface Properties {
  name: string;
  voice: string;
  silence: string;
  longest: string;
  mode: string;
  version: number;
}

RED.nodes.registerType<Properties>('jarvis-listen', {
  category: 'jarvis',
  color: '#BFE3F2',
  icon: 'jarvis-listen.svg',
  inputs: 1,
  outputs: 2,
  paletteLabel: 'listen',
  defaults: {
    name: { value: '' },
    voice: { value: '', type: 'jarvis-voice', required: true },
    silence: { value: '0.8', validate: numberBetween(0.2, 5) },
    longest: { value: '15', validate: numberBetween(2, 60) },
    mode: { value: 'wake' },
    version: { value: 1 },
  },
  label() {
    return this.name || 'listen';
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
});
