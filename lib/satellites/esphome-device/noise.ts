import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
} from 'node:crypto';

const PROTOCOL = 'Noise_NNpsk0_25519_ChaChaPoly_SHA256';
const KEY_BYTES = 32;
export const TAG_BYTES = 16;

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

/**
 * Noise_NNpsk0_25519_ChaChaPoly_SHA256, as far as a server needs it.
 * @param key 32 bytes that both ends have
 * @param prologue what both ends have said before
 */
export function noiseResponder(key: Buffer, prologue: Buffer): Responder {
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
  const mixSharedKey = (secret: Buffer) => {
    const [next, forHash, derived] = derive(chain, secret);
    chain = next;
    mixHash(forHash);
    cipher = cipherOf(derived);
  };

  mixHash(prologue);
  return {
    answer(message) {
      if (message.length !== KEY_BYTES + TAG_BYTES) throw new Error('the handshake has a wrong length');
      mixSharedKey(key);
      const theirs = message.subarray(0, KEY_BYTES);
      mixHash(theirs);
      mixKey(theirs);
      const sealed = message.subarray(KEY_BYTES);
      cipher.open(sealed, hash);
      mixHash(sealed);

      const own = generateKeyPairSync('x25519');
      const ours = Buffer.from(own.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
      mixHash(ours);
      mixKey(ours);
      mixKey(diffieHellman({ privateKey: own.privateKey, publicKey: publicKeyOf(theirs) }));
      const empty = cipher.seal(Buffer.alloc(0), hash);
      const [incoming, outgoing] = derive(chain, Buffer.alloc(0));
      const [reader, writer] = [cipherOf(incoming), cipherOf(outgoing)];
      const none = Buffer.alloc(0);
      return {
        reply: Buffer.concat([ours, empty]),
        ciphers: { seal: (plain) => writer.seal(plain, none), open: (bytes) => reader.open(bytes, none) },
      };
    },
  };
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
