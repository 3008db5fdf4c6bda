import { EMBEDDING } from '../open-wake-word.js';
import { WINDOW } from './embeddings.js';

// The few messages of ONNX's protobuf (onnx.proto) that a head of two layers takes, written by hand.
const [VARINT, BYTES] = [0, 2];
const FLOAT = 1;
const INT = 2;
/** Old enough for every runtime: ONNX 1.8. */
const IR_VERSION = 7;
const OPSET = 13;

/** A layer: `outputs` rows of weights, and a bias for each. */
export interface Layer {
  weights: Float32Array;
  biases: Float32Array;
}

/**
 * The graph of a head as openWakeWord has them: takes [1, 16, 96] floats and answers [1, 1], the score from 0 to 1.
 * Flatten, Gemm, Relu, Gemm, Sigmoid.
 */
export function headGraph(first: Layer, last: Layer): Buffer {
  const inputs = WINDOW * EMBEDDING;
  const node = (kind: string, from: string[], to: string, transposed = false) =>
    field(
      1,
      Buffer.concat([
        ...from.map((name) => text(1, name)),
        text(2, to),
        text(4, kind),
        ...(transposed ? [field(5, Buffer.concat([text(1, 'transB'), number(3, 1), number(20, INT)]))] : []),
      ]),
    );
  const tensor = (name: string, dims: number[], values: Float32Array) =>
    field(
      5,
      Buffer.concat([
        ...dims.map((size) => number(1, size)),
        number(2, FLOAT),
        text(8, name),
        field(9, littleEndian(values)),
      ]),
    );
  const value = (at: number, name: string, dims: number[]) => {
    const shape = Buffer.concat(dims.map((size) => field(1, number(1, size))));
    return field(
      at,
      Buffer.concat([text(1, name), field(2, field(1, Buffer.concat([number(1, FLOAT), field(2, shape)])))]),
    );
  };
  const units = first.biases.length;
  const graph = Buffer.concat([
    node('Flatten', ['embeddings'], 'flat'),
    node('Gemm', ['flat', 'first.weights', 'first.biases'], 'sums', true),
    node('Relu', ['sums'], 'hidden'),
    node('Gemm', ['hidden', 'last.weights', 'last.biases'], 'logit', true),
    node('Sigmoid', ['logit'], 'score'),
    text(2, 'wake word'),
    tensor('first.weights', [units, inputs], first.weights),
    tensor('first.biases', [units], first.biases),
    tensor('last.weights', [1, units], last.weights),
    tensor('last.biases', [1], last.biases),
    value(11, 'embeddings', [1, WINDOW, EMBEDDING]),
    value(12, 'score', [1, 1]),
  ]);
  return Buffer.concat([
    number(1, IR_VERSION),
    text(2, 'node-red-jarvis'),
    field(7, graph),
    field(8, Buffer.concat([text(1, ''), number(2, OPSET)])),
  ]);
}

function littleEndian(values: Float32Array): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeFloatLE(value, index * 4);
  return bytes;
}

const text = (at: number, value: string) => field(at, Buffer.from(value));
const number = (at: number, value: number) => Buffer.concat([varint(at * 8 + VARINT), varint(value)]);
const field = (at: number, body: Buffer) => Buffer.concat([varint(at * 8 + BYTES), varint(body.length), body]);

/** Seven bits a byte, the lowest first. */
function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}
