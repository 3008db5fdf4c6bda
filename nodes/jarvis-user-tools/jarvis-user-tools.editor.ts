import type { FolderShown } from '../../lib/tools/user/form.js';
import type { EditorRed, Translate } from '../editor-types.js';
import { ask, openForm } from '../shared/forms.editor.js';
import { offeredTools } from '../shared/offered.editor.js';

declare const RED: EditorRed;

interface Properties {
  name: string;
  /** JSON. */
  allowed: string;
  version: number;
}

RED.nodes.registerType<Properties>('jarvis-user-tools', {
  category: 'jarvis',
  color: '#CDE8C4',
  icon: 'jarvis-user-tools.svg',
  inputs: 0,
  outputs: 0,
  paletteLabel: 'user tools',
  defaults: {
    name: { value: '' },
    allowed: { value: '[]' },
    version: { value: 1 },
  },
  label() {
    return this.name || 'user tools';
  },
  labelStyle() {
    return this.name ? 'node_label_italic' : '';
  },
  oneditprepare() {
    openForm(this, '#node-input-name');
    const t: Translate = (key, values) => this._(key, values);
    offeredTools(t, async () => {
      const { folder, message, tools } = await ask<FolderShown>(`user-tools/${encodeURIComponent(this.id)}`);
      if (folder === '') return { ok: false, message: t('check.undeployed'), tools };
      return { ok: message === '', message: message || t('check.found', { folder, count: tools.length }), tools };
    });
  },
});
