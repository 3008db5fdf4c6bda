import type { EditorRed } from '../editor-types.js';

declare const RED: EditorRed;

interface Properties {
  name: string;
  memory: string;
  action: string;
  model: string;
  version: number;
}

RED.nodes.registerType<Properties>('jarvis-memories', {
  category: 'jarvis',
  color: '#E6DAF5',
  icon: 'jarvis-memories.svg',
  inputs: 1,
  outputs: 2,
  paletteLabel: 'memory',
  defaults: {
    name: { value: '' },
    memory: { value: '', type: 'jarvis-memory', required: true },
    action: { value: 'query' },
    model: { value: '', type: 'jarvis-model', required: false },
    version: { value: 1 },
  },
  label() {
    return this.name || 'memory';
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
