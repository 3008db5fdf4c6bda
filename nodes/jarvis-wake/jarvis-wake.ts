import type { NodeAPI, NodeDef } from 'node-red';
import { openWokenTurns } from '../../lib/listening/woken-turns.js';
import { JarvisError } from '../../lib/turn/errors.js';
import { wakeSchema } from '../../lib/turn/turn.js';
import {
  configOf,
  FLOW_STOPPED,
  optionalConfig,
  reportFailure,
  satelliteOf,
  showState,
  showStatus,
} from '../adapter.js';
import type { VoiceNode } from '../jarvis-voice/jarvis-voice.js';
import { soundNode } from '../stage.js';

interface WakeDef extends NodeDef {
  voice?: string;
}

const WRONG_WAKE = 'msg.wake is wrong. Send {"word": null, "by": "asked"}, or leave it out.';

export default function jarvisWake(RED: NodeAPI): void {
  soundNode<WakeDef>(RED, 'jarvis-wake', {
    before: () => 'a satellite in node',
    open(node, def) {
      const places = satelliteOf();
      const showAgain = showState(node, optionalConfig<VoiceNode>(RED, def.voice)?.states.wake);
      const send = (...outputs: (object | null)[]) => node.send(outputs as never);
      const open = () => {
        return openWokenTurns({
          node: node.id,
          voice: configOf<VoiceNode>(RED, def.voice, 'voice'),
          ...places,
          onTurn(turn, { word, by }) {
            showStatus(node, 'blue', 'dot', 'wake');
            send(null, { topic: turn.site, payload: word ?? by, turn });
          },
          onSound: (turn, payload, index) => send({ topic: turn.site, payload, turn, parts: { id: turn.id, index } }),
          onIdle: showAgain,
          onError: (error) => reportFailure(node, error, {}),
        });
      };
      let woken: ReturnType<typeof open> | undefined;
      return {
        take({ msg, samples, site }) {
          const wake = wakeSchema.optional().safeParse(msg['wake']);
          if (wake.error) throw new JarvisError('bad-input', WRONG_WAKE);
          places.remember(site, msg);
          woken ??= open();
          if (wake.data) woken.wake(site, wake.data);
          else woken.write(site, samples, Number(msg['erle'] ?? 0));
        },
        close: () => woken?.close(FLOW_STOPPED),
      };
    },
  });
}
