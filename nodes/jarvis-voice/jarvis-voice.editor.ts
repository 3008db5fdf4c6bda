import type { EditorRed } from '../editor-types.js';
import { address, matching, numberBetween, openForm, showRowsFor, whenChosen } from '../shared/forms.editor.js';
import { showModels } from './models-table.editor.js';

declare const RED: EditorRed;

interface Properties {
  name: string;
  assistant: string;
  wake: string;
  wakeWords: string;
  threshold: string;
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
  version: number;
}

const WYOMING = matching<Properties>(/^tcp:\/\/[^\s/:]+:\d{1,5}\/?$/, 'invalid.wyoming');
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
      validate: whenChosen('wake', {
        embedded: matching(/^\s*[^,\s][^,]*(,\s*[^,\s][^,]*)*$/, 'invalid.wakeWords'),
      }),
    },
    threshold: { value: '0.5', validate: whenChosen('wake', { embedded: numberBetween(0, 1) }) },
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
    showModels($('#jarvis-models'), (key, values) => this._(key, values));
  },
});
