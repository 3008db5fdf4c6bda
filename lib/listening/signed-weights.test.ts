import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { randomFrom } from '../audio/random.js';
import { encode, type Fields, type Written } from '../satellites/esphome-device/protobuf.js';
import { floatsOf, loadOnnx, openGraph } from './onnx.js';
import { FLOAT, GRAPH, INT64, MODEL, type NODE, type TENSOR, UINT8 } from './onnx-messages.js';
import { addsUpSigned, signWeights } from './signed-weights.js';

const [WORDS, SIZE] = [5, 8];
/** A type of attribute, and of a tensor. */
const GRAPH_ATTRIBUTE = 5;
const BOOL = 9;

const random = randomFrom(3);
const node = (kind: string, inputs: string[], ...outputs: string[]): Written<typeof NODE> => ({
  kind,
  inputs,
  outputs,
});
const weights = (name: string, dims: number[]): Written<typeof TENSOR> => {
  const length = dims.reduce((product, size) => product * size, 1);
  return { name, dims, type: UINT8, data: Buffer.from(Uint8Array.from({ length }, () => random() * 256)) };
};
/** One number as the quantizer of onnxruntime writes it. */
const zero = (name: string, value: number): Written<typeof TENSOR> => ({
  name,
  type: UINT8,
  small: Buffer.from(value < 128 ? [value] : [(value % 128) | 128, 1]),
});
const value = (name: string, type: number, sizes: number[]) => ({
  name,
  type: { tensor: { type, shape: { dims: sizes.map((size) => ({ size })) } } },
});
const scale = { name: 'scale', type: FLOAT, data: Buffer.from(Float32Array.of(0.01).buffer) };

/** Multiplies a word, which is looked up in a table, with the other half of the table; the zero points are given. */
const nodes = [
  node('Gather', ['table', 'word'], 'column'),
  node('Transpose', ['column'], 'row'),
  node('DequantizeLinear', ['row', 'scale', 'zero.table'], 'sound'),
  node('DynamicQuantizeLinear', ['sound'], 'quantized', 'step', 'zero.sound'),
  node('MatMulInteger', ['quantized', 'weights', 'zero.sound', 'zero.weights'], 'sums'),
  node('Cast', ['sums'], 'product'),
];
const attributes: Record<string, Written<typeof NODE>['attributes']> = {
  Gather: [{ name: 'axis', int: 1, type: 2 }],
  Cast: [{ name: 'to', int: FLOAT, type: 2 }],
};
const body = (more: Written<typeof NODE>[] = []): Written<typeof GRAPH> => ({
  nodes: [...nodes, ...more].map((one) => ({ ...one, attributes: attributes[one.kind ?? ''] ?? [] })),
  tensors: [
    weights('table', [SIZE, WORDS]),
    weights('weights', [SIZE, WORDS]),
    zero('zero.table', 112),
    zero('zero.weights', 131),
    scale,
  ],
  outputs: [value('product', FLOAT, [1, WORDS])],
});
const inputs = [value('word', INT64, [1])];
const model = (graph: Written<typeof GRAPH>) =>
  encode(MODEL, { irVersion: 7, graph: { name: 'test', inputs, ...graph }, opsets: [{ version: 13 }] });

/** The same in both branches of an If, as merged decoders have it. */
function branched(opsets = [{ version: 13 }]): Buffer {
  const branch = { name: [1, 'string'], type: [20, 'uint'], graph: [6, GRAPH] } as const satisfies Fields;
  const held = (['then_branch', 'else_branch'] as const).map((name) =>
    encode(branch, { name, type: GRAPH_ATTRIBUTE, graph: { name, ...body() } }),
  );
  const raw = { ...NODE_FIELDS, attributes: [5, 'bytes', 'many'] } as const satisfies Fields;
  const choice = encode(raw, { inputs: ['flag'], outputs: ['product'], kind: 'If', attributes: held });
  const fields = { ...GRAPH, nodes: [1, 'bytes', 'many'] } as const satisfies Fields;
  const graph = encode(fields, {
    name: 'test',
    nodes: [choice],
    inputs: [...inputs, value('flag', BOOL, [1])],
    outputs: [value('product', FLOAT, [1, WORDS])],
  });
  const whole = { ...MODEL, graph: [7, 'bytes'] } as const satisfies Fields;
  return encode(whole, { irVersion: 7, graph, opsets });
}
const NODE_FIELDS = { inputs: [1, 'string', 'many'], outputs: [2, 'string', 'many'], kind: [4, 'string'] } as const;

/** What a graph makes of each word. */
async function products(bytes: Buffer): Promise<number[][]> {
  const onnx = await loadOnnx();
  const session = await openGraph(onnx, 'a test', 1, bytes);
  const flags = session.inputNames.includes('flag') ? [false, true] : [undefined];
  const found: number[][] = [];
  for (const flag of flags) {
    for (let word = 0; word < WORDS; word++) {
      const feeds = {
        word: new onnx.Tensor('int64', BigInt64Array.of(BigInt(word)), [1]),
        ...(flag !== undefined && { flag: new onnx.Tensor('bool', [flag], [1]) }),
      };
      found.push([...floatsOf((await session.run(feeds))['product'])]);
    }
  }
  return found;
}

describe('signed weights', () => {
  for (const [what, made] of [
    ['a graph', model(body())],
    ['branches', branched()],
  ] as const) {
    test(`${what} gives the same to the bit`, async (context) => {
      const signed = Buffer.from(made);
      assert.ok(signWeights(signed));
      assert.equal(signed.length, made.length);
      assert.notDeepEqual(signed, made);
      // Nothing is left to sign.
      assert.equal(signWeights(signed), false);
      if (!(await addsUpSigned(await loadOnnx()))) return context.diagnostic('this processor has no VNNI');
      assert.deepEqual(await products(signed), await products(made));
    });
  }

  test('a graph that does something else with its weights stays as it is', () => {
    const others = [
      node('Cast', ['weights'], 'other'),
      node('ConvInteger', ['quantized', 'weights', 'zero.sound', 'zero.weights'], 'other'),
      node('MatMulInteger', ['quantized', 'weights', 'zero.sound'], 'other'),
      node('DequantizeLinear', ['weights', 'scale'], 'other'),
      node('Add', ['row', 'row'], 'other'),
    ];
    for (const other of others) {
      const made = model(body([other]));
      const before = Buffer.from(made);
      assert.equal(signWeights(made), false, JSON.stringify(other));
      assert.deepEqual(made, before);
    }
    const many = { name: 'zero.weights', dims: [WORDS], type: UINT8, small: Buffer.from([1, 2, 3, 4, 5]) };
    const graph = body();
    const tensors = graph.tensors?.map((one) => (one.name === many.name ? many : one)) ?? [];
    assert.equal(signWeights(model({ ...graph, tensors })), false);
  });

  test('a file that is cut off or damaged stays as it is, and is never the end of the program', () => {
    const bytes = branched([]);
    for (let end = 0; end < bytes.length; end++) {
      const cut = Buffer.from(bytes.subarray(0, end));
      assert.equal(signWeights(cut), false, `${end} bytes`);
      assert.deepEqual(cut, bytes.subarray(0, end));
    }
    for (let round = 0; round < 500; round++) {
      const damaged = Buffer.from(bytes);
      damaged[Math.floor(random() * damaged.length)] = random() * 256;
      assert.equal(typeof signWeights(damaged), 'boolean');
    }
  });
});
