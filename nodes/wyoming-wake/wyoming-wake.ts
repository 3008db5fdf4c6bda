import type { NodeAPI, NodeDef } from 'node-red';
import { openWakeStreams } from '../../lib/listening/wake-streams.js';
import { openWyomingWake } from '../../lib/listening/wyoming-wake.js';
import { reportFailure, showStatus } from '../adapter.js';
import { soundNode } from '../stage.js';

interface WakeDef extends NodeDef {
  /** tcp://host:port */
  server?: string;
  /** With commas between; empty is the server's own choice. */
  words?: string;
}

export default function wyomingWake(RED: NodeAPI): void {
  soundNode<WakeDef>(RED, 'wyoming-wake', {
    before: () => 'a node that gives sound as it is heard',
    open(node, { server: url = '', words: listed = '' }) {
      const words = listed.split(',').flatMap((word) => word.trim() || []);
      const showIdle = () => showStatus(node, 'grey', 'dot', 'idle');
      const onListening = () => showStatus(node, 'blue', 'dot', 'listening');
      const engine = openWyomingWake({ url, words, onListening });
      const streams = openWakeStreams(engine, {
        onDetection(topic, { word, timestamp }) {
          showStatus(node, 'green', 'dot', { own: word });
          node.send({ topic, payload: word, ...(timestamp !== undefined && { timestamp }) });
        },
        onError: (topic, error) => reportFailure(node, error, { topic }),
        onQuiet: showIdle,
      });
      showIdle();
      return {
        take: ({ samples, site }) => streams.write(site, samples),
        close() {
          streams.close();
          return engine.close();
        },
      };
    },
  });
}
