import type { EditorRed } from '../editor-types.js';
import {
  address,
  knownSites,
  matching,
  numberBetween,
  offer,
  openForm,
  showRowsFor,
  whenChosen,
} from '../shared/forms.editor.js';

declare const RED: EditorRed;

interface Properties {
  name: string;
  broker: string;
  host: string;
  port: string;
  url: string;
  protocol: string;
  verify: boolean;
  ca: string;
  prefix: string;
  areas: string;
  language: string;
  version: number;
}

interface Row {
  site?: string;
  area?: string;
}

const BROKER = address<Properties>(['mqtt', 'mqtts', 'ws', 'wss'], 'mqtt://192.168.1.10:1883');

RED.nodes.registerType<Properties>('jarvis-satellites', {
  category: 'config',
  icon: 'jarvis-satellites.svg',
  defaults: {
    name: { value: '' },
    broker: { value: 'embedded' },
    host: { value: '127.0.0.1', validate: whenChosen('broker', { embedded: matching(/^\S+$/, 'invalid.host') }) },
    port: { value: '1883', validate: whenChosen('broker', { embedded: numberBetween(1, 65535, true) }) },
    url: { value: '', validate: whenChosen('broker', { external: BROKER }) },
    protocol: { value: '4' },
    verify: { value: true },
    ca: { value: '' },
    prefix: { value: 'jarvis', required: true, validate: matching(/^[^\s#+/]+(\/[^\s#+/]+)*$/, 'invalid.prefix') },
    areas: {
      value: '{}',
      validate(value, _options) {
        return isAreas(value) || this._('invalid.areas');
      },
    },
    language: { value: 'en', required: true },
    version: { value: 1 },
  },
  credentials: { user: { type: 'text' }, password: { type: 'password' } },
  label() {
    if (this.name) return this.name;
    return this.broker === 'external' && this.url ? this.url : this._('label.embedded', { port: this.port });
  },
  oneditprepare() {
    openForm(this, '#node-config-input-broker');
    showRowsFor($('#node-config-input-broker'), 'broker');
    let sites: string[] = [];
    const list = $('#jarvis-areas').editableList<Row>({
      addButton: this._('label.addArea'),
      removable: true,
      height: 'auto',
      addItem: (container, _index, row) => {
        const field = (name: keyof Row) =>
          $('<input type="text">')
            .attr({ 'data-name': name, placeholder: this._(`label.${name}`), 'aria-label': this._(`label.${name}`) })
            .css({ width: 'calc(50% - 6px)', 'margin-right': '6px' })
            .val(row[name] ?? '')
            .appendTo(container);
        offer(field('site'), () => sites);
        field('area');
      },
    });
    for (const [site, area] of Object.entries(readAreas(this.areas))) list.editableList('addItem', { site, area });
    knownSites().then((found) => {
      sites = found;
    });
  },
  oneditsave() {
    const areas: Record<string, string> = {};
    $('#jarvis-areas')
      .editableList('items')
      .each((_index, item) => {
        const read = (name: keyof Row) => String($(item).find(`[data-name="${name}"]`).val() ?? '').trim();
        if (read('site')) areas[read('site')] = read('area');
      });
    $('#node-config-input-areas').val(JSON.stringify(areas));
  },
});

function isAreas(json: string): boolean {
  try {
    const areas: unknown = JSON.parse(json || '{}');
    return typeof areas === 'object' && areas !== null && !Array.isArray(areas);
  } catch {
    return false;
  }
}

function readAreas(json: string): Record<string, string> {
  return isAreas(json) ? JSON.parse(json || '{}') : {};
}
