import type { Node, NodeAPI, NodeDef } from 'node-red';
import { recordingOf } from '../../lib/listening/recording.js';
import { openWyomingStt } from '../../lib/listening/wyoming-stt.js';
import { oneByOne } from '../../lib/turn/one-by-one.js';
import { onClose, onInput, showStatus, soundOf } from '../adapter.js';
import { chosen, MAX_WAITING } from '../wyoming.js';

interface SttDef extends NodeDef {
  /** tcp://host:port */
  server?: string;
  /** Empty: the message's, or the server finds it out. */
  language?: string;
}

export default function wyomingStt(RED: NodeAPI): void {
  function SttNode(this: Node, def: SttDef): void {
    RED.nodes.createNode(this, def);
    const { server: url = '' } = def;
    const stt = openWyomingStt({ url });
    const what = `The speech-to-text server at ${url}`;
    const queue = oneByOne({ most: MAX_WAITING, what, code: 'stt-failed' });
    showStatus(this, 'grey', 'dot', 'idle');
    const closing = onInput(this, async (msg, send) => {
      const recording = soundOf(msg, 'a node that gives a recording, such as file in');
      const { text, language } = await queue.add(closing, async () => {
        showStatus(this, 'blue', 'dot', 'busy');
        const samples = await recordingOf(recording);
        const stream = stt.open({ language: chosen(def, msg, 'language'), signal: closing });
        stream.write(samples);
        return await stream.finish();
      });
      send({ ...msg, payload: text, ...(language && { language }) });
      showStatus(this, 'green', 'dot', 'done');
    });
    onClose(this, () => stt.close());
  }
  RED.nodes.registerType('wyoming-stt', SttNode as never);
}
