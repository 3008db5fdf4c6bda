import type { EditorRed } from '../editor-types.js';

declare const RED: EditorRed;

interface Properties {
  name: string;
  model: string;
  choice: string;
  version: number;
}

RED.nodes.registerType<Properties>('jarvis-digest', {
  category: 'jarvis',
  color: '#E6DAF5',
  icon: 'jarvis-digest.svg',
  inputs: 1,
  outputs: 1,
  paletteLabel: 'digest',
  defaults: {
    name: { value: '' },
    model: { value: '', type: 'jarvis-model', required: true },
    choice: { value: 'auto' },
    version: { value: 1 },
  },
  label() {
    return this.name || 'digest';
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
