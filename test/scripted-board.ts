import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import * as messages from '../lib/satellites/esphome-device/messages.js';
import { decode, encode, type Fields, type Written } from '../lib/satellites/esphome-device/protobuf.js';
import { plainFraming } from '../lib/satellites/esphome-satellite/framing.js';
import { until } from './until.js';

/** A device of ESPHome's that finds the wake word by itself and is sent its sound in frames, as an ATOM Echo. */
export interface ScriptedBoard {
  readonly port: number;
  /** The events that it was told, and the code of an error. */
  readonly told: { event: number; code: string | undefined }[];
  /** Bytes of sound that it was to play. */
  sound(): number;
  isConnected(): boolean;
  /** It has heard its wake word; resolves when it may send what it hears. */
  wakes(word: string): Promise<void>;
  /** Sends what its microphone hears, 16 kHz mono PCM. */
  hears(samples: Buffer): void;
  close(): Promise<void>;
}

const FLAGS = { voice: 1, speaker: 2, apiAudio: 4 } as const;

export async function scriptedBoard(): Promise<ScriptedBoard> {
  const told: ScriptedBoard['told'] = [];
  let sound = 0;
  let answers = 0;
  let isConnected = false;
  let current: net.Socket | undefined;
  const framing = plainFraming();
  const send = <F extends Fields>({ id, fields }: messages.MessageType<F>, message: Written<F>) =>
    current?.write(framing.frame(id, encode(fields, message)));
  const take = (type: number, data: Buffer) => {
    switch (type) {
      case messages.helloRequest.id:
        return send(messages.helloResponse, { major: 1, minor: 10, name: 'board' });
      case messages.deviceInfoRequest.id:
        return send(messages.deviceInfoResponse, {
          name: 'board',
          voiceFlags: FLAGS.voice | FLAGS.speaker | FLAGS.apiAudio,
        });
      case messages.configurationRequest.id: {
        const available = [{ id: 'hey_jarvis', word: 'Hey Jarvis', languages: ['en'] }];
        isConnected = true;
        return send(messages.configurationResponse, { available, active: ['hey_jarvis'], maxActive: 1 });
      }
      case messages.pingRequest.id:
        return send(messages.pingResponse, {});
      case messages.voiceResponse.id:
        return void answers++;
      case messages.voiceEvent.id: {
        const { event, data: pairs } = decode(messages.voiceEvent.fields, data);
        return void told.push({ event, code: pairs.find(({ name }) => name === 'code')?.value });
      }
      case messages.voiceAudio.id:
        sound += decode(messages.voiceAudio.fields, data).data.length;
    }
  };
  const server = net.createServer((socket) => {
    current = socket;
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      for (const { type, data } of framing.push(bytes)) take(type, data);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    told,
    sound: () => sound,
    isConnected: () => isConnected,
    async wakes(wakeWord) {
      const before = answers;
      send(messages.voiceRequest, { start: true, flags: 1, wakeWord });
      await until(() => answers > before, 'the board to be answered');
    },
    hears: (samples) => void send(messages.voiceAudio, { data: samples }),
    async close() {
      current?.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
