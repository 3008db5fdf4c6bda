import type { EditorRed } from '../editor-types.js';
import { openForm } from '../shared/forms.editor.js';

declare const RED: EditorRed;

interface Properties {
  name: string;
  model: string;
  version: number;
}

RED.nodes.registerType<Properties>('jarvis-camera', {
  category: 'jarvis',
  color: '#CDE8C4',
  icon: 'jarvis-camera.svg',
  inputs: 1,
  outputs: 1,
  paletteLabel: 'camera',
  defaults: {
    name: { value: '' },
    model: { value: '' },
    version: { value: 1 },
  },
  credentials: { cameras: { type: 'text' } },
  label() {
    return this.name || 'camera';
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
    openForm(this, '#node-input-cameras');
  },
});
