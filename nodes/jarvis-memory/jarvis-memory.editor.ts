import type { EditorRed } from '../editor-types.js';
import { numberBetween } from '../shared/forms.editor.js';

declare const RED: EditorRed;

interface Properties {
  name: string;
  file: string;
  minutes: string;
  version: number;
}

RED.nodes.registerType<Properties>('jarvis-memory', {
  category: 'config',
  icon: 'jarvis-memory.svg',
  defaults: {
    name: { value: '' },
    file: { value: '' },
    minutes: { value: '5', validate: numberBetween(1, 120) },
    version: { value: 1 },
  },
  label() {
    return this.name || this.file || 'jarvis.db';
  },
});
