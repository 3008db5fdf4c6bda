import { JarvisError } from '../../turn/errors.js';
import { Table } from './flatbuffer.js';

/** Operators by their number in TensorFlow Lite's schema. */
export const OPERATORS = {
  2: 'CONCATENATION',
  3: 'CONV_2D',
  4: 'DEPTHWISE_CONV_2D',
  9: 'FULLY_CONNECTED',
  14: 'LOGISTIC',
  22: 'RESHAPE',
  45: 'STRIDED_SLICE',
  102: 'SPLIT_V',
  114: 'QUANTIZE',
  129: 'CALL_ONCE',
  142: 'VAR_HANDLE',
  143: 'READ_VARIABLE',
  144: 'ASSIGN_VARIABLE',
} as const;

export type OperatorName = (typeof OPERATORS)[keyof typeof OPERATORS];

export interface Tensor {
  shape: number[];
  /** Bytes of a constant; empty for what is computed. */
  constant: Uint8Array;
  /** One scale, or one for each output channel; empty where the tensor is not quantised. */
  scales: number[];
  zeroPoint: number;
  /** The number types these models use. */
  type: 'int8' | 'uint8' | 'int32' | 'resource';
}

export interface Operator {
  name: OperatorName;
  inputs: number[];
  outputs: number[];
  options: Table | undefined;
}

export interface Subgraph {
  tensors: Tensor[];
  inputs: number[];
  outputs: number[];
  operators: Operator[];
}

const TYPES = { 2: 'int32', 3: 'uint8', 9: 'int8', 13: 'resource' } as const;

/**
 * Reads what is needed of a `.tflite` file (tensorflow/compiler/mlir/lite/schema/schema.fbs).
 * @throws JarvisError wake-failed for a file of another kind, or one with operators or number types that are not known here.
 */
export function readTflite(file: Uint8Array): Subgraph[] {
  const identifier = Buffer.from(file.subarray(4, 8)).toString('latin1');
  if (identifier !== 'TFL3') throw unfit('it is not a TensorFlow Lite file');
  try {
    const model = Table.root(file);
    const codes = model.tables(1).map((code) => Math.max(code.byte(0), code.int(3)));
    const buffers = model.tables(4).map((buffer) => buffer.bytes(0));
    return model.tables(2).map((graph) => ({
      tensors: graph.tables(0).map((tensor) => readTensor(tensor, buffers)),
      inputs: graph.ints(1),
      outputs: graph.ints(2),
      operators: graph.tables(3).map((operator) => readOperator(operator, codes)),
    }));
  } catch (thrown) {
    if (thrown instanceof RangeError) throw unfit('the file is damaged', thrown);
    throw thrown;
  }
}

/** The error for a model that can't be run here. */
export function unfit(why: string, cause?: unknown): JarvisError {
  return new JarvisError('wake-failed', `This is no microWakeWord model that runs here: ${why}.`, { cause });
}

function readTensor(tensor: Table, buffers: Uint8Array[]): Tensor {
  const code = tensor.byte(1);
  const type = Object.entries(TYPES).find(([number]) => Number(number) === code)?.[1];
  if (type === undefined) throw unfit(`it has numbers of type ${code}`);
  const quantization = tensor.table(4);
  return {
    shape: tensor.ints(0),
    constant: buffers[tensor.int(2)] ?? new Uint8Array(),
    scales: quantization?.floats(2) ?? [],
    zeroPoint: quantization?.longs(3)[0] ?? 0,
    type,
  };
}

function readOperator(operator: Table, codes: number[]): Operator {
  const code = codes[operator.int(0)];
  const name = Object.entries(OPERATORS).find(([number]) => Number(number) === code)?.[1];
  if (name === undefined) throw unfit(`operator ${code} is not known`);
  return { name, inputs: operator.ints(1), outputs: operator.ints(2), options: operator.table(4) };
}
