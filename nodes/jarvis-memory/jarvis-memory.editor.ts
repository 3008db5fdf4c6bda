import type { EditorRed } from '../editor-types.js';
import { choose, modelsOf } from '../shared/choices.editor.js';
import { numberBetween, pageRoot } from '../shared/forms.editor.js';

declare const RED: EditorRed;

interface Properties {
  name: string;
  file: string;
  minutes: string;
  model: string;
  embedding: string;
  version: number;
}

RED.nodes.registerType<Properties>('jarvis-memory', {
  category: 'config',
  icon: 'jarvis-memory.svg',
  paletteLabel: 'memory store',
  defaults: {
    name: { value: '' },
    file: { value: '' },
    minutes: { value: '5', validate: numberBetween(1, 120) },
    model: { value: '', type: 'jarvis-model', required: false },
    embedding: { value: '' },
    version: { value: 1 },
  },
  label() {
    return this.name || this.file || 'jarvis.db';
  },
  oneditprepare() {
    const query = new URLSearchParams({ admin: location.pathname, store: this.id });
    $('#jarvis-memory-page').attr('href', `${pageRoot()}memory.html?${query}`);
    choose($('#node-config-input-embedding'), (key, values) => this._(key, values), {
      load: () => modelsOf('#node-config-input-model'),
      none: 'choices.models',
      of: '#node-config-input-model',
    });
  },
});
