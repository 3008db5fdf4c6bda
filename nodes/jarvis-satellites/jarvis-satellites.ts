import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Node, NodeAPI } from 'node-red';
import { type LiveEvents, turns } from '../../lib/conversation/turns.js';
import type { SatelliteHub } from '../../lib/satellites/hub.js';
import { type Overview, openOverview } from '../../lib/satellites/overview.js';
import { closeAll } from '../../lib/turn/closing.js';
import { logging, onClose, onEvents } from '../adapter.js';
import { first, running } from '../running.js';
import { type Watched, watched } from '../status.js';
import { discoveryEnded } from './devices.js';
import type { SatelliteCredentials } from './fields.js';
import { lowerMusic, raiseMusic } from './music.js';
import { openHubOf, type SatellitesDef } from './open-hub.js';
import { showHouse, stateOf } from './shown.js';

export interface SatellitesNode extends Node<SatelliteCredentials> {
  readonly hub: SatelliteHub;
  /** What each satellite does, for whoever looks after them. */
  readonly overview: Overview;
  /** The usual language of the house, where neither satellite nor words say another. */
  readonly language: string;
  /** Every language spoken in the house, the usual one first. */
  readonly languages: readonly string[];
  /** How the connection of the satellites does. */
  readonly state: Watched;
  /** For people: where the satellites connect. */
  readonly where: string;
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, session: string): void;
}

export default function jarvisSatellites(RED: NodeAPI): void {
  function SatellitesConfig(this: SatellitesNode, def: SatellitesDef): void {
    RED.nodes.createNode(this, def);
    const { hub, languages, where } = openHubOf(RED, this, def);
    const state = watched(stateOf(hub.status()));
    const overview = openOverview(hub);
    Object.assign(this, {
      hub,
      overview,
      state,
      language: languages[0] ?? 'en',
      languages,
      where,
      handleUpgrade: (...request: Parameters<typeof hub.handleUpgrade>) => {
        // A model may have been put there by hand.
        first('voice')?.refresh();
        hub.handleUpgrade(...request);
      },
    });

    onEvents<LiveEvents>(this, turns, {
      stage: ({ site, stage }) => {
        hub.setStage(site, stage);
        if (def.ducking !== false && (stage === 'listening' || stage === 'speaking')) lowerMusic(hub, site);
      },
      end: ({ id, site }) => {
        // A reply that broke off has no last sentence: what waits behind it, its apology above all, mustn't wait for one.
        hub.loudspeakers.complete(id);
        if (turns.current(site)) return;
        hub.setStage(site, 'idle');
        if (turns.announcements(site) === 0) raiseMusic(site);
      },
      lost: (site) => hub.dismiss(site),
      words: ({ site, ...what }) => {
        hub.show(site, what);
        if (what.kind === 'heard') hub.captured(site, what.text);
      },
    });
    hub.on('hush', (site) => turns.stop(site));
    let told = '';
    hub.on('status', (status) => {
      const lost = status.state === 'disconnected' ? status.detail : '';
      if (lost && lost !== told) this.warn(lost);
      told = lost;
      state.set(stateOf(status));
    });
    let unwatch = () => {};
    // All config nodes exist by then, whatever the order in the flow file.
    const show = logging(RED, () => {
      unwatch();
      unwatch = showHouse(hub);
    });
    RED.events.on('flows:started', show);
    running.satellites.add(this);
    onClose(this, (isRemoved) => {
      running.satellites.delete(this);
      RED.events.off('flows:started', show);
      const music = hub.sites().map(
        ({ id }) =>
          () =>
            raiseMusic(id),
      );
      return closeAll(
        [unwatch, overview.close, ...music, () => hub.close(isRemoved)],
        [() => isRemoved && discoveryEnded(def.id)],
      );
    });
  }
  RED.nodes.registerType('jarvis-satellites', SatellitesConfig as never, {
    credentials: {
      user: { type: 'text' },
      password: { type: 'password' },
      accounts: { type: 'text' },
      keys: { type: 'text' },
      assistKey: { type: 'password' },
    },
  });
}
