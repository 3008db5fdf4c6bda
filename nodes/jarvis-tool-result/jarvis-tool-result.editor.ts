import type { EditorRed } from '../editor-types.js';

declare const RED: EditorRed;

interface Properties {
  name: string;
  version: number;
}

RED.nodes.registerType<Properties>('jarvis-tool-result', {
  category: 'jarvis',
  color: '#CDE8C4',
  icon: 'jarvis-tool-result.svg',
  inputs: 1,
  outputs: 1,
  paletteLabel: 'tool result',
  defaults: { name: { value: '' }, version: { value: 1 } },
  label() {
    return this.name || 'tool result';
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
