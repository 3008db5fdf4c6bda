import type { Node, NodeAPI, NodeDef } from 'node-red';
import { rooms } from '../../lib/satellites/announcements.js';
import type { SayRequest } from '../../lib/satellites/types.js';
import { announcer, apologiser, notUnderstood } from '../../lib/speaking/announce.js';
import { openUnheard } from '../../lib/speaking/unheard.js';
import { knownCode } from '../../lib/turn/apologies.js';
import { configOf, onClose, onInput, optionalConfig, reportFailure, showState, showStatus } from '../adapter.js';
import type { SatellitesNode } from '../jarvis-satellites/jarvis-satellites.js';
import { askedFromOutside } from './asked.js';
import { fromOutside, requestOf } from './requests.js';

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
    const own = rooms.catch([]).parse(def.rooms || []);
    const announce = announcer(own, (error) => reportFailure(this, error, {}));
    const apologise = apologiser();
    const house = () => configOf<SatellitesNode>(RED, def.satellites, 'satellites');
    const say = (request: SayRequest, send: (told: object) => void) => {
      const told = announce(request, house());
      if (told.length > 0) showStatus(this, 'green', 'dot', 'speaking');
      told.forEach(send);
      return told.map(({ turn }) => turn.id);
    };
    const unheard = openUnheard({
      hub: () => optionalConfig<SatellitesNode>(RED, def.satellites)?.hub,
      own,
      failed: (thrown, { text }) => reportFailure(this, thrown, { payload: text }),
    });
    onClose(this, unheard.close);
    const sayOrHold = (request: SayRequest, send: (told: object) => void) => {
      if (unheard.hold(request, (later) => say(later, send))) showStatus(this, 'yellow', 'ring', 'unheard');
      else say(request, send);
    };

    showState(this, optionalConfig<SatellitesNode>(RED, def.satellites)?.state);
    onInput(this, (msg, send) => {
      const unclear = msg.error ? undefined : notUnderstood(msg);
      if (unclear) return void unclear.map(send);
      if (!msg.error) return sayOrHold(requestOf(msg, house().hub), send);
      // An error here would come back through the Catch node, which has told of the missing config node already.
      const told = apologise(msg, optionalConfig<SatellitesNode>(RED, def.satellites));
      if (!told) return;
      send(told);
      showStatus(this, 'yellow', 'dot', knownCode(told.turn.apology ?? 'failed'));
    });
    if (!def.outside) return;
    const send = (told: object) => this.send(told as never);
    fromOutside(RED, this, def, (request) => sayOrHold(request, send));
    askedFromOutside(RED, this, def, (request) => say(request, send));
  }
  RED.nodes.registerType('jarvis-say', SayNode as never);
}
