import { shownAddress } from '../../lib/turn/address.js';
import type { EditorRed, Translate } from '../editor-types.js';
import { whyNone } from '../shared/choices.editor.js';
import {
  address,
  ask,
  knownSites,
  matching,
  numberBetween,
  openForm,
  showRowsFor,
  whenChosen,
} from '../shared/forms.editor.js';
import { areaChoices } from '../shared/house.editor.js';
import { type Choice, picker } from '../shared/picker.editor.js';
import { showLive } from './live.editor.js';

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
  /** Missing in flows from before satellites could be connected to. */
  addresses?: string;
  /** Site id to what is entered of it; missing in flows from before there was any. */
  settings?: string;
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
  /** Of a satellite that is connected to; its password is its key. */
  address?: string;
  password?: string;
  settings?: Settings;
}

/** As `formSetting` of the node. */
interface Settings {
  language?: string;
  voice?: string;
  volume?: number;
  wakeWords?: string[];
  sureness?: number;
  quiet?: string;
}

const TAG = '[a-z]{2,3}(-[A-Za-z0-9]{2,8})*';

/** What may be entered of a room beside its place, and what it must look like; empty is as in the house. */
const SETTINGS: Record<keyof Settings, RegExp> = {
  language: new RegExp(`^${TAG}(\\s*,\\s*${TAG})*$`),
  voice: /^.{1,200}$/,
  volume: /^(100|\d{1,2})$/,
  wakeWords: /^[^,]{1,100}(,[^,]{1,100}){0,19}$/,
  sureness: /^(100|\d{1,2})$/,
  quiet: /^([01]\d|2[0-3]):[0-5]\d\s*[-–]\s*([01]\d|2[0-3]):[0-5]\d$/,
};

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
    addresses: {
      value: '{}',
      validate(value, _options) {
        return Object.values(readTexts(String(value))).every(isLinked) || this._('invalid.linked');
      },
    },
    settings: { value: '{}' },
    assistWyoming: { value: '', validate: DOOR },
    assistOllama: { value: '', validate: DOOR },
    assistRooms: { value: '', validate: DOOR },
    language: {
      value: 'en',
      required: true,
      validate(value, _options) {
        return SETTINGS.language.test(value) || this._('invalid.language', { tags: noTags(value) });
      },
    },
    languages: { value: 'de,fr,es' },
    discovery: { value: false },
    ducking: { value: true },
    version: { value: 1 },
  },
  credentials: {
    user: { type: 'text' },
    password: { type: 'password' },
    accounts: { type: 'text' },
    keys: { type: 'text' },
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
    showLive($('#jarvis-live'), this.id, t);
    const sites = shared($('#jarvis-sites-note'), t, 'choices.sites', knownSites());
    const rooms = shared($('#jarvis-areas-note'), t, 'choices.areas', areaChoices());
    const found = shared($('#jarvis-found-note'), t, 'choices.found', foundSatellites());
    const deviceWords = ask<{ id: string; deviceWords?: string[] }[]>('sites').catch(() => []);
    const list = $('#jarvis-areas').editableList<Row>({
      addButton: this._('label.addArea'),
      removable: true,
      height: 'auto',
      addItem: (container, _index, row) => {
        const field = (name: 'site' | 'area' | 'address' | 'password', type = 'text') =>
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
        const linked = field('address');
        found(picker(linked, t));
        const password = field('password', 'password').attr({ autocomplete: 'new-password' });
        // Accounts are the built-in broker's, keys any device's.
        const show = () => password.toggle(broker.val() === 'embedded' || isLinked(String(linked.val())));
        linked.on('input', show);
        broker.on('change', show);
        const settings = settingsOf(row.settings ?? {}, t).appendTo(container.append(names));
        deviceWords.then((all) => {
          const own = all.find(({ id }) => id === row.site)?.deviceWords;
          if (own) settings.find('[data-setting="wakeWords"]').attr('placeholder', own.join(', '));
        });
        show();
      },
    });
    const areas = readTexts(this.areas);
    const addresses = readTexts(this.addresses ?? '');
    const settings: Record<string, Settings> = isAreas(this.settings ?? '') ? JSON.parse(this.settings || '{}') : {};
    const accounts = readHidden('accounts');
    const keys = readHidden('keys');
    for (const site of new Set([areas, addresses, accounts, settings].flatMap(Object.keys))) {
      const isKept = addresses[site] ? keys[site] : accounts[site];
      const row = { site, area: areas[site] ?? '', address: addresses[site] ?? '', password: isKept ? KEPT : '' };
      list.editableList('addItem', { ...row, ...(settings[site] && { settings: settings[site] }) });
    }
  },
  oneditsave() {
    const chosen = $('#jarvis-languages input:checked:enabled').toArray();
    $('#node-config-input-languages').val(chosen.map((box) => String($(box).val())).join());
    const areas: Record<string, string> = {};
    const addresses: Record<string, string> = {};
    const accounts: Record<string, string> = {};
    const keys: Record<string, string> = {};
    const settings: Record<string, Settings> = {};
    const before = { accounts: readHidden('accounts'), keys: readHidden('keys') };
    $('#jarvis-areas')
      .editableList('items')
      .each((_index, item) => {
        const read = (name: keyof Row) => String($(item).find(`[data-name="${name}"]`).val() ?? '').trim();
        const site = read('site');
        if (!site) return;
        areas[site] = read('area');
        const address = read('address');
        if (address) addresses[site] = address;
        const entered = readSettings($(item));
        if (Object.keys(entered).length > 0) settings[site] = entered;
        const known = address ? before.keys : before.accounts;
        const password = read('password') === KEPT ? known[site] : read('password');
        if (password) (address ? keys : accounts)[site] = password;
      });
    $('#node-config-input-areas').val(JSON.stringify(areas));
    $('#node-config-input-settings').val(JSON.stringify(settings));
    $('#node-config-input-addresses').val(JSON.stringify(addresses));
    for (const [name, secrets] of Object.entries({ accounts, keys }))
      $(`#node-config-input-${name}`).val(Object.keys(secrets).length > 0 ? JSON.stringify(secrets) : '');
  },
});

/** What says on the network that it is there. */
async function foundSatellites(): Promise<Choice[]> {
  const found = await ask<{ name: string; address: string }[]>('satellites/found');
  return found.map(({ name, address }) => ({ value: address, label: name, about: address }));
}

/** The fields of a room beside its place, folded away while there is nothing in them. */
function settingsOf(settings: Settings, t: Translate): JQuery {
  const { sureness, wakeWords } = settings;
  const shown = { ...settings, wakeWords: wakeWords?.join(', '), sureness: sureness && Math.round(sureness * 100) };
  const fold = $('<details>').prop('open', Object.keys(settings).length > 0);
  fold.append($('<summary>').text(t('label.settings')));
  for (const name of Object.keys(SETTINGS) as (keyof Settings)[]) {
    const field = $('<input>').attr({ type: 'text', autocomplete: 'off', 'data-setting': name });
    const note = $('<span class="jarvis-note" role="status">');
    field.val(shown[name] ?? '').on('input', () => {
      const text = String(field.val()).trim();
      const isRight = text === '' || SETTINGS[name].test(text);
      field.toggleClass('input-error', !isRight).attr('aria-invalid', String(!isRight));
      if (name === 'language') note.text(isRight ? '' : t('invalid.language', { tags: noTags(text) }));
    });
    fold.append($('<label class="jarvis-setting">').append($('<span>').text(t(`setting.${name}`)), field), note);
  }
  return fold;
}

/** What of a list of languages is no tag; all of it where a comma is too many. */
function noTags(list: string): string {
  const wrong = list.split(',').filter((tag) => tag.trim() !== '' && !SETTINGS.language.test(tag.trim()));
  return (wrong.length > 0 ? wrong : [list]).map((tag) => tag.trim()).join(', ');
}

/** What is entered; what can't be understood is left out. */
function readSettings(item: JQuery): Settings {
  const read = (name: keyof Settings) => {
    const text = String(item.find(`[data-setting="${name}"]`).val() ?? '').trim();
    return SETTINGS[name].test(text) ? text : undefined;
  };
  const [volume, sureness, words] = [read('volume'), read('sureness'), read('wakeWords')];
  const settings: Settings = {
    language: read('language'),
    voice: read('voice'),
    volume: volume === undefined ? undefined : Number(volume),
    wakeWords: words?.split(',').map((word) => word.trim()),
    sureness: sureness === undefined ? undefined : Number(sureness) / 100,
    quiet: read('quiet'),
  };
  return JSON.parse(JSON.stringify(settings));
}

/** One list for every row: a sentence says why where there is none. */
function shared(note: JQuery, t: Translate, none: string, list: Promise<Choice[]>) {
  list.then(
    (found) => note.text(found.length > 0 ? '' : t(none)),
    (thrown: unknown) => note.text(whyNone(thrown, t)),
  );
  return ({ offer }: ReturnType<typeof picker>) => void list.then(offer, () => undefined);
}

/** The languages that are spoken beside the usual ones, which are always understood. */
function chooseLanguages(languages: readonly string[]): void {
  const boxes = $('#jarvis-languages input');
  boxes.each((_index, box) => {
    $(box).prop('checked', languages.includes(String($(box).val())));
  });
  const usual = $('#node-config-input-language');
  const showUsual = () => {
    const tags = String(usual.val())
      .split(',')
      .map((tag) => tag.trim());
    boxes.each((_index, box) => {
      const isUsual = tags.includes(String($(box).val()));
      if (isUsual) $(box).prop('checked', true);
      $(box).prop('disabled', isUsual);
    });
  };
  usual.on('input change', showUsual);
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

function isLinked(address: string): boolean {
  return /^(esphome|wyoming):\/\/(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?\/?$/i.test(address.trim());
}

function readHidden(name: string): Record<string, string> {
  return readTexts(String($(`#node-config-input-${name}`).val() ?? ''));
}

function readTexts(json: string): Record<string, string> {
  return isAreas(json) ? JSON.parse(json || '{}') : {};
}
