import {
  MAX_SECONDS,
  MIN_SECONDS,
  type Offers,
  PREFIX,
  prefixOf,
  USUAL_SECONDS,
  variablesIn,
} from '../../lib/tools/mcp/form.js';
import type { EditorRed, Translate } from '../editor-types.js';
import { address, ask, matching, numberBetween, openForm, showRowsFor, whenChosen } from '../shared/forms.editor.js';
import { offeredTools } from '../shared/offered.editor.js';

declare const RED: EditorRed;

interface Properties {
  name: string;
  transport: string;
  command: string;
  args: string;
  env: string;
  url: string;
  prefix: string;
  /** JSON. */
  allowed: string;
  seconds: string;
  version: number;
}

RED.nodes.registerType<Properties>('jarvis-mcp', {
  category: 'jarvis',
  color: '#CDE8C4',
  icon: 'jarvis-mcp.svg',
  inputs: 0,
  outputs: 0,
  paletteLabel: 'mcp',
  defaults: {
    name: { value: '' },
    transport: { value: 'command' },
    command: { value: '' },
    args: { value: '' },
    env: {
      value: '',
      validate(value, _options) {
        return variablesIn(value) ? true : this._('invalid.env');
      },
    },
    url: {
      value: '',
      validate: whenChosen('transport', { url: address(['http', 'https'], 'http://127.0.0.1:3000/mcp') }),
    },
    prefix: {
      value: '',
      validate(value, options) {
        const others = RED.nodes.filterNodes({ type: 'jarvis-mcp' }).filter(({ id, d }) => id !== this.id && !d);
        const own = prefixOf(value, this.name);
        if (others.some(({ prefix, name }) => prefixOf(String(prefix ?? ''), String(name ?? '')) === own))
          return this._('invalid.taken', { prefix: own });
        return matching<Properties>(PREFIX, 'invalid.prefix').call(this, value, options);
      },
    },
    allowed: { value: '[]' },
    seconds: { value: String(USUAL_SECONDS), validate: numberBetween(MIN_SECONDS, MAX_SECONDS) },
    version: { value: 1 },
  },
  credentials: { secrets: { type: 'password' }, token: { type: 'password' } },
  label() {
    return this.name || (this.transport === 'url' ? this.url : this.command) || 'mcp';
  },
  labelStyle() {
    return this.name ? 'node_label_italic' : '';
  },
  oneditprepare() {
    openForm(this, '#node-input-transport');
    showRowsFor($('#node-input-transport'), 'transport');
    const t: Translate = (key, values) => this._(key, values);
    const showPrefix = () =>
      $('#node-input-prefix').attr('placeholder', prefixOf('', String($('#node-input-name').val() ?? '')));
    $('#node-input-name').on('input change', showPrefix);
    showPrefix();
    offeredTools(t, async () => {
      const { state, message, tools } = await ask<Offers>(`mcp/${encodeURIComponent(this.id)}`);
      const how = {
        undeployed: t('check.undeployed'),
        connected: t('check.offered', { count: tools.length }),
        connecting: t('check.connecting'),
        failed: '',
      };
      return { ok: state === 'connected', message: message || how[state], tools };
    });
  },
});
