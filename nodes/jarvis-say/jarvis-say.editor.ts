import type { EditorRed } from '../editor-types.js';
import { choose } from '../shared/choices.editor.js';
import { showWhenTicked } from '../shared/forms.editor.js';
import { roomsAndSites } from '../shared/house.editor.js';

declare const RED: EditorRed;

interface Properties {
  name: string;
  satellites: string;
  home: string;
  rooms: string;
  outside: boolean;
  version: number;
}

RED.nodes.registerType<Properties>('jarvis-say', {
  category: 'jarvis',
  color: '#FBE3B6',
  icon: 'jarvis-say.svg',
  inputs: 1,
  outputs: 1,
  paletteLabel: 'say',
  defaults: {
    name: { value: '' },
    satellites: { value: '', type: 'jarvis-satellites', required: true },
    home: { value: '', type: 'jarvis-home', required: false },
    rooms: { value: '' },
    outside: { value: false },
    version: { value: 1 },
  },
  label() {
    return this.name || 'say';
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
    showWhenTicked($('#node-input-outside'));
    choose($('#node-input-rooms'), (key, values) => this._(key, values), roomsAndSites);
  },
});
