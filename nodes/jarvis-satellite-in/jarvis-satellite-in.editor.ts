import type { EditorRed } from '../editor-types.js';
import { choose } from '../shared/choices.editor.js';
import { knownSites, matching } from '../shared/forms.editor.js';

declare const RED: EditorRed;

interface Properties {
  name: string;
  satellites: string;
  site: string;
  version: number;
}

RED.nodes.registerType<Properties>('jarvis-satellite-in', {
  category: 'jarvis',
  color: '#BFE3F2',
  icon: 'jarvis-satellite-in.svg',
  inputs: 0,
  outputs: 2,
  paletteLabel: 'satellite in',
  defaults: {
    name: { value: '' },
    satellites: { value: '', type: 'jarvis-satellites', required: true },
    site: { value: '', validate: matching(/^[\w.-]{1,64}$/, 'invalid.site') },
    version: { value: 1 },
  },
  label() {
    return this.name || (this.site ? `satellite in: ${this.site}` : 'satellite in');
  },
  labelStyle() {
    return this.name ? 'node_label_italic' : '';
  },
  outputLabels(index) {
    return this._(`port.out${index + 1}`);
  },
  oneditprepare() {
    choose($('#node-input-site'), (key, values) => this._(key, values), { load: knownSites, none: 'choices.sites' });
  },
});
