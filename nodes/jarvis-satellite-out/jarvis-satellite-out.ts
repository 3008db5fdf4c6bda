import type { Node, NodeAPI, NodeDef } from 'node-red';
import { MIC_RATE } from '../../lib/audio/pcm.js';
import { turns } from '../../lib/conversation/turns.js';
import { listenOn, playSentence } from '../../lib/satellites/mouth.js';
import { configOf, onClose, onInput, optionalConfig, showState, showStatus, soundOf, turnOf } from '../adapter.js';
import type { SatellitesNode } from '../jarvis-satellites/jarvis-satellites.js';
import { cuesAt } from './cues.js';

interface SatelliteOutDef extends NodeDef {
  satellites?: string;
  followUp?: boolean;
  /** Seconds that the room listens on after each reply; 0: only after a question. */
  listenOn?: string;
  /** Sounds tell that the room listens, and that it heard nothing. */
  cues?: boolean;
}

export default function jarvisSatelliteOut(RED: NodeAPI): void {
  function SatelliteOut(this: Node, def: SatelliteOutDef): void {
    RED.nodes.createNode(this, def);
    const removeMouth = turns.addMouth();
    const satellites = optionalConfig<SatellitesNode>(RED, def.satellites);
    showState(this, satellites?.state);
    if (def.cues) cuesAt(this, satellites?.hub);

    const closing = onInput(this, async (msg, send) => {
      const { hub } = configOf<SatellitesNode>(RED, def.satellites, 'satellites');
      const samples = soundOf(msg, 'a speak node');
      const turn = turnOf(msg);
      const live = turns.begin(turn);
      const { id = turn.id, index = 0, count = msg.parts ? undefined : 1 } = msg.parts ?? {};
      const last = count !== undefined;
      const sentence = { sound: { samples, rate: msg.audio?.rate ?? MIC_RATE }, id, index, last };
      const of = { turn, live, node: this.id, signal: AbortSignal.any([live.signal, closing]) };
      try {
        await playSentence(hub, of, sentence, () => showStatus(this, 'blue', 'dot', 'speaking'));
      } catch (thrown) {
        // Of a reply that is cut off the part that was heard goes on, once.
        const isCut = live.signal.aborted && !closing.aborted && index === live.played;
        // Cut behind its last sentence, all of it was.
        const heard = isCut ? (turns.cut(turn.id) ?? (last && turn.reply?.text)) : undefined;
        if (heard) send({ ...msg, payload: heard, turn: { ...turn, reply: { ...turn.reply, text: heard } } });
        throw thrown;
      }
      if (!last) return;
      turns.end(turn.id);
      showStatus(this, 'green', 'dot', 'done');
      send({ ...msg, payload: turn.reply?.text ?? '', turn });
      if (def.followUp !== false) listenOn(hub, turn, def.listenOn ? Number(def.listenOn) : undefined);
    });
    onClose(this, removeMouth);
  }
  RED.nodes.registerType('jarvis-satellite-out', SatelliteOut as never);
}
