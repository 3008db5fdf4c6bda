import { isWebAddress } from '../../lib/turn/address.js';
import type { EditorRed } from '../editor-types.js';
import { address, openForm } from '../shared/forms.editor.js';

declare const RED: EditorRed;

interface Properties {
  name: string;
  weather: boolean;
  place: string;
  units: string;
  search: boolean;
  searxng: string;
  pages: boolean;
  news: boolean;
  feeds: string;
  version: number;
}

RED.nodes.registerType<Properties>('jarvis-internet', {
  category: 'jarvis',
  color: '#CDE8C4',
  icon: 'jarvis-internet.svg',
  inputs: 0,
  outputs: 0,
  paletteLabel: 'internet',
  defaults: {
    name: { value: '' },
    weather: { value: true },
    place: { value: '' },
    units: { value: 'auto' },
    search: { value: true },
    searxng: { value: '', validate: address(['http', 'https'], 'http://192.168.1.20:8080') },
    pages: { value: true },
    news: { value: true },
    feeds: {
      value: '',
      validate(value, _options) {
        const wrong = (value ?? '').split(/\s+/).find((feed) => feed && !isWebAddress(feed));
        return wrong ? this._('invalid.feed', { feed: wrong }) : true;
      },
    },
    version: { value: 1 },
  },
  credentials: { key: { type: 'password' } },
  label() {
    return this.name || 'internet';
  },
  labelStyle() {
    return this.name ? 'node_label_italic' : '';
  },
  oneditprepare() {
    openForm(this, '#node-input-place');
  },
});
