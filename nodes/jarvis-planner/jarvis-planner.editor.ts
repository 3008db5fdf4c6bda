import type { EditorRed } from '../editor-types.js';

declare const RED: EditorRed;

interface Properties {
  name: string;
  mode: string;
  model: string;
  home: string;
  memory: string;
  version: number;
}

RED.nodes.registerType<Properties>('jarvis-planner', {
  category: 'jarvis',
  color: '#E6DAF5',
  icon: 'jarvis-planner.svg',
  inputs: 1,
  outputs: 1,
  paletteLabel: 'planner',
  defaults: {
    name: { value: '' },
    mode: { value: 'auto' },
    model: { value: '', type: 'jarvis-model', required: true },
    home: { value: '', type: 'jarvis-home', required: false },
    memory: { value: '', type: 'jarvis-memory', required: false },
    version: { value: 1 },
  },
  label() {
    return this.name || 'planner';
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
