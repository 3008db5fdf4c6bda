import type { EditorRed } from '../editor-types.js';

declare const RED: EditorRed;

interface Properties {
  name: string;
  voice: string;
  version: number;
}

RED.nodes.registerType<Properties>('jarvis-speak', {
  category: 'jarvis',
  color: '#FBE3B6',
  icon: 'jarvis-speak.svg',
  inputs: 1,
  outputs: 1,
  paletteLabel: 'speak',
  defaults: {
    name: { value: '' },
    voice: { value: '', type: 'jarvis-voice', required: true },
    version: { value: 1 },
  },
  label() {
    return this.name || 'speak';
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
