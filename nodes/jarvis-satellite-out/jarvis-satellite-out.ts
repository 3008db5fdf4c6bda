import type { Node, NodeAPI, NodeDef } from 'node-red';
import { MIC_RATE } from '../../lib/audio/pcm.js';
import { type LiveTurn, turns } from '../../lib/conversation/turns.js';
import { openPlaybackQueue } from '../../lib/speaking/playback-queue.js';
import { traced } from '../../lib/turn/trace.js';
import { configOf, onClose, onInput, optionalConfig, showState, showStatus, soundOf, turnOf } from '../adapter.js';
import type { SatellitesNode } from '../jarvis-satellites/jarvis-satellites.js';

interface SatelliteOutDef extends NodeDef {
  satellites?: string;
  followUp?: boolean;
  /** Seconds that the room listens on after each reply; 0: only after a question. */
  listenOn?: string;
}

/** Seconds. */
const FOLLOW_UP = 8;
const MAX_FOLLOW_UP = 60;
const isFree = (site: string) => !turns.current(site) && turns.announcements(site) === 0;

export default function jarvisSatelliteOut(RED: NodeAPI): void {
  function SatelliteOut(this: Node, def: SatelliteOutDef): void {
    RED.nodes.createNode(this, def);
    const hubOf = () => configOf<SatellitesNode>(RED, def.satellites, 'satellites').hub;
    const queue = openPlaybackQueue();
    // A reply that broke off has no last sentence: what waits behind it, its apology above all, mustn't wait for one.
    const complete = ({ id }: LiveTurn) => queue.complete(id);
    turns.on('end', complete);
    const removeMouth = turns.addMouth();
    showState(this, optionalConfig<SatellitesNode>(RED, def.satellites)?.state);

    const closing = onInput(this, async (msg, send) => {
      const hub = hubOf();
      const samples = soundOf(msg, 'a speak node');
      const turn = turnOf(msg);
      const live = turns.begin(turn);
      const { id = turn.id, index = 0, count = msg.parts ? undefined : 1 } = msg.parts ?? {};
      const conversation = turns.conversation(turn.site);
      const last = count !== undefined;
      const trace = live.trace.of(this.id);
      const signal = AbortSignal.any([live.signal, closing]);
      const play = (playId: string) => {
        if (live.stage !== 'speaking') trace.mark('first-sound');
        turns.stage(turn.id, 'speaking');
        showStatus(this, 'blue', 'dot', 'speaking');
        const sound = { samples, rate: msg.audio?.rate ?? MIC_RATE };
        conversation.plays(turn.id, index, 'from');
        return traced(trace, 'play', () => hub.play(turn.site, sound, playId, signal)).finally(() =>
          conversation.plays(turn.id, index, 'to'),
        );
      };
      const announcement = turn.source === 'announcement' && turn.apology === undefined;
      const heard = queue.add({
        site: turn.site,
        turn: id,
        last,
        signal,
        announcement,
        play: samples.length > 0 ? play : undefined,
      });
      await heard.catch((thrown: unknown) => {
        // Of a reply that is cut off the part that was heard goes on, once.
        if (live.signal.aborted && !closing.aborted && index === live.played) {
          const { cut } = turns.exchange(turn.id) ?? {};
          if (cut) send({ ...msg, payload: cut, turn: { ...turn, reply: { text: cut } } });
        }
        throw thrown;
      });
      if (!signal.aborted) turns.played(live, index);
      if (!last) return;
      turns.end(turn.id);
      showStatus(this, 'green', 'dot', 'done');
      send({ ...msg, payload: turn.reply?.text ?? '', turn });
      const isQuestion = turn.reply?.question === true;
      const seconds = Math.min(Number(def.listenOn || FOLLOW_UP), MAX_FOLLOW_UP) || (isQuestion ? FOLLOW_UP : 0);
      // Whoever speaks already needs no invitation, and an announcement is not listened to.
      if (def.followUp === false || seconds <= 0 || turn.source !== 'voice' || !isFree(turn.site)) return;
      conversation.await(isQuestion ? 'answer' : 'follow-up', seconds * 1000);
      hub.listen(turn.site);
    });
    onClose(this, () => {
      turns.off('end', complete);
      removeMouth();
      queue.clear();
    });
  }
  RED.nodes.registerType('jarvis-satellite-out', SatelliteOut as never);
}
