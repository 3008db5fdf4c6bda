import type { Node, NodeAPI, NodeDef } from 'node-red';
import { rooms } from '../../lib/satellites/announcements.js';
import { apologiser, notUnderstood } from '../../lib/speaking/announce.js';
import { knownCode } from '../../lib/turn/apologies.js';
import { configOf, onInput, optionalConfig, type Send, showState, showStatus } from '../adapter.js';
import type { SatellitesNode } from '../jarvis-satellites/jarvis-satellites.js';
import { askedFromOutside } from './asked.js';
import { fromOutside, requestOf } from './requests.js';
import { openSaying } from './saying.js';

interface SayDef extends NodeDef {
  satellites?: string;
  home?: string;
  rooms?: string;
  /** Also speak what comes as MQTT jarvis/say, hermes/tts/say or the Home Assistant event. */
  outside?: boolean;
}

export default function jarvisSay(RED: NodeAPI): void {
  function SayNode(this: Node, def: SayDef): void {
    RED.nodes.createNode(this, def);
    const known = () => optionalConfig<SatellitesNode>(RED, def.satellites);
    const house = () => configOf<SatellitesNode>(RED, def.satellites, 'satellites');
    const own = rooms.catch([]).parse(def.rooms || []);
    const { say, announceTo } = openSaying(this, own, house, known);
    const apologise = apologiser();

    showState(this, known()?.state);
    onInput(this, (msg, send) => {
      const unclear = msg.error ? undefined : notUnderstood(msg);
      if (unclear) return void unclear.map(send);
      if (!msg.error) return announceTo(requestOf(msg, house().hub), send);
      // An error here would come back through the Catch node, which has told of the missing config node already.
      const told = apologise(msg, known());
      if (!told) return;
      send(told);
      showStatus(this, 'yellow', 'dot', knownCode(told.turn.apology ?? 'failed'));
    });
    if (!def.outside) return;
    const send: Send = (told) => this.send(told as never);
    fromOutside(RED, this, def, (request) => announceTo(request, send));
    askedFromOutside(RED, this, def, (request) => say(request, send));
  }
  RED.nodes.registerType('jarvis-say', SayNode as never);
}
