import type { EditorRed, Translate } from '../editor-types.js';
import { choicesOf, choose } from '../shared/choices.editor.js';
import { chooseServer, wyomingAddress, wyomingLanguage } from '../shared/wyoming.editor.js';

declare const RED: EditorRed;

interface Properties {
  name: string;
  server: string;
  voice: string;
  speaker: string;
  language: string;
  version: number;
}

RED.nodes.registerType<Properties>('wyoming-tts', {
  category: 'jarvis',
  color: '#FBE3B6',
  icon: 'wyoming-tts.svg',
  inputs: 1,
  outputs: 1,
  paletteLabel: 'wyoming tts',
  defaults: {
    name: { value: '' },
    server: { value: 'tcp://127.0.0.1:10200', required: true, validate: wyomingAddress() },
    voice: { value: '' },
    speaker: { value: '' },
    language: { value: '', validate: wyomingLanguage() },
    version: { value: 1 },
  },
  label() {
    return this.name || 'wyoming tts';
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
    const t: Translate = (key, values) => this._(key, values);
    chooseServer(t);
    const load = () => choicesOf('wyomingVoices', { url: $('#node-input-server').val() });
    choose($('#node-input-voice'), t, { load, none: 'hint.none', of: '#node-input-server' });
  },
});
