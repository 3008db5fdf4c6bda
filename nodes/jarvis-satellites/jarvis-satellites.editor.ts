import { shownAddress } from '../../lib/turn/address.js';
import type { EditorRed, Translate } from '../editor-types.js';
import { whyNone } from '../shared/choices.editor.js';
import {
  address,
  knownSites,
  matching,
  numberBetween,
  openForm,
  showRowsFor,
  whenChosen,
} from '../shared/forms.editor.js';
import { areaChoices } from '../shared/house.editor.js';
import { type Choice, picker } from '../shared/picker.editor.js';

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
  /** Missing in flows from before Home Assistant could ask. */
  assistWyoming?: string;
  assistOllama?: string;
  assistRooms?: string;
  language: string;
  /** Those spoken beside it, comma separated; missing in flows from before there could be several. */
  languages?: string;
  discovery?: boolean;
  ducking?: boolean;
  version: number;
}

interface Row {
  site?: string;
  area?: string;
  password?: string;
}

/** What the field of a password holds that is kept and not shown. */
const KEPT = '__PWRD__';

/** A port, or an address with one. */
const DOOR = matching<Properties>(/^\s*((\[[\da-f:.]+\]|[\w.-]+):)?\d{1,5}\s*$/i, 'invalid.assist');

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
    assistWyoming: { value: '', validate: DOOR },
    assistOllama: { value: '', validate: DOOR },
    assistRooms: { value: '', validate: DOOR },
    language: { value: 'en', required: true },
    languages: { value: 'de,fr,es' },
    discovery: { value: false },
    ducking: { value: true },
    version: { value: 1 },
  },
  credentials: {
    user: { type: 'text' },
    password: { type: 'password' },
    accounts: { type: 'text' },
    assistKey: { type: 'password' },
  },
  label() {
    if (this.name) return this.name;
    return this.broker === 'external' && this.url
      ? shownAddress(this.url)
      : this._('label.embedded', { port: this.port });
  },
  oneditprepare() {
    openForm(this, '#node-config-input-broker');
    // A flow saved before there was this choice; what then happens is to be seen.
    if (this.ducking === undefined) $('#node-config-input-ducking').prop('checked', true);
    const broker = $('#node-config-input-broker');
    showRowsFor(broker, 'broker');
    chooseLanguages((this.languages ?? '').split(','));
    const t: Translate = (key, values) => this._(key, values);
    const sites = shared($('#jarvis-sites-note'), t, 'choices.sites', knownSites());
    const rooms = shared($('#jarvis-areas-note'), t, 'choices.areas', areaChoices());
    const list = $('#jarvis-areas').editableList<Row>({
      addButton: this._('label.addArea'),
      removable: true,
      height: 'auto',
      addItem: (container, _index, row) => {
        const field = (name: keyof Row, type = 'text') =>
          $('<input>')
            .attr({
              type,
              autocomplete: 'off',
              'data-name': name,
              placeholder: this._(`label.${name}`),
              'aria-label': this._(`label.${name}`),
            })
            .val(row[name] ?? '')
            .appendTo(container);
        container.addClass('jarvis-satellite');
        container.siblings('a').attr({ role: 'button', 'aria-label': t('label.removeArea') });
        sites(picker(field('site'), t));
        const names = $('<span class="jarvis-note" role="status">');
        rooms(picker(field('area'), t, { names }));
        field('password', 'password').attr({ autocomplete: 'new-password', 'data-for': 'broker:embedded' });
        container.append(names);
        broker.trigger('change');
      },
    });
    const areas = readTexts(this.areas);
    const accounts = readTexts(String($('#node-config-input-accounts').val() ?? ''));
    for (const site of new Set([...Object.keys(areas), ...Object.keys(accounts)])) {
      list.editableList('addItem', { site, area: areas[site] ?? '', password: accounts[site] ? KEPT : '' });
    }
  },
  oneditsave() {
    const chosen = $('#jarvis-languages input:checked:enabled').toArray();
    $('#node-config-input-languages').val(chosen.map((box) => String($(box).val())).join());
    const areas: Record<string, string> = {};
    const accounts: Record<string, string> = {};
    const before = readTexts(String($('#node-config-input-accounts').val() ?? ''));
    $('#jarvis-areas')
      .editableList('items')
      .each((_index, item) => {
        const read = (name: keyof Row) => String($(item).find(`[data-name="${name}"]`).val() ?? '').trim();
        const site = read('site');
        if (!site) return;
        areas[site] = read('area');
        const password = read('password') === KEPT ? before[site] : read('password');
        if (password) accounts[site] = password;
      });
    $('#node-config-input-areas').val(JSON.stringify(areas));
    $('#node-config-input-accounts').val(Object.keys(accounts).length > 0 ? JSON.stringify(accounts) : '');
  },
});

/** One list for every row: a sentence says why where there is none. */
function shared(note: JQuery, t: Translate, none: string, list: Promise<Choice[]>) {
  list.then(
    (found) => note.text(found.length > 0 ? '' : t(none)),
    (thrown: unknown) => note.text(whyNone(thrown, t)),
  );
  return ({ offer }: ReturnType<typeof picker>) => void list.then(offer, () => undefined);
}

/** The languages that are spoken beside the usual one, which is always understood. */
function chooseLanguages(languages: readonly string[]): void {
  const boxes = $('#jarvis-languages input');
  boxes.each((_index, box) => {
    $(box).prop('checked', languages.includes(String($(box).val())));
  });
  const usual = $('#node-config-input-language');
  const showUsual = () => {
    boxes.each((_index, box) => {
      const isUsual = $(box).val() === usual.val();
      if (isUsual) $(box).prop('checked', true);
      $(box).prop('disabled', isUsual);
    });
  };
  usual.on('change', showUsual);
  showUsual();
}

function isAreas(json: string): boolean {
  try {
    const areas: unknown = JSON.parse(json || '{}');
    return typeof areas === 'object' && areas !== null && !Array.isArray(areas);
  } catch {
    return false;
  }
}

function readTexts(json: string): Record<string, string> {
  return isAreas(json) ? JSON.parse(json || '{}') : {};
}
