import type { EditorRed, Translate } from '../editor-types.js';
import { type ChoicesOptions, choicesOf, choose } from '../shared/choices.editor.js';
import {
  address,
  matching,
  numberBetween,
  openForm,
  showRowsFor,
  showWhenTicked,
  typedSecret,
  whenChosen,
} from '../shared/forms.editor.js';
import { speakerChoices } from '../shared/house.editor.js';
import { wyomingAddress } from '../shared/wyoming.editor.js';
import { showModels } from './models-table.editor.js';
import { showSpeakers } from './speakers-table.editor.js';

declare const RED: EditorRed;

interface Properties {
  name: string;
  assistant: string;
  wake: string;
  wakeWords: string;
  threshold: string;
  cutoff: string;
  wakeUrl: string;
  stt: string;
  sttUrl: string;
  sttModel: string;
  tts: string;
  ttsUrl: string;
  voice: string;
  ttsModel: string;
  home: string;
  player: string;
  ttsEngine: string;
  language: string;
  speakers: boolean;
  version: number;
}

const WYOMING = wyomingAddress<Properties>();
/** Names or files, one or more. */
const WORDS = matching<Properties>(/^\s*[^,\s][^,]*(,\s*[^,\s][^,]*)*$/, 'invalid.wakeWords');
const SHARE = numberBetween<Properties>(0, 1);
const OPENAI = address<Properties>(['http', 'https'], 'http://192.168.1.10:8000/v1');

RED.nodes.registerType<Properties>('jarvis-voice', {
  category: 'config',
  icon: 'jarvis-voice.svg',
  defaults: {
    name: { value: '' },
    assistant: { value: '' },
    wake: { value: 'embedded' },
    wakeWords: {
      value: 'hey_jarvis',
      validate: whenChosen('wake', { embedded: WORDS, micro: WORDS }),
    },
    threshold: { value: '0.5', validate: whenChosen('wake', { embedded: SHARE }) },
    cutoff: {
      value: '',
      validate(value, options) {
        return !value || whenChosen<Properties>('wake', { micro: SHARE }).call(this, value, options);
      },
    },
    wakeUrl: { value: '', validate: whenChosen('wake', { wyoming: WYOMING }) },
    stt: { value: 'whisper' },
    sttUrl: { value: '', validate: whenChosen('stt', { wyoming: WYOMING, openai: OPENAI }) },
    sttModel: { value: '' },
    tts: { value: 'espeak' },
    ttsUrl: { value: '', validate: whenChosen('tts', { wyoming: WYOMING, openai: OPENAI }) },
    voice: { value: '' },
    ttsModel: { value: '' },
    home: { value: '', type: 'jarvis-home', required: false },
    player: {
      value: '',
      validate: whenChosen('tts', { 'home-assistant': matching(/^media_player\.\w+$/, 'invalid.player') }),
    },
    ttsEngine: {
      value: '',
      validate: whenChosen('tts', { 'home-assistant': matching(/^tts\.\w+$/, 'invalid.ttsEngine') }),
    },
    language: { value: '' },
    speakers: { value: false },
    version: { value: 1 },
  },
  credentials: { sttKey: { type: 'password' }, ttsKey: { type: 'password' } },
  label() {
    return this.name || `${this.stt} · ${this.tts}`;
  },
  oneditprepare() {
    openForm(this, '#node-config-input-wake');
    showRowsFor($('#node-config-input-wake'), 'wake');
    showRowsFor($('#node-config-input-stt'), 'stt');
    showRowsFor($('#node-config-input-tts'), 'tts');
    const t: Translate = (key, values) => this._(key, values);
    for (const [name, options] of lists(this.id)) choose(field(name), t, options);
    showWhenTicked($('#node-config-input-speakers'));
    showSpeakers($('#jarvis-speakers'), t);
    showModels($('#jarvis-models'), t);
  },
});

const field = (name: string) => $(`#node-config-input-${name}`);

/** What can be chosen in which field. */
function lists(id: string): [string, ChoicesOptions][] {
  const server = (of: string, part: 'wake' | 'stt' | 'tts') => () => {
    const engine = String(field(part).val());
    if (engine === 'none' || engine === 'home-assistant') return Promise.resolve([]);
    const key = part === 'wake' ? undefined : typedSecret(field(`${part}Key`));
    return choicesOf(of, { engine, url: field(`${part}Url`).val(), id, key });
  };
  const fields = (...names: string[]) => names.map((name) => `#node-config-input-${name}`).join();
  const ofHome = (domain: 'media_player' | 'tts') => () =>
    field('tts').val() === 'home-assistant' ? speakerChoices(field('home').val(), domain) : Promise.resolve([]);
  const ofTts = fields('tts', 'ttsUrl', 'ttsKey');
  return [
    [
      'wakeWords',
      {
        load: server('wakeWords', 'wake'),
        none: 'choices.wakeWords',
        several: true,
        of: fields('wake', 'wakeUrl'),
      },
    ],
    [
      'sttModel',
      { load: server('sttModels', 'stt'), none: 'choices.speechModels', of: fields('stt', 'sttUrl', 'sttKey') },
    ],
    ['voice', { load: server('voices', 'tts'), none: 'choices.voices', of: ofTts }],
    [
      'ttsModel',
      {
        load: () => (field('tts').val() === 'openai' ? server('ttsModels', 'tts')() : Promise.resolve([])),
        none: 'choices.speechModels',
        of: ofTts,
      },
    ],
    ['player', { load: ofHome('media_player'), none: 'choices.players', of: fields('tts', 'home'), names: true }],
    ['ttsEngine', { load: ofHome('tts'), none: 'choices.engines', of: fields('tts', 'home'), names: true }],
  ];
}
