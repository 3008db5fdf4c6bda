import type { EditorRed } from '../editor-types.js';
import { numberBetween } from '../shared/forms.editor.js';

declare const RED: EditorRed;

interface Properties {
  name: string;
  model: string;
  home: string;
  memory: string;
  persona: string;
  wakeWord: string;
  maxTurns: string;
  protocol: string;
  version: number;
}

RED.nodes.registerType<Properties>('jarvis-agent', {
  category: 'jarvis',
  color: '#E6DAF5',
  icon: 'jarvis-agent.svg',
  inputs: 1,
  outputs: 2,
  paletteLabel: 'agent',
  defaults: {
    name: { value: '' },
    model: { value: '', type: 'jarvis-model', required: true },
    home: { value: '', type: 'jarvis-home', required: false },
    memory: { value: '', type: 'jarvis-memory', required: false },
    persona: { value: '' },
    wakeWord: { value: '' },
    maxTurns: { value: '8', validate: numberBetween(1, 20, true) },
    protocol: { value: 'auto' },
    version: { value: 1 },
  },
  label() {
    return this.name || 'agent';
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
    // A flow saved before there was this choice; what then happens is to be seen.
    if (!this.protocol) $('#node-input-protocol').val('auto');
  },
});
