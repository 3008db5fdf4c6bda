import type { EditorRed } from '../editor-types.js';
import { choose } from '../shared/choices.editor.js';
import { roomsAndSites } from '../shared/house.editor.js';

declare const RED: EditorRed;

interface Properties {
  name: string;
  memory: string;
  except: string;
  version: number;
}

RED.nodes.registerType<Properties>('jarvis-remember', {
  category: 'jarvis',
  color: '#E6DAF5',
  icon: 'jarvis-remember.svg',
  inputs: 1,
  outputs: 1,
  paletteLabel: 'remember',
  defaults: {
    name: { value: '' },
    memory: { value: '', type: 'jarvis-memory', required: true },
    except: { value: '' },
    version: { value: 1 },
  },
  label() {
    return this.name || 'remember';
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
    choose($('#node-input-except'), (key, values) => this._(key, values), roomsAndSites);
  },
});
