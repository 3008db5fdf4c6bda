import type { Node, NodeAPI, NodeDef } from 'node-red';
import { type LiveTurn, turns } from '../../lib/conversation/turns.js';
import { type AlwaysListening, listenAlways } from '../../lib/listening/always.js';
import { type Listening, listen } from '../../lib/listening/utterance.js';
import { clock } from '../../lib/turn/clock.js';
import { isAbort, JarvisError } from '../../lib/turn/errors.js';
import { type Heard, newTurn, type Turn } from '../../lib/turn/turn.js';
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
  turnOf,
} from '../adapter.js';
import type { VoiceNode } from '../jarvis-voice/jarvis-voice.js';
import { READY, stateOf } from '../status.js';

interface ListenDef extends NodeDef {
  voice?: string;
  silence?: string;
  longest?: string;
  mode?: 'wake' | 'always';
}

/** Sites listened to without a wake word at the same time; the longest silent one goes first. */
const MOST_ALWAYS = 50;

export default function jarvisListen(RED: NodeAPI): void {
  function ListenNode(this: Node, def: ListenDef): void {
    RED.nodes.createNode(this, def);
    const limits = { silence: Number(def.silence) || 0.8, longest: Number(def.longest) || 15 };
    const woken = new Map<string, Listening>();
    const always = new Map<string, AlwaysListening>();
    const places = satelliteOf();

    const idle = showState(this, optionalConfig<VoiceNode>(RED, def.voice)?.states.stt);
    const pass = (turn: Turn, heard: Heard) => {
      const told = { ...turn, heard, language: heard.language ?? turn.language };
      turns.show(turn, 'heard', heard.text);
      this.send([{ topic: turn.site, payload: heard.text, turn: told }, null] as never);
    };

    const ofTurn = (turn: Turn, voice: VoiceNode): Listening | undefined => {
      const live = turns.begin(turn);
      // Its words are known already: the satellite understood by itself.
      if (live.stage === 'thinking' || live.stage === 'speaking') return undefined;
      turns.stage(turn.id, 'listening');
      // After a reply of ours nobody need say anything.
      const awaited = turn.wake?.by === 'follow-up' ? turns.conversation(turn.site).awaited() : undefined;
      // Given up when somebody else knows the words first.
      const drop = new AbortController();
      showStatus(this, 'blue', 'dot', 'listening');
      const listening = listen({
        vad: voice.voiceActivity,
        stt: voice.stt,
        language: turn.language,
        signal: AbortSignal.any([live.signal, drop.signal]),
        trace: live.trace.of(this.id),
        wake: turn.wake,
        noSpeech: awaited && (awaited.until - clock.now()) / 1000,
        onEnd: () => {
          turns.off('stage', taken);
          turns.stage(turn.id, 'thinking');
        },
        ...limits,
      });
      const taken = (other: LiveTurn) => {
        if (other === live && live.stage !== 'listening') drop.abort();
      };
      turns.on('stage', taken);
      listening.done
        .then((outcome) => {
          voice.states.stt.set(READY);
          if ('heard' in outcome) return pass(turn, outcome.heard);
          const isQuiet = awaited?.what === 'follow-up' && outcome.nothing === 'no-speech';
          if (!isQuiet) this.send([null, { topic: turn.site, payload: outcome.nothing, turn }] as never);
          turns.end(turn.id);
        })
        .catch((thrown) => {
          if (!isAbort(thrown) && voice.states.stt.now === READY) voice.states.stt.set(stateOf(thrown));
          reportFailure(this, thrown, { topic: turn.site, turn });
        })
        .finally(() => {
          turns.off('stage', taken);
          woken.delete(turn.id);
          if (woken.size === 0) idle();
        });
      return listening;
    };

    const ofSite = (site: string, voice: VoiceNode): AlwaysListening => {
      const { language = voice.language } = places.of(site);
      return listenAlways({
        vad: voice.voiceActivity,
        stt: voice.stt,
        language,
        onHeard: (heard) => {
          const { area } = places.of(site);
          pass(newTurn({ site, ...(area !== undefined && { area }), source: 'voice', language }), heard);
        },
        onError: (error) => reportFailure(this, error, { topic: site }),
        ...limits,
      });
    };

    const take = (msg: Message) => {
      const samples = soundOf(msg, def.mode === 'always' ? 'a satellite in node' : 'a wake node');
      const site = typeof msg.topic === 'string' && msg.topic ? msg.topic : 'flow';
      const voice = configOf<VoiceNode>(RED, def.voice, 'voice');
      if (msg.turn !== undefined) {
        const turn = turnOf(msg);
        // The turn is over, or its end of speech is already known: late sound belongs to nobody.
        const listening = woken.get(turn.id) ?? (msg.parts?.index ? undefined : ofTurn(turn, voice));
        if (!listening) return;
        woken.set(turn.id, listening);
        listening.write(samples);
        return;
      }
      if (def.mode !== 'always') {
        throw new JarvisError(
          'bad-input',
          'This sound belongs to no turn. Wire a wake node before this one, or let it listen always.',
        );
      }
      places.remember(site, msg);
      const listening = always.get(site) ?? ofSite(site, voice);
      always.delete(site);
      always.set(site, listening);
      const oldest = always.size > MOST_ALWAYS ? always.keys().next().value : undefined;
      if (oldest !== undefined) {
        always.get(oldest)?.close();
        always.delete(oldest);
      }
      listening.write(samples);
    };
    onInput(this, take, { sound: true });
    const enough = ({ id }: LiveTurn) => woken.get(id)?.end();
    turns.on('enough', enough);
    onClose(this, () => {
      turns.off('enough', enough);
      for (const id of woken.keys()) turns.end(id, 'the flow was stopped');
      for (const listening of always.values()) listening.close();
    });
  }
  RED.nodes.registerType('jarvis-listen', ListenNode as never);
}
