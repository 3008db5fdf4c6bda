import type { Node, NodeAPI, NodeDef } from 'node-red';
import { turns } from '../../lib/conversation/turns.js';
import { beginTurn } from '../../lib/deciding/turn-of-text.js';
import type { HubEvents } from '../../lib/satellites/types.js';
import { notConfigured, onClose, onEvents, optionalConfig, reportFailure, showState } from '../adapter.js';
import type { SatellitesNode } from '../jarvis-satellites/jarvis-satellites.js';
import { houseNames } from '../languages.js';
import { running } from '../running.js';
import { brokenSites } from './broken-sites.js';

interface SatelliteInDef extends NodeDef {
  satellites?: string;
  site?: string;
}

export default function jarvisSatelliteIn(RED: NodeAPI): void {
  function SatelliteIn(this: Node, def: SatelliteInDef): void {
    RED.nodes.createNode(this, def);
    onClose(this, () => void running.listener.delete(this));
    const config = optionalConfig<SatellitesNode>(RED, def.satellites);
    if (!config) {
      reportFailure(this, notConfigured('satellites'), {});
      return;
    }
    const { hub } = config;
    const only = def.site?.trim();
    const ours = (site: string) => !only || site === only;
    const give = (sound: object | null, words: object | null) => this.send([sound, words] as never);
    const broken = brokenSites(hub, showState(this, config.state));

    onEvents<HubEvents>(this, hub, {
      audio: (site, samples, erle) => {
        broken.works(site);
        const satellite = hub.site(site);
        // hermes/hotword/toggleOff: not for the wake word, but an utterance that is listened to goes on.
        const passed = !satellite?.wakeOff || turns.current(site)?.stage === 'listening';
        if (ours(site) && passed) give({ topic: site, payload: samples, erle, satellite }, null);
      },
      wake: (site, woken) => {
        if (!ours(site)) return;
        const wake = turns.conversation(site).woke(woken);
        give({ topic: site, payload: Buffer.alloc(0), wake, satellite: hub.site(site) }, null);
      },
      text: ({ site, ...words }) => {
        broken.works(site);
        if (!ours(site) || (words.by === 'captured' && turns.conversation(site).takeLost())) return;
        const speakers = { ...config, names: houseNames() };
        give(null, { topic: site, payload: words.text, turn: beginTurn({ site, ...words }, speakers, this.id) });
      },
      problem: (site, error) => {
        if (!ours(site)) return;
        broken.fails(site);
        reportFailure(this, error, { topic: site });
      },
      stopListening: (site) => ours(site) && turns.enough(turns.current(site)?.id),
    });
    running.listener.add(this);
  }
  RED.nodes.registerType('jarvis-satellite-in', SatelliteIn as never);
}
