import type { EditorRed } from '../editor-types.js';
import { pageRoot } from '../shared/forms.editor.js';

declare const RED: EditorRed;

interface Properties {
  name: string;
  home: string;
  memory: string;
  satellites: string;
  getState: boolean;
  controlDevice: boolean;
  memorySearch: boolean;
  say: boolean;
  ask: boolean;
  version: number;
}

RED.nodes.registerType<Properties>('jarvis-mcp-server', {
  category: 'jarvis',
  color: '#CDE8C4',
  icon: 'jarvis-mcp-server.svg',
  inputs: 0,
  outputs: 0,
  paletteLabel: 'mcp server',
  defaults: {
    name: { value: '' },
    home: { value: '', type: 'jarvis-home', required: false },
    memory: { value: '', type: 'jarvis-memory', required: false },
    satellites: { value: '', type: 'jarvis-satellites', required: false },
    getState: { value: true },
    controlDevice: { value: false },
    memorySearch: { value: false },
    say: { value: false },
    ask: { value: false },
    version: { value: 1 },
  },
  credentials: { token: { type: 'password' } },
  label() {
    return this.name || 'mcp server';
  },
  labelStyle() {
    return this.name ? 'node_label_italic' : '';
  },
  oneditprepare() {
    $('#jarvis-mcp-address').text(new URL(`${pageRoot()}mcp`, location.href).href);
    const token = $('#node-input-token');
    $('#jarvis-mcp-new-token').on('click', () => {
      // Shown, once: what is saved never comes back to the editor.
      token.attr('type', 'text').val(newToken()).trigger('change').trigger('select');
    });
  },
});

/** 32 random bytes in hexadecimal. */
function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
