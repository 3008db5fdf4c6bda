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

const PROTOCOL = 'Noise_NNpsk0_25519_ChaChaPoly_SHA256';
const KEY_BYTES = 32;
export const TAG_BYTES = 16;
/** What stands before the bytes of a private key (RFC 8410). */
const PKCS8_X25519 = Buffer.from('302e020100300506032b656e04220420', 'hex');

/** The two directions of a connection after its handshake. */
export interface Ciphers {
  seal(plain: Buffer): Buffer;
  /** @throws Error for what wasn't sealed by the other end, or not as the next */
  open(sealed: Buffer): Buffer;
}

/** The answering side of a handshake with a shared key. */
export interface Responder {
  /**
   * Takes the other end's message, and gives ours.
   * @throws Error for one that wasn't made with the same key
   */
  answer(message: Buffer): { reply: Buffer; ciphers: Ciphers };
}

/** The asking side. */
export interface Initiator {
  /** The first message of the handshake. */
  readonly message: Buffer;
  /** Takes the answer to it. @throws Error for one that wasn't made with the same key */
  finish(reply: Buffer): Ciphers;
}

/**
 * Noise_NNpsk0_25519_ChaChaPoly_SHA256, as far as a server needs it.
 * @param key 32 bytes that both ends have
 * @param prologue what both ends have said before
 */
export function noiseResponder(key: Buffer, prologue: Buffer): Responder {
  const state = handshakeState(prologue);
  return {
    answer(message) {
      state.mixSharedKey(key);
      const theirs = state.takeKey(message);
      state.takeNothing(message.subarray(KEY_BYTES));

      const own = keyPair();
      state.mixPublicKey(own.raw);
      state.mixKey(diffieHellman({ privateKey: own.privateKey, publicKey: publicKeyOf(theirs) }));
      const reply = Buffer.concat([own.raw, state.giveNothing()]);
      const [incoming, outgoing] = state.split();
      return { reply, ciphers: ciphersOf(outgoing, incoming) };
    },
  };
}

/** The other end of `noiseResponder`. */
export function noiseInitiator(key: Buffer, prologue: Buffer): Initiator {
  const state = handshakeState(prologue);
  state.mixSharedKey(key);
  const own = keyPair();
  state.mixPublicKey(own.raw);
  return {
    message: Buffer.concat([own.raw, state.giveNothing()]),
    finish(reply) {
      const theirs = state.takeKey(reply);
      state.mixKey(diffieHellman({ privateKey: own.privateKey, publicKey: publicKeyOf(theirs) }));
      state.takeNothing(reply.subarray(KEY_BYTES));
      const [outgoing, incoming] = state.split();
      return ciphersOf(outgoing, incoming);
    },
  };
}

/** What both ends mix into their keys, in the same order. */
function handshakeState(prologue: Buffer) {
  let hash = sha256(Buffer.from(PROTOCOL));
  let chain = hash;
  let cipher = cipherOf(Buffer.alloc(KEY_BYTES));

  const mixHash = (data: Buffer) => {
    hash = sha256(hash, data);
  };
  const mixKey = (secret: Buffer) => {
    const [next, derived] = derive(chain, secret);
    chain = next;
    cipher = cipherOf(derived);
  };
  const mixPublicKey = (raw: Buffer) => {
    mixHash(raw);
    mixKey(raw);
  };
  mixHash(prologue);
  return {
    mixKey,
    mixPublicKey,
    mixSharedKey(secret: Buffer) {
      const [next, forHash, derived] = derive(chain, secret);
      chain = next;
      mixHash(forHash);
      cipher = cipherOf(derived);
    },
    takeKey(message: Buffer): Buffer {
      if (message.length !== KEY_BYTES + TAG_BYTES) throw new Error('the handshake has a wrong length');
      const theirs = message.subarray(0, KEY_BYTES);
      mixPublicKey(theirs);
      return theirs;
    },
    takeNothing(sealed: Buffer) {
      cipher.open(sealed, hash);
      mixHash(sealed);
    },
    giveNothing(): Buffer {
      const sealed = cipher.seal(Buffer.alloc(0), hash);
      mixHash(sealed);
      return sealed;
    },
    /** Keys of the asking and of the answering side. */
    split: () => derive(chain, Buffer.alloc(0)),
  };
}

function ciphersOf(outgoing: Buffer, incoming: Buffer): Ciphers {
  const [writer, reader] = [cipherOf(outgoing), cipherOf(incoming)];
  const none = Buffer.alloc(0);
  return { seal: (plain) => writer.seal(plain, none), open: (bytes) => reader.open(bytes, none) };
}

/** 32 random bytes are a key (RFC 7748). Node.js 20's own generator may stand still for ever where garbage is collected meanwhile. */
function keyPair() {
  const der = Buffer.concat([PKCS8_X25519, randomBytes(KEY_BYTES)]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  return { privateKey, raw: spki.subarray(-KEY_BYTES) };
}

/** A key and how often it was used. */
function cipherOf(key: Buffer) {
  let count = 0n;
  const nonce = () => {
    const bytes = Buffer.alloc(12);
    bytes.writeBigUInt64LE(count++, 4);
    return bytes;
  };
  const options = { authTagLength: TAG_BYTES };
  return {
    seal(plain: Buffer, also: Buffer): Buffer {
      const cipher = createCipheriv('chacha20-poly1305', key, nonce(), options);
      cipher.setAAD(also, { plaintextLength: plain.length });
      return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed: Buffer, also: Buffer): Buffer {
      if (sealed.length < TAG_BYTES) throw new Error('a frame is too short to be sealed');
      const end = sealed.length - TAG_BYTES;
      const decipher = createDecipheriv('chacha20-poly1305', key, nonce(), options);
      decipher.setAAD(also, { plaintextLength: end });
      decipher.setAuthTag(sealed.subarray(end));
      return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()]);
    },
  };
}

/** Noise's HKDF: three keys of a chaining key and a secret. */
function derive(chain: Buffer, secret: Buffer): [Buffer, Buffer, Buffer] {
  const base = hmac(chain, secret);
  const first = hmac(base, Buffer.of(1));
  const second = hmac(base, first, Buffer.of(2));
  return [first, second, hmac(base, second, Buffer.of(3))];
}

function hmac(key: Buffer, ...data: Buffer[]): Buffer {
  const made = createHmac('sha256', key);
  for (const part of data) made.update(part);
  return made.digest();
}

function sha256(...data: Buffer[]): Buffer {
  const made = createHash('sha256');
  for (const part of data) made.update(part);
  return made.digest();
}

function publicKeyOf(raw: Buffer) {
  return createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'X25519', x: raw.toString('base64url') } });
}
