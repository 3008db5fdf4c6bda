import type { Fields } from '../satellites/esphome-device/protobuf.js';

// What we read and write of ONNX's messages (onnx.proto).
const ATTRIBUTE = {
  name: [1, 'string'],
  int: [3, 'uint'],
  ints: [8, 'uint', 'many'],
  type: [20, 'uint'],
} as const satisfies Fields;
export const NODE = {
  inputs: [1, 'string', 'many'],
  outputs: [2, 'string', 'many'],
  kind: [4, 'string'],
  attributes: [5, ATTRIBUTE, 'many'],
} as const satisfies Fields;
export const TENSOR = {
  dims: [1, 'uint', 'many'],
  type: [2, 'uint'],
  /** Numbers of fewer bits than these may be here in the place of bytes. */
  small: [5, 'bytes'],
  name: [8, 'string'],
  data: [9, 'bytes'],
} as const satisfies Fields;
/** A dimension has a size, or a name where it is free. */
const SHAPE = { dims: [1, { size: [1, 'uint'], name: [2, 'string'] }, 'many'] } as const satisfies Fields;
export const VALUE = {
  name: [1, 'string'],
  type: [2, { tensor: [1, { type: [1, 'uint'], shape: [2, SHAPE] }] }],
} as const satisfies Fields;
export const GRAPH = {
  nodes: [1, NODE, 'many'],
  name: [2, 'string'],
  tensors: [5, TENSOR, 'many'],
  inputs: [11, VALUE, 'many'],
  outputs: [12, VALUE, 'many'],
  /** What is known of the values between; nothing needs it. */
  values: [13, VALUE, 'many'],
} as const satisfies Fields;
const OPSET = { domain: [1, 'string'], version: [2, 'uint'] } as const satisfies Fields;
export const MODEL = {
  irVersion: [1, 'uint'],
  producer: [2, 'string'],
  graph: [7, GRAPH],
  opsets: [8, OPSET, 'many'],
} as const satisfies Fields;

/** Types of a tensor's numbers. */
export const FLOAT = 1;
export const UINT8 = 2;
export const INT8 = 3;
export const INT32 = 6;
export const INT64 = 7;
