import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { randomFrom } from '../audio/random.js';
import { encode, type Written } from '../satellites/esphome-device/protobuf.js';
import { floatsOf, loadOnnx, type Onnx, openGraph, type Session } from './onnx.js';
import { FLOAT, type GRAPH, INT64, MODEL, type NODE, type TENSOR, type VALUE } from './onnx-messages.js';
import { openWhisperGraphs } from './whisper-graphs.js';
import { anyWindow } from './whisper-window.js';

const BINS = 4;
const SIZE = 6;
const ROWS = 1_500;
const FRAMES = 2 * ROWS;
/** Type of an attribute that is several numbers. */
const INTS = 7;
const MINUS_ONE = (1n << 64n) - 1n;

const random = randomFrom(7);
const numbers = (count: number) => Float32Array.from({ length: count }, () => random() * 2 - 1);
const node = (
  kind: string,
  inputs: string[],
  output: string,
  attributes: Record<string, number[]> = {},
): Written<typeof NODE> => ({
  kind,
  inputs,
  outputs: [output],
  attributes: Object.entries(attributes).map(([name, ints]) => ({ name, ints, type: INTS })),
});
const floats = (name: string, dims: number[]): Written<typeof TENSOR> => {
  const values = numbers(dims.reduce((product, size) => product * size, 1));
  return { name, dims, type: FLOAT, data: Buffer.from(values.buffer) };
};
const shape = (name: string, sizes: number[]): Written<typeof TENSOR> => {
  const data = Buffer.from(BigUint64Array.from(sizes, (size) => (size < 0 ? MINUS_ONE : BigInt(size))).buffer);
  return { name, dims: [sizes.length], type: INT64, data };
};
const value = (name: string, dims: (number | string)[]): Written<typeof VALUE> => ({
  name,
  type: {
    tensor: {
      type: FLOAT,
      shape: { dims: dims.map((size) => (typeof size === 'string' ? { name: size } : { size })) },
    },
  },
});
const model = (graph: Written<typeof GRAPH>): Buffer =>
  encode(MODEL, { irVersion: 7, producer: 'test', graph: { name: 'test', ...graph }, opsets: [{ version: 14 }] });

interface Build {
  frames?: number | string;
  /** What the table is looked up from. */
  table?: 'tensor' | 'node';
}

/** An encoder as exports are: a convolution, the table of positions, and shapes that have their number in them. */
function stockEncoder({ frames = FRAMES, table = 'tensor' }: Build = {}): Buffer {
  const looked = table === 'node' ? [node('Identity', ['positions.weight'], 'positions')] : [];
  return model({
    nodes: [
      ...looked,
      node('Conv', ['input_features', 'conv.weight', 'conv.bias'], 'conv', { pads: [1, 1], strides: [2] }),
      node('Transpose', ['conv'], 'sound', { perm: [0, 2, 1] }),
      node('Add', ['sound', table === 'node' ? 'positions' : 'positions.weight'], 'placed'),
      node('Reshape', ['placed', 'heads'], 'split'),
      node('Reshape', ['split', 'whole'], 'joined'),
      node('Add', ['joined', 'bias'], 'last_hidden_state'),
    ],
    tensors: [
      floats('conv.weight', [SIZE, BINS, 3]),
      floats('conv.bias', [SIZE]),
      floats('positions.weight', [ROWS, SIZE]),
      shape('heads', [-1, ROWS, 2, SIZE / 2]),
      shape('whole', [-1, ROWS, SIZE]),
      floats('bias', [SIZE]),
    ],
    inputs: [value('input_features', ['batch_size', BINS, frames])],
    outputs: [value('last_hidden_state', ['batch_size', ROWS, SIZE])],
    values: [value('placed', ['batch_size', ROWS, SIZE]), value('joined', ['batch_size', ROWS, SIZE])],
  });
}

/** A decoder that says the mean of what it hears; with a table of its own, of 30 s only. */
function decoder({ isFixed = false } = {}): Buffer {
  return model({
    nodes: [
      ...(isFixed ? [node('Add', ['encoder_hidden_states', 'table'], 'heard')] : []),
      node('ReduceMean', [isFixed ? 'heard' : 'encoder_hidden_states'], 'logits', { axes: [1] }),
    ],
    tensors: isFixed ? [floats('table', [ROWS, SIZE])] : [],
    inputs: [value('encoder_hidden_states', [1, 'length', SIZE])],
    outputs: [value('logits', [1, 1, SIZE])],
  });
}

/** A spectrogram's first frames. */
function beginningOf(features: Float32Array, frames: number): Float32Array {
  const rows = Array.from({ length: BINS }, (_, bin) => features.subarray(bin * FRAMES, bin * FRAMES + frames));
  return Float32Array.from(rows.flatMap((row) => [...row]));
}

async function hear(onnx: Onnx, session: Session, features: Float32Array): Promise<Float32Array> {
  const input = new onnx.Tensor('float32', features, [1, BINS, features.length / BINS]);
  return floatsOf((await session.run({ input_features: input }))['last_hidden_state']);
}

function assertClose(actual: Float32Array, expected: Float32Array): void {
  assert.equal(actual.length, expected.length);
  for (const [index, value] of expected.entries()) assert.ok(Math.abs((actual[index] ?? Number.NaN) - value) < 1e-5);
}

describe('an encoder of 30 s', () => {
  const features = numbers(BINS * FRAMES);

  for (const frames of [FRAMES, 'encoder_sequence_length']) {
    test(`hears 30 s as before, and of less the same as at their beginning (it declares ${frames})`, async () => {
      const onnx = await loadOnnx();
      const before = stockEncoder({ frames });
      const edited = anyWindow(before);
      assert.ok(edited);
      const full = await hear(onnx, await openGraph(onnx, 'as it was', 1, before), features);
      const session = await openGraph(onnx, 'edited', 1, edited);
      assertClose(await hear(onnx, session, features), full);
      for (const length of [2, 200, 1_000, 1_500]) {
        const heard = await hear(onnx, session, beginningOf(features, length));
        assertClose(heard, full.subarray(0, (length / 2) * SIZE));
      }
    });
  }

  test('stays as it is where its table is not added as expected, or is already cut', () => {
    assert.equal(anyWindow(stockEncoder({ table: 'node' })), undefined);
    assert.equal(anyWindow(anyWindow(stockEncoder()) ?? Buffer.alloc(0)), undefined);
    const two = ['first', 'second'].map((name) => floats(name, [ROWS, SIZE]));
    const nodes = [node('Add', ['sound', 'first'], 'once'), node('Add', ['once', 'second'], 'twice')];
    assert.equal(anyWindow(model({ nodes, tensors: two })), undefined);
  });

  test('stays as it is where it is cut off, and is never the end of the program', () => {
    const { length } = stockEncoder();
    const bytes = stockEncoder();
    for (let end = 0; end < length; end += 97) assert.equal(anyWindow(bytes.subarray(0, end)), undefined);
    for (let round = 0; round < 500; round++) {
      const damaged = Buffer.from(bytes);
      // Its weights are most of it: the graph's structure lies at both ends.
      const at = Math.floor(random() * 700);
      damaged[round % 2 === 0 ? at : length - 1 - at] = Math.floor(random() * 256);
      anyWindow(damaged);
    }
    assert.equal(anyWindow(Buffer.alloc(1_000_000, 0x0a)), undefined);
    assert.equal(anyWindow(Buffer.from('3a80808080808080808001', 'hex')), undefined);
    const many = encode({ field: [1, 'uint', 'many'] }, { field: new Array<number>(200_000).fill(1) });
    assert.equal(anyWindow(encode({ graph: [7, 'bytes'] }, { graph: many })), undefined);
  });
});

describe('the window of a model', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'whisper-window-'));
  after(() => rmSync(folder, { recursive: true }));
  const open = async (encoder: Buffer, after: Buffer) => {
    const files = { encoder: path.join(folder, 'encoder.onnx'), decoder: path.join(folder, 'decoder.onnx') };
    writeFileSync(files.encoder, encoder);
    writeFileSync(files.decoder, after);
    return openWhisperGraphs(await loadOnnx(), files);
  };
  const hears = async ({ encode }: Awaited<ReturnType<typeof open>>, frames: number) => {
    const { scores } = await (await encode(numbers(BINS * frames), frames)).begin([0]);
    assert.equal(scores.length, SIZE);
  };

  test('is any where the encoder could be changed', async () => {
    const graphs = await open(stockEncoder(), decoder());
    assert.equal(graphs.frames, undefined);
    for (const frames of [1_000, 1_500, FRAMES]) await hears(graphs, frames);
  });

  test('is what the encoder declares where it could not', async () => {
    const graphs = await open(stockEncoder({ table: 'node' }), decoder());
    assert.equal(graphs.frames, FRAMES);
    await hears(graphs, FRAMES);
  });

  test('is 30 s where the encoder declares any, and takes only those', async () => {
    const graphs = await open(stockEncoder({ table: 'node', frames: 'encoder_sequence_length' }), decoder());
    assert.equal(graphs.frames, FRAMES);
    await hears(graphs, FRAMES);
  });

  test('is 30 s where the decoder takes only those', async () => {
    const graphs = await open(stockEncoder(), decoder({ isFixed: true }));
    assert.equal(graphs.frames, FRAMES);
    await hears(graphs, FRAMES);
  });

  test('is none where the encoder is damaged', async () => {
    await assert.rejects(open(stockEncoder().subarray(0, 2_000), decoder()), { code: 'not-configured' });
    await assert.rejects(open(Buffer.alloc(0), decoder()), { code: 'not-configured' });
  });
});
