import type { Node, NodeAPI, NodeDef } from 'node-red';
import { DONE } from '../../lib/audio/chimes.js';
import type { Pcm } from '../../lib/audio/pcm.js';
import { flowAnswer } from '../../lib/conversation/flow-answers.js';
import { turns } from '../../lib/conversation/turns.js';
import { isRead } from '../../lib/satellites/sites.js';
import { speakThroughHome } from '../../lib/speaking/home-assistant-tts.js';
import { openMissing, SILENCE } from '../../lib/speaking/missing.js';
import { openOrderedSynthesis } from '../../lib/speaking/ordered-synthesis.js';
import { speechText } from '../../lib/speaking/speech-text.js';
import { traced } from '../../lib/turn/trace.js';
import { configOf, onInput, optionalConfig, showState, showStatus, textOf, turnOf, voiceOf } from '../adapter.js';
import type { HomeNode } from '../jarvis-home/jarvis-home.js';
import type { VoiceNode } from '../jarvis-voice/jarvis-voice.js';

interface SpeakDef extends NodeDef {
  voice?: string;
}

export default function jarvisSpeak(RED: NodeAPI): void {
  function SpeakNode(this: Node, def: SpeakDef): void {
    RED.nodes.createNode(this, def);
    const synthesis = openOrderedSynthesis();
    const { silenceOf, missing } = openMissing();
    const { throughHome, states } = optionalConfig<VoiceNode>(RED, def.voice) ?? {};
    showState(this, throughHome ? optionalConfig<HomeNode>(RED, throughHome.home)?.state : states?.tts);
    const closing = onInput(this, async (msg, send) => {
      const { throughHome, tts } = configOf<VoiceNode>(RED, def.voice, 'voice');
      const words = textOf(msg, 'an agent, a command or an inject node');
      const turn = flowAnswer(turnOf(msg), words, msg.parts);
      const live = turns.begin(turn);
      const parts = msg.parts ?? { id: turn.id, index: 0, count: 1 };
      const text = isRead(turn.site) ? '' : speechText(words, turn.language);
      const isCue = turn.reply?.sound === 'done' && !throughHome;
      const trace = live.trace.of(this.id);
      const signal = AbortSignal.any([live.signal, closing]);
      const speak = async (): Promise<Pcm> => {
        if (text === '') return SILENCE;
        if (isCue) return DONE;
        const [{ language }, voice] = [turn, voiceOf(turn.site)];
        const say = async (ended: AbortSignal) => {
          if (!throughHome) return await tts.speak(text, { language, voice, signal: ended }).catch(silenceOf);
          const { home } = configOf<HomeNode>(RED, throughHome.home, 'home');
          await speakThroughHome(home, text, { ...throughHome, language, signal: ended });
          return SILENCE;
        };
        const made = () => live.together?.once(`${language} ${voice} ${text}`, say) ?? say(signal);
        return await traced(trace, 'tts', made, { language });
      };
      showStatus(this, 'blue', 'dot', 'speaking');
      const isAnnounced = turn.source === 'announcement' && turn.apology === undefined;
      const sound = await synthesis.add(parts.id, signal, speak, isAnnounced);
      if (turns.keepsWords(turn.id)) turns.conversation(turn.site).say(turn.id, parts.index, words);
      send({ ...msg, turn, parts, payload: sound.samples, audio: { rate: sound.rate, width: 2, channels: 1 } });
      if (missing.size > 0) showStatus(this, 'red', 'ring', 'library-missing');
      else if (parts.count !== undefined) showStatus(this, 'green', 'dot', 'done');
    });
  }
  RED.nodes.registerType('jarvis-speak', SpeakNode as never);
}
