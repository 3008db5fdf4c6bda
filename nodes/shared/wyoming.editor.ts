import type { Translate, Validator } from '../editor-types.js';
import { choose } from './choices.editor.js';
import { ask, matching } from './forms.editor.js';
import type { Choice } from './picker.editor.js';

/** Accepts the address of a Wyoming server. */
export function wyomingAddress<Props>(): Validator<Props> {
  return matching(/^tcp:\/\/[^\s/:]+:\d{1,5}\/?$/, 'invalid.wyoming');
}

/** Accepts a language as servers write it: "en", "en_US"; an empty one too. */
export function wyomingLanguage<Props>(): Validator<Props> {
  return matching(/^[a-z]{2,3}([-_][A-Za-z0-9]{2,8})*$/, 'invalid.language');
}

/** Makes the field of an address a picker of the servers that say on the network that they are there. */
export function chooseServer(t: Translate): void {
  choose($('#node-input-server'), t, { load: foundServers, none: 'choices.servers' });
}

async function foundServers(): Promise<Choice[]> {
  const found = await ask<{ kind: string; name: string; address: string }[]>('satellites/found');
  return found
    .filter(({ kind }) => kind === 'wyoming')
    .map(({ name, address }) => ({ name, value: address.replace(/^wyoming:/, 'tcp:') }))
    .map(({ name, value }) => ({ value, label: name, about: value }));
}
