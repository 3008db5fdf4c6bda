import type { EditorRed } from '../editor-types.js';

declare const RED: EditorRed;

interface Properties {
  name: string;
  home: string;
  conversation: boolean;
  success: string;
  version: number;
}

RED.nodes.registerType<Properties>('jarvis-command', {
  category: 'jarvis',
  color: '#CDE8C4',
  icon: 'jarvis-command.svg',
  inputs: 1,
  outputs: 2,
  paletteLabel: 'command',
  defaults: {
    name: { value: '' },
    home: { value: '', type: 'jarvis-home', required: true },
    conversation: { value: true },
    success: { value: 'words' },
    version: { value: 1 },
  },
  oneditprepare() {
    // A flow saved before there was this choice; what then happens is to be seen.
    if (!this.success) $('#node-input-success').val('words');
  },
  label() {
    return this.name || 'command';
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
