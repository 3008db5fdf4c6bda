import type { EditorRed } from '../editor-types.js';
import { numberBetween } from '../shared/forms.editor.js';

declare const RED: EditorRed;

interface Properties {
  name: string;
  satellites: string;
  followUp: boolean;
  listenOn: string;
  cues: boolean;
  version: number;
}

RED.nodes.registerType<Properties>('jarvis-satellite-out', {
  category: 'jarvis',
  color: '#FBE3B6',
  icon: 'jarvis-satellite-out.svg',
  inputs: 1,
  outputs: 1,
  paletteLabel: 'satellite out',
  defaults: {
    name: { value: '' },
    satellites: { value: '', type: 'jarvis-satellites', required: true },
    followUp: { value: true },
    listenOn: { value: '8', validate: numberBetween(0, 60) },
    cues: { value: false },
    version: { value: 1 },
  },
  label() {
    return this.name || 'satellite out';
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
