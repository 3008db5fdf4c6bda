import type { Node, NodeAPI, NodeDef } from 'node-red';
import { wavOf } from '../../lib/audio/wav.js';
import { openWyomingTts } from '../../lib/speaking/wyoming-tts.js';
import { oneByOne } from '../../lib/turn/one-by-one.js';
import { onClose, onInput, showStatus, textOf } from '../adapter.js';
import { chosen, MAX_WAITING } from '../wyoming.js';

/** What is empty is the message's, or the server's own choice. */
interface TtsDef extends NodeDef {
  /** tcp://host:port */
  server?: string;
  voice?: string;
  speaker?: string;
  language?: string;
}

export default function wyomingTts(RED: NodeAPI): void {
  function TtsNode(this: Node, def: TtsDef): void {
    RED.nodes.createNode(this, def);
    const { server: url = '' } = def;
    const tts = openWyomingTts({ url });
    const queue = oneByOne({ most: MAX_WAITING, what: `The speech server at ${url}`, code: 'tts-failed' });
    showStatus(this, 'grey', 'dot', 'idle');
    const closing = onInput(this, async (msg, send) => {
      const text = textOf(msg, 'an inject node');
      const [voice, speaker] = [chosen(def, msg, 'voice'), chosen(def, msg, 'speaker')];
      const language = chosen(def, msg, 'language') ?? '';
      const sound = await queue.add(closing, async () => {
        showStatus(this, 'blue', 'dot', 'speaking');
        return await tts.speak(text, { language, voice, speaker, signal: closing });
      });
      send({ ...msg, payload: wavOf(sound) });
      showStatus(this, 'green', 'dot', 'done');
    });
    onClose(this, () => tts.close());
  }
  RED.nodes.registerType('wyoming-tts', TtsNode as never);
}
