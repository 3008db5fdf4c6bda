import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  randomBytes,
} from 'node:crypto';
import net from 'node:net';
import type { MessageType } from '../lib/satellites/esphome-device/messages.js';
import { decode, encode, type Fields, type Message, type Written } from '../lib/satellites/esphome-device/protobuf.js';
import { until } from './until.js';

/** A client of ESPHome's native API, as Home Assistant is one; its half of the handshake is written apart from ours. */
export interface EsphomeClient {
  readonly socket: net.Socket;
  /** Everything decrypted so far: number of the message and its bytes. */
  readonly received: { type: number; data: Buffer }[];
  send<F extends Fields>(type: MessageType<F>, message: Written<F>): void;
  /** A frame that is encrypted, whatever it holds. */
  sendRaw(plain: Buffer): void;
  /** The first message of this type that wasn't taken yet. */
  next<F extends Fields>(type: MessageType<F>): Promise<Message<F>>;
}

const NONE: Buffer = Buffer.alloc(0);
const hmac = (key: Buffer, ...data: Buffer[]) =>
  data.reduce((made, part) => made.update(part), createHmac('sha256', key)).digest();
const hkdf = (chain: Buffer, secret: Buffer, count: number): Buffer[] => {
  const base = hmac(chain, secret);
  const keys: Buffer[] = [];
  for (let at = 1; at <= count; at++) keys.push(hmac(base, keys.at(-1) ?? NONE, Buffer.of(at)));
  return keys;
};

/** One direction: a key, and how often it was used. */
class Sealing {
  private count = 0n;
  constructor(private readonly key: Buffer) {}
  private nonce() {
    const nonce = Buffer.alloc(12);
    nonce.writeBigUInt64LE(this.count++, 4);
    return nonce;
  }
  seal(plain: Buffer, also = NONE) {
    const cipher = createCipheriv('chacha20-poly1305', this.key, this.nonce(), { authTagLength: 16 });
    cipher.setAAD(also, { plaintextLength: plain.length });
    return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  }
  open(sealed: Buffer, also = NONE) {
    const body = sealed.subarray(0, -16);
    const decipher = createDecipheriv('chacha20-poly1305', this.key, this.nonce(), { authTagLength: 16 });
    decipher.setAAD(also, { plaintextLength: body.length });
    decipher.setAuthTag(sealed.subarray(-16));
    return Buffer.concat([decipher.update(body), decipher.final()]);
  }
}

export const frameOf = (body: Buffer) => Buffer.concat([Buffer.of(1, body.length >> 8, body.length & 0xff), body]);

/**
 * Connects with a key.
 * @throws Error with the reason that the device gives
 */
export async function connectEsphome(port: number, key: Buffer): Promise<EsphomeClient> {
  const socket = net.connect(port, '127.0.0.1');
  const frames: Buffer[] = [];
  let buffer: Buffer = NONE;
  let onFrame = (frame: Buffer) => void frames.push(frame);
  socket.on('error', () => {});
  socket.on('data', (bytes) => {
    buffer = Buffer.concat([buffer, bytes]);
    while (buffer.length >= 3 && buffer.length >= 3 + buffer.readUInt16BE(1)) {
      const end = 3 + buffer.readUInt16BE(1);
      onFrame(buffer.subarray(3, end));
      buffer = buffer.subarray(end);
    }
  });

  let hash: Buffer = createHash('sha256').update('Noise_NNpsk0_25519_ChaChaPoly_SHA256').digest();
  let chain: Buffer = hash;
  const mix = (data: Buffer) => {
    hash = createHash('sha256').update(hash).update(data).digest();
  };
  mix(Buffer.from('NoiseAPIInit\0\0'));
  const [first, mixed, keyed] = hkdf(chain, key, 3) as [Buffer, Buffer, Buffer];
  chain = first;
  mix(mixed);
  let sealing = new Sealing(keyed);
  const rekey = (secret: Buffer) => {
    const [next, derived] = hkdf(chain, secret, 2) as [Buffer, Buffer];
    chain = next;
    sealing = new Sealing(derived);
  };
  // As `keyPair` in noise.ts, for its reason.
  const der = Buffer.concat([Buffer.from('302e020100300506032b656e04220420', 'hex'), randomBytes(32)]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const ours = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32);
  mix(ours);
  rekey(ours);
  const empty = sealing.seal(NONE, hash);
  mix(empty);
  socket.write(Buffer.concat([frameOf(NONE), frameOf(Buffer.concat([Buffer.of(0), ours, empty]))]));

  await until(() => frames.length >= 2 || socket.closed, 'the handshake');
  if (!frames[1]) throw new Error('nobody answers');
  const answer = frames[1];
  if (answer[0] !== 0) throw new Error(answer.toString('utf8', 1));
  const theirs = answer.subarray(1, 33);
  mix(theirs);
  rekey(theirs);
  const publicKey = createPublicKey({
    format: 'jwk',
    key: { kty: 'OKP', crv: 'X25519', x: theirs.toString('base64url') },
  });
  rekey(diffieHellman({ privateKey, publicKey }));
  sealing.open(answer.subarray(33), hash);
  const [outgoing, incoming] = hkdf(chain, NONE, 2) as [Buffer, Buffer];
  const [writer, reader] = [new Sealing(outgoing), new Sealing(incoming)];

  const received: EsphomeClient['received'] = [];
  onFrame = (frame) => {
    const plain = reader.open(frame);
    received.push({ type: plain.readUInt16BE(0), data: plain.subarray(4) });
  };
  for (const frame of frames.slice(2)) onFrame(frame);
  const sendRaw = (plain: Buffer) => void socket.write(frameOf(writer.seal(plain)));
  return {
    socket,
    received,
    sendRaw,
    send(type, message) {
      const data = encode(type.fields, message);
      sendRaw(Buffer.concat([Buffer.of(type.id >> 8, type.id & 0xff, data.length >> 8, data.length & 0xff), data]));
    },
    async next(type) {
      const at = await until(() => received.findIndex((one) => one.type === type.id) + 1, `message ${type.id}`);
      const [taken] = received.splice(at - 1, 1);
      return decode(type.fields, (taken as { data: Buffer }).data);
    },
  };
}
