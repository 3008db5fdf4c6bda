/** How a field is written: a scalar's kind, or the fields of the message that it holds. */
export type Kind = 'string' | 'bytes' | 'bool' | 'uint' | 'float' | 'fixed32' | Fields;
/** Name to number and kind; "many" where it may come several times. */
export interface Fields {
  readonly [name: string]: readonly [number, Kind] | readonly [number, Kind, 'many'];
}

type ValueOf<K> = K extends 'string'
  ? string
  : K extends 'bytes'
    ? Buffer
    : K extends 'bool'
      ? boolean
      : K extends Fields
        ? Message<K>
        : number;
/** What a message of these fields holds; what isn't there has its default. */
export type Message<F extends Fields> = {
  -readonly [N in keyof F]: F[N] extends readonly [number, infer K, 'many'] ? ValueOf<K>[] : ValueOf<F[N][1]>;
};
/** The same to be written: what is left out has its default at the other end. */
export type Written<F extends Fields> = {
  readonly [N in keyof F]?: F[N] extends readonly [number, infer K, 'many']
    ? (K extends Fields ? Written<K> : ValueOf<K>)[]
    : F[N][1] extends Fields
      ? Written<F[N][1]>
      : ValueOf<F[N][1]>;
};

const [VARINT, FIXED64, FIXED32] = [0, 1, 5];
/** Wire type of text, bytes and messages: in a tag it stands behind eight times the number. */
export const LENGTH = 2;
/** Values of one message, of those in it too. */
const MAX_VALUES = 1_000;
const MAX_DEPTH = 4;

/** A message in Protocol Buffers' wire format. */
export function encode<F extends Fields>(fields: F, message: Written<F>): Buffer {
  const out: Buffer[] = [];
  for (const [name, [number, kind, many]] of Object.entries(fields)) {
    const given: unknown = message[name];
    for (const value of many ? ((given as unknown[] | undefined) ?? []) : given === undefined ? [] : [given]) {
      const type = wireType(kind);
      const bytes = encodeValue(kind, value);
      out.push(varint(number * 8 + type), ...(type === LENGTH ? [varint(bytes.length)] : []), bytes);
    }
  }
  return Buffer.concat(out);
}

/**
 * The fields of a message that are known; others are passed over. Bytes lie in `data`.
 * @throws Error where it is cut off, or holds too much
 */
export function decode<F extends Fields>(fields: F, data: Buffer): Message<F> {
  return decodeIn(fields, data, { left: MAX_VALUES }, 0) as Message<F>;
}

/** A field as it lies in a message. */
export interface RawField {
  number: number;
  /** All of it. */
  raw: Buffer;
  /** What it holds, where that is text, bytes or a message. */
  held: Buffer | undefined;
}

/**
 * The fields of a message one after another, whatever they are, to copy or change single ones.
 * @throws Error where it is cut off
 */
export function* rawFields(data: Buffer): Generator<RawField> {
  const reader = readerOf(data);
  while (reader.more()) {
    const from = reader.at();
    const tag = reader.varint();
    const type = tag % 8;
    let held: Buffer | undefined;
    if (type === VARINT) reader.varint();
    else if (type === LENGTH) held = reader.bytes(reader.varint());
    else reader.bytes(sizeOf(type));
    yield { number: Math.floor(tag / 8), raw: data.subarray(from, reader.at()), held };
  }
}

function decodeIn(fields: Fields, data: Buffer, count: { left: number }, depth: number): Record<string, unknown> {
  if (depth > MAX_DEPTH) throw new Error('a message is nested too deeply');
  const byNumber = new Map(Object.entries(fields).map(([name, field]) => [field[0], { name, field }]));
  const message: Record<string, unknown> = {};
  for (const [name, [, kind, many]] of Object.entries(fields)) message[name] = many ? [] : defaultOf(kind);
  const reader = readerOf(data);
  while (reader.more()) {
    if (count.left-- <= 0) throw new Error('a message holds too much');
    const tag = reader.varint();
    const type = tag % 8;
    const known = byNumber.get(Math.floor(tag / 8));
    const isKnown = known && wireType(known.field[1]) === type;
    const raw = type === VARINT ? reader.varint() : reader.bytes(type === LENGTH ? reader.varint() : sizeOf(type));
    if (!known || !isKnown) continue;
    const [, kind, many] = known.field;
    const value = typeof kind === 'object' ? decodeIn(kind, raw as Buffer, count, depth + 1) : readValue(kind, raw);
    if (many) (message[known.name] as unknown[]).push(value);
    else message[known.name] = value;
  }
  return message;
}

function wireType(kind: Kind): number {
  if (kind === 'uint' || kind === 'bool') return VARINT;
  return kind === 'float' || kind === 'fixed32' ? FIXED32 : LENGTH;
}

function sizeOf(type: number): number {
  if (type === FIXED32) return 4;
  if (type === FIXED64) return 8;
  throw new Error('a message has an unknown kind of field');
}

function readValue(kind: Exclude<Kind, Fields>, raw: Buffer | number): unknown {
  if (typeof raw === 'number') return kind === 'bool' ? raw !== 0 : raw;
  if (kind === 'float') return raw.readFloatLE();
  if (kind === 'fixed32') return raw.readUInt32LE();
  return kind === 'string' ? raw.toString('utf8') : raw;
}

function defaultOf(kind: Kind): unknown {
  if (kind === 'string') return '';
  if (kind === 'bytes') return Buffer.alloc(0);
  if (kind === 'bool') return false;
  return typeof kind === 'object' ? decode(kind, Buffer.alloc(0)) : 0;
}

function encodeValue(kind: Kind, value: unknown): Buffer {
  if (typeof kind === 'object') return encode(kind, value as Written<Fields>);
  if (kind === 'string') return Buffer.from(value as string, 'utf8');
  if (kind === 'bytes') return value as Buffer;
  if (kind === 'bool') return varint(value ? 1 : 0);
  if (kind === 'uint') return varint(value as number);
  const bytes = Buffer.alloc(4);
  if (kind === 'float') bytes.writeFloatLE(value as number);
  else bytes.writeUInt32LE(value as number);
  return bytes;
}

/** A number of up to 2^53 in seven bits a byte, the lowest first. */
export function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  do {
    bytes.push((rest % 128) + (rest >= 128 ? 128 : 0));
    rest = Math.floor(rest / 128);
  } while (rest > 0);
  return Buffer.from(bytes);
}

/** Steps through a message. */
function readerOf(data: Buffer) {
  let at = 0;
  return {
    at: () => at,
    more: () => at < data.length,
    /** Exact up to 2^53; what is larger, such as a negative number, is no number that we read. */
    varint(): number {
      let value = 0;
      for (let scale = 1, count = 0; count < 10; scale *= 128, count++) {
        const byte = data[at++];
        if (byte === undefined) throw new Error('a message is cut off');
        value += (byte % 128) * scale;
        if (byte < 128) return value;
      }
      throw new Error('a number never ends');
    },
    bytes(length: number): Buffer {
      if (length > data.length - at) throw new Error('a message is cut off');
      at += length;
      return data.subarray(at - length, at);
    },
  };
}
