import type { EditorRed } from '../editor-types.js';

declare const RED: EditorRed;

interface Properties {
  name: string;
  model: string;
  wakeWord: string;
  aliases: string;
  version: number;
}

RED.nodes.registerType<Properties>('jarvis-judge', {
  category: 'jarvis',
  color: '#E6DAF5',
  icon: 'jarvis-judge.svg',
  inputs: 1,
  outputs: 3,
  paletteLabel: 'judge',
  defaults: {
    name: { value: '' },
    model: { value: '', type: 'jarvis-model', required: false },
    wakeWord: { value: '' },
    aliases: { value: '' },
    version: { value: 1 },
  },
  label() {
    return this.name || 'judge';
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
