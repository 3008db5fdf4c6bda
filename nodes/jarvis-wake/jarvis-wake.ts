import type { Node, NodeAPI, NodeDef } from 'node-red';
import { turns } from '../../lib/conversation/turns.js';
import { openWakeGate, type WakeGate } from '../../lib/listening/wake-gate.js';
import { clock } from '../../lib/turn/clock.js';
import { JarvisError } from '../../lib/turn/errors.js';
import { newTurn, type Turn, wakeSchema } from '../../lib/turn/turn.js';
import {
  configOf,
  type Message,
  onClose,
  onInput,
  optionalConfig,
  reportFailure,
  satelliteOf,
  showState,
  showStatus,
  soundOf,
} from '../adapter.js';
import type { VoiceNode } from '../jarvis-voice/jarvis-voice.js';

interface WakeDef extends NodeDef {
  voice?: string;
}

export default function jarvisWake(RED: NodeAPI): void {
  function WakeNode(this: Node, def: WakeDef): void {
    RED.nodes.createNode(this, def);
    const woken = new Map<string, Turn>();
    const places = satelliteOf();
    let gate: WakeGate | undefined;

    const open = (): WakeGate => {
      const voice = configOf<VoiceNode>(RED, def.voice, 'voice');
      return openWakeGate({
        engine: voice.wake,
        onWake: (site, wake) => {
          const conversation = turns.conversation(site);
          // What the satellite understood came before its wake: that turn runs.
          if (wake.by !== 'audio' && !conversation.take(wake)) return '';
          const { area, language = voice.language } = places.of(site);
          const turn = newTurn({ site, ...(area !== undefined && { area }), source: 'voice', language, wake });
          const live = turns.begin(turn);
          const trace = live.trace.of(this.id);
          trace.mark('wake', { by: wake.by, word: wake.word ?? undefined, score: wake.score });
          trace.decided({ wake });
          turns.stage(turn.id, 'listening');
          woken.set(turn.id, turn);
          showStatus(this, 'blue', 'dot', 'wake');
          this.send([null, { topic: site, payload: wake.word ?? wake.by, turn }] as never);
          if (wake.by === 'follow-up') closeUnheard(turn.id, (conversation.awaited()?.until ?? 0) - clock.now());
          return turn.id;
        },
        onSound: (id, payload, index) => {
          const turn = woken.get(id);
          clearTimeout(unheard.get(id));
          if (turn) this.send([{ topic: turn.site, payload, turn, parts: { id, index } }, null] as never);
        },
        isListening: (id) => turns.get(id)?.stage === 'listening',
        onError: (error) => reportFailure(this, error, {}),
      });
    };
    /** Nobody is heard after a reply where no sound comes: a satellite that understands by itself. */
    const unheard = new Map<string, NodeJS.Timeout>();
    const closeUnheard = (id: string, ms: number) => unheard.set(id, setTimeout(() => turns.end(id), ms).unref());
    const forget = ({ id }: { id: string }) => {
      clearTimeout(unheard.get(id));
      unheard.delete(id);
      if (woken.delete(id) && woken.size === 0) showAgain();
    };
    turns.on('end', forget);

    const showAgain = showState(this, optionalConfig<VoiceNode>(RED, def.voice)?.states.wake);
    const take = (msg: Message) => {
      const samples = soundOf(msg, 'a satellite in node');
      const site = typeof msg.topic === 'string' && msg.topic ? msg.topic : 'flow';
      const wake = msg['wake'] === undefined ? undefined : wakeSchema.safeParse(msg['wake']);
      if (wake?.error) {
        throw new JarvisError('bad-input', 'msg.wake is wrong. Send {"word": null, "by": "asked"}, or leave it out.');
      }
      places.remember(site, msg);
      gate ??= open();
      if (wake) gate.wake(site, wake.data);
      else gate.write(site, samples);
    };
    onInput(this, take, { sound: true });
    onClose(this, () => {
      turns.off('end', forget);
      gate?.close();
      for (const id of woken.keys()) if (turns.get(id)?.stage === 'listening') turns.end(id, 'the flow was stopped');
    });
  }
  RED.nodes.registerType('jarvis-wake', WakeNode as never);
}
