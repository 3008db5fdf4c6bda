import type { EditorRed } from '../editor-types.js';

declare const RED: EditorRed;

interface Properties {
  name: string;
  memory: string;
  model: string;
  version: number;
}

RED.nodes.registerType<Properties>('jarvis-recall', {
  category: 'jarvis',
  color: '#E6DAF5',
  icon: 'jarvis-recall.svg',
  inputs: 1,
  outputs: 1,
  paletteLabel: 'recall',
  defaults: {
    name: { value: '' },
    memory: { value: '', type: 'jarvis-memory', required: true },
    model: { value: '', type: 'jarvis-model', required: false },
    version: { value: 1 },
  },
  label() {
    return this.name || 'recall';
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
