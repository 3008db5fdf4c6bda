import type { Node, NodeAPI, NodeDef } from 'node-red';
import { MIC_RATE } from '../../lib/audio/pcm.js';
import { addMouth, markHeard } from '../../lib/conversation/heard.js';
import { type LiveTurn, turns } from '../../lib/conversation/turns.js';
import { openPlaybackQueue } from '../../lib/speaking/playback-queue.js';
import { traced } from '../../lib/turn/trace.js';
import { configOf, onClose, onInput, optionalConfig, showState, showStatus, soundOf, turnOf } from '../adapter.js';
import type { SatellitesNode } from '../jarvis-satellites/jarvis-satellites.js';

interface SatelliteOutDef extends NodeDef {
  satellites?: string;
  followUp?: boolean;
}

export default function jarvisSatelliteOut(RED: NodeAPI): void {
  function SatelliteOut(this: Node, def: SatelliteOutDef): void {
    RED.nodes.createNode(this, def);
    const hubOf = () => configOf<SatellitesNode>(RED, def.satellites, 'satellites').hub;
    const queue = openPlaybackQueue();
    // A reply that broke off has no last sentence: what waits behind it, its apology above all, mustn't wait for one.
    const complete = ({ id }: LiveTurn) => queue.complete(id);
    turns.on('end', complete);
    const removeMouth = addMouth();
    showState(this, optionalConfig<SatellitesNode>(RED, def.satellites)?.state);

    const closing = onInput(this, async (msg, send) => {
      const hub = hubOf();
      const samples = soundOf(msg, 'a speak node');
      const turn = turnOf(msg);
      const live = turns.begin(turn);
      const { id = turn.id, count = msg.parts ? undefined : 1 } = msg.parts ?? {};
      const last = count !== undefined;
      const trace = live.trace.of(this.id);
      const signal = AbortSignal.any([live.signal, closing]);
      const play = (playId: string) => {
        if (live.stage !== 'speaking') trace.mark('first-sound');
        turns.stage(turn.id, 'speaking');
        showStatus(this, 'blue', 'dot', 'speaking');
        const sound = { samples, rate: msg.audio?.rate ?? MIC_RATE };
        return traced(trace, 'play', () => hub.play(turn.site, sound, playId, signal));
      };
      const announcement = turn.source === 'announcement' && turn.apology === undefined;
      await queue.add({
        site: turn.site,
        turn: id,
        last,
        signal,
        announcement,
        play: samples.length > 0 ? play : undefined,
      });
      if (samples.length > 0 && !signal.aborted) markHeard(live, msg.parts?.index ?? 0);
      if (!last) return;
      turns.end(turn.id);
      showStatus(this, 'green', 'dot', 'done');
      send({ ...msg, payload: turn.reply?.text ?? '', turn });
      if (turn.reply?.question && def.followUp !== false && turn.source === 'voice') hub.listen(turn.site);
    });
    onClose(this, () => {
      turns.off('end', complete);
      removeMouth();
      queue.clear();
    });
  }
  RED.nodes.registerType('jarvis-satellite-out', SatelliteOut as never);
}
