import type { Node, NodeAPI, NodeDef } from 'node-red';
import { turns } from '../../lib/conversation/turns.js';
import { spokenLanguage } from '../../lib/deciding/spoken-language.js';
import type { SiteText } from '../../lib/satellites/types.js';
import { clock } from '../../lib/turn/clock.js';
import { newTurn, type Wake } from '../../lib/turn/turn.js';
import { configOf, onClose, reportFailure, showState } from '../adapter.js';
import type { SatellitesNode } from '../jarvis-satellites/jarvis-satellites.js';
import { running } from '../running.js';

interface SatelliteInDef extends NodeDef {
  satellites?: string;
  site?: string;
}

/** Stands for what names no satellite. */
const NO_SITE = '';
/** It was woken by itself, and understands by itself. */
const UNDERSTOOD: Wake = { word: null, by: 'satellite' };
const MOST_BROKEN = 200;

export default function jarvisSatelliteIn(RED: NodeAPI): void {
  function SatelliteIn(this: Node, def: SatelliteInDef): void {
    RED.nodes.createNode(this, def);
    let config: SatellitesNode;
    try {
      config = configOf<SatellitesNode>(RED, def.satellites, 'satellites');
    } catch (thrown) {
      reportFailure(this, thrown, {});
      onClose(this, () => {});
      return;
    }
    const { hub } = config;
    const only = def.site?.trim();
    const ours = (site: string) => !only || site === only;

    /** Sites that sent something wrong and nothing right since; the red ring stays as long. */
    const broken = new Set<string>();
    const works = (site: string) => {
      if (broken.size === 0) return;
      broken.delete(site);
      broken.delete(NO_SITE);
      if (broken.size === 0) showAgain();
    };
    const onAudio = (site: string, samples: Buffer) => {
      works(site);
      const satellite = hub.site(site);
      // hermes/hotword/toggleOff: not for the wake word, but an utterance that is listened to goes on.
      const passed = !satellite?.wakeOff || turns.current(site)?.stage === 'listening';
      if (ours(site) && passed) this.send([{ topic: site, payload: samples, satellite }, null] as never);
    };
    const onWake = (site: string, woken: Wake) => {
      if (!ours(site)) return;
      const wake = { ...woken, at: clock.now() };
      turns.conversation(site).woke(wake);
      this.send([{ topic: site, payload: Buffer.alloc(0), wake, satellite: hub.site(site) }, null] as never);
    };
    const onText = ({ site, text, by, language }: SiteText) => {
      works(site);
      if (!ours(site)) return;
      const known = hub.site(site);
      // A satellite that understands by itself was woken before: its words belong to that turn.
      const current = turns.current(site);
      const conversation = turns.conversation(site);
      const isAwaited = by === 'captured' && current?.stage === 'listening';
      // It may have said both at once: then no turn has begun with the wake yet.
      const wake = by === 'captured' ? (isAwaited ? (current.wake ?? UNDERSTOOD) : conversation.woken) : undefined;
      if (wake) conversation.take(wake);
      const woken = { ...(isAwaited && { id: current.id }), ...(wake && { wake }) };
      const turn = newTurn({
        ...woken,
        site,
        ...(known?.area !== undefined && { area: known.area }),
        source: by === 'typed' ? 'text' : 'voice',
        language: language ?? spokenLanguage(text, config.languages, known?.language ?? config.language),
        ...(by === 'captured' && { heard: { text, to: clock.now() } }),
      });
      turns.begin(turn).trace.of(this.id).mark('text', { by });
      turns.stage(turn.id, 'thinking');
      turns.show(turn, 'heard', text);
      this.send([null, { topic: site, payload: text, turn }] as never);
    };
    const onProblem = (site: string, error: Error) => {
      if (!ours(site)) return;
      if (broken.size >= MOST_BROKEN) broken.clear();
      broken.add(hub.site(site) ? site : NO_SITE);
      reportFailure(this, error, { topic: site });
    };

    const onStopListening = (site: string) => {
      if (ours(site)) turns.enough(turns.current(site)?.id);
    };

    hub.on('audio', onAudio);
    hub.on('stopListening', onStopListening);
    hub.on('wake', onWake);
    hub.on('text', onText);
    hub.on('problem', onProblem);
    const showAgain = showState(this, config.state);
    running.listener.add(this);
    onClose(this, () => {
      running.listener.delete(this);
      hub.off('audio', onAudio);
      hub.off('stopListening', onStopListening);
      hub.off('wake', onWake);
      hub.off('text', onText);
      hub.off('problem', onProblem);
    });
  }
  RED.nodes.registerType('jarvis-satellite-in', SatelliteIn as never);
}
