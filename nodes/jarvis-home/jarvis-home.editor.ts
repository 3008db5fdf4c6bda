import { shownAddress } from '../../lib/turn/address.js';
import type { EditorRed, Translate } from '../editor-types.js';
import { choose } from '../shared/choices.editor.js';
import {
  address,
  ask,
  type Checked,
  checkButton,
  matching,
  openForm,
  showRowsFor,
  typedSecret,
} from '../shared/forms.editor.js';
import { serviceChoices, thingChoices } from '../shared/house.editor.js';

declare const RED: EditorRed;

interface Properties {
  name: string;
  kind: string;
  url: string;
  event: string;
  askAlways: string;
  askNever: string;
  yesAssist: boolean;
  yesAutomations: boolean;
  phones: string;
  services: string;
  version: number;
}

RED.nodes.registerType<Properties>('jarvis-home', {
  category: 'config',
  icon: 'jarvis-home.svg',
  defaults: {
    name: { value: '' },
    kind: { value: 'auto' },
    url: { value: '', validate: address(['http', 'https'], 'http://homeassistant.local:8123') },
    event: { value: 'jarvis_say', validate: matching(/^\w+$/, 'invalid.event') },
    askAlways: { value: '' },
    askNever: { value: '' },
    yesAssist: { value: false },
    yesAutomations: { value: false },
    phones: { value: '', validate: matching(/^(?:\s*(?:notify\.)?\w+\s*(?:,|$))*$/, 'invalid.phones') },
    services: { value: '', validate: matching(/^(?:\s*[\w*]+\.[\w*]+\s*(?:,|$))*$/, 'invalid.services') },
    version: { value: 1 },
  },
  credentials: { token: { type: 'password' } },
  label() {
    return this.name || shownAddress(this.url) || this._(this.kind === 'demo' ? 'label.demo' : 'label.auto');
  },
  oneditprepare() {
    openForm(this, '#node-config-input-kind');
    showRowsFor($('#node-config-input-kind'), 'kind');
    const t: Translate = (key, values) => this._(key, values);
    const several = { several: true, names: true };
    choose($('#node-config-input-askAlways, #node-config-input-askNever'), t, {
      ...several,
      load: () => thingChoices(this.id, t),
      none: 'choices.things',
    });
    for (const [field, of] of [
      ['phones', 'phones'],
      ['services', 'all'],
    ] as const) {
      choose($(`#node-config-input-${field}`), t, {
        ...several,
        load: () => serviceChoices(this.id, of),
        none: `choices.${field}`,
      });
    }
    checkButton($('#jarvis-home-check'), $('#jarvis-home-result'), t, () =>
      ask<Checked>('home/check', {
        id: this.id,
        url: $('#node-config-input-url').val(),
        token: typedSecret($('#node-config-input-token')),
      }),
    );
  },
});
