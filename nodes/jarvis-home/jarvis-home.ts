import type { Node, NodeAPI, NodeDef } from 'node-red';
import { openHome } from '../../lib/home/open.js';
import type { Home, HomeStatus } from '../../lib/home/types.js';
import { onClose } from '../adapter.js';
import { running } from '../running.js';
import { setting } from '../settings.js';

interface HomeDef extends NodeDef {
  kind?: 'auto' | 'home-assistant' | 'demo';
  url?: string;
  event?: string;
}

export interface HomeNode extends Node<{ token?: string }> {
  /** The house; its connection opens with the first use and lives until the next deploy. */
  readonly home: Home;
  /** Type of the Home Assistant event that asks for an announcement. */
  readonly sayEvent: string;
  /** Address of Home Assistant as entered. */
  readonly url: string;
}

export default function jarvisHome(RED: NodeAPI): void {
  function HomeConfig(this: HomeNode, def: HomeDef): void {
    RED.nodes.createNode(this, def);
    let opened: Home | undefined;
    let told = '';
    const tell = ({ state, detail }: HomeStatus) => {
      const lost = state === 'disconnected' || state === 'unauthorised';
      if (lost && detail !== told) this.warn(detail);
      // Between two tries it is connecting, which says nothing new.
      if (lost || state === 'connected') told = lost ? detail : '';
    };
    Object.defineProperties(this, {
      url: { value: def.url ?? '' },
      sayEvent: { value: def.event || 'jarvis_say' },
      home: {
        get: () => {
          if (!opened) {
            opened = openHome({
              kind: def.kind ?? 'auto',
              url: setting('JARVIS_HOME_URL', def.url),
              token: setting('JARVIS_HOME_TOKEN', this.credentials?.token),
            });
            opened.onStatus(tell);
            // What is wrong with its settings it knows already.
            tell(opened.status());
          }
          return opened;
        },
      },
    });
    running.home.add(this);
    onClose(this, async () => {
      running.home.delete(this);
      await opened?.close();
    });
  }
  RED.nodes.registerType('jarvis-home', HomeConfig as never, { credentials: { token: { type: 'password' } } });
}
