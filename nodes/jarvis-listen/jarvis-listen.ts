import type { NodeAPI, NodeDef } from 'node-red';
import { listenAlways, listenToSites } from '../../lib/listening/always.js';
import { openTurnListening } from '../../lib/listening/turn-listening.js';
import { languagesAt } from '../../lib/satellites/room-languages.js';
import { closeAll } from '../../lib/turn/closing.js';
import { JarvisError } from '../../lib/turn/errors.js';
import { type Heard, newTurn, type Speaker } from '../../lib/turn/turn.js';
import { configOf, FLOW_STOPPED, optionalConfig, reportFailure, satelliteOf, showState, turnOf } from '../adapter.js';
import type { VoiceNode } from '../jarvis-voice/jarvis-voice.js';
import { soundNode } from '../stage.js';
import { earOf, pass, whoIn } from './ear.js';

interface ListenDef extends NodeDef {
  voice?: string;
  silence?: string;
  longest?: string;
  mode?: 'wake' | 'always';
}

const UNOWNED = 'This sound belongs to no turn. Wire a wake node before this one, or let it listen always.';

export default function jarvisListen(RED: NodeAPI): void {
  soundNode<ListenDef>(RED, 'jarvis-listen', {
    before: ({ mode }) => (mode === 'always' ? 'a satellite in node' : 'a wake node'),
    open(node, def) {
      const limits = { silence: Number(def.silence) || 0.8, longest: Number(def.longest) || 15 };
      const voiceOf = () => configOf<VoiceNode>(RED, def.voice, 'voice');
      const places = satelliteOf();
      const idle = showState(node, optionalConfig<VoiceNode>(RED, def.voice)?.states.stt);
      const woken = openTurnListening(node.id, idle);
      const always = listenToSites((site) => {
        const { voiceActivity: vad, stt, language: usual, speakers } = voiceOf();
        const of = { ...languagesAt(places.placeOf(site), usual), door: 'voice' as const };
        const onHeard = (heard: Heard, speaker?: Speaker) => {
          const { area } = places.placeOf(site);
          pass(node, newTurn({ site, ...(area !== undefined && { area }), source: 'voice', ...of }), heard, speaker);
        };
        const onError = (error: Error) => reportFailure(node, error, { topic: site });
        const expected = of.languages ? { languages: of.languages } : { language: of.language };
        return listenAlways({ vad, stt, who: whoIn(node, speakers, site), ...expected, onHeard, onError, ...limits });
      });
      return {
        take({ msg, samples, site }) {
          const voice = voiceOf();
          if (msg.turn !== undefined) {
            const turn = turnOf(msg);
            const ear = () => ({ ...limits, ...earOf(node, voice, turn) });
            return woken.write(turn, samples, ear, Boolean(msg.parts?.index));
          }
          if (def.mode !== 'always') throw new JarvisError('bad-input', UNOWNED);
          places.remember(site, msg);
          always.write(site, samples);
        },
        close: () => closeAll([() => woken.close(FLOW_STOPPED), always.close]),
      };
    },
  });
}
