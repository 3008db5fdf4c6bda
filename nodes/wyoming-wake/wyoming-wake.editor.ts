import type { EditorRed, Translate } from '../editor-types.js';
import { choicesOf, choose } from '../shared/choices.editor.js';
import { chooseServer, wyomingAddress } from '../shared/wyoming.editor.js';

declare const RED: EditorRed;

interface Properties {
  name: string;
  server: string;
  words: string;
  version: number;
}

RED.nodes.registerType<Properties>('wyoming-wake', {
  category: 'jarvis',
  color: '#BFE3F2',
  icon: 'wyoming-wake.svg',
  inputs: 1,
  outputs: 1,
  paletteLabel: 'wyoming wake',
  defaults: {
    name: { value: '' },
    server: { value: 'tcp://127.0.0.1:10400', required: true, validate: wyomingAddress() },
    words: { value: '' },
    version: { value: 1 },
  },
  label() {
    return this.name || 'wyoming wake';
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
    const load = () => choicesOf('wyomingWakeWords', { url: $('#node-input-server').val() });
    choose($('#node-input-words'), t, { load, none: 'choices.wakeWords', several: true, of: '#node-input-server' });
  },
});
