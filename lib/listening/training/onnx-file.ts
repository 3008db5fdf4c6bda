import { encode, type Written } from '../../satellites/esphome-device/protobuf.js';
import { FLOAT, type GRAPH, MODEL, type NODE, type TENSOR, type VALUE } from '../onnx-messages.js';
import { EMBEDDING } from '../open-wake-word.js';
import { WINDOW } from './embeddings.js';

/** Type of an attribute that is one number. */
const INT = 2;
/** Old enough for every runtime: ONNX 1.8. */
const IR_VERSION = 7;
const VERSION = 13;

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
  const node = (kind: string, inputs: string[], output: string, transposed = false): Written<typeof NODE> => ({
    inputs,
    outputs: [output],
    kind,
    attributes: transposed ? [{ name: 'transB', int: 1, type: INT }] : [],
  });
  const tensor = (name: string, dims: number[], values: Float32Array): Written<typeof TENSOR> => ({
    dims,
    type: FLOAT,
    name,
    data: littleEndian(values),
  });
  const value = (name: string, dims: number[]): Written<typeof VALUE> => ({
    name,
    type: { tensor: { type: FLOAT, shape: { dims: dims.map((size) => ({ size })) } } },
  });
  const units = first.biases.length;
  const graph: Written<typeof GRAPH> = {
    nodes: [
      node('Flatten', ['embeddings'], 'flat'),
      node('Gemm', ['flat', 'first.weights', 'first.biases'], 'sums', true),
      node('Relu', ['sums'], 'hidden'),
      node('Gemm', ['hidden', 'last.weights', 'last.biases'], 'logit', true),
      node('Sigmoid', ['logit'], 'score'),
    ],
    name: 'wake word',
    tensors: [
      tensor('first.weights', [units, WINDOW * EMBEDDING], first.weights),
      tensor('first.biases', [units], first.biases),
      tensor('last.weights', [1, units], last.weights),
      tensor('last.biases', [1], last.biases),
    ],
    inputs: [value('embeddings', [1, WINDOW, EMBEDDING])],
    outputs: [value('score', [1, 1])],
  };
  const opsets = [{ domain: '', version: VERSION }];
  return encode(MODEL, { irVersion: IR_VERSION, producer: 'node-red-jarvis', graph, opsets });
}

function littleEndian(values: Float32Array): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeFloatLE(value, index * 4);
  return bytes;
}
