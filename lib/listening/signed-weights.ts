import {
  decode,
  encode,
  LENGTH,
  type Message,
  type RawField,
  rawFields,
} from '../satellites/esphome-device/protobuf.js';
import { type Onnx, openGraph } from './onnx.js';
import { GRAPH, INT8, INT32, MODEL, NODE, TENSOR, UINT8 } from './onnx-messages.js';

/** Most nodes and tensors of a graph: the largest Whisper has some five thousand. */
const MAX_FIELDS = 100_000;
/** What turns an unsigned number into the signed one that is 128 less. */
const HIGHEST_BIT = 0x80;
/** Most bytes of a number under 256. */
const MAX_VARINT = 2;
/** Where a node of several branches has them. */
const [ATTRIBUTE_NUMBER, BRANCH] = [NODE.attributes[0], 6];

/** Nodes whose output has the numbers of their first input. */
const PASSING_ON = new Set(['Gather', 'Transpose']);

interface Weights {
  name: string;
  type: RawField;
  /** Its bytes, or its only number. */
  data: RawField;
}

interface Graph {
  nodes: Message<typeof NODE>[];
  weights: Weights[];
}

/**
 * Makes a quantized graph's unsigned 8-bit weights signed ones, each 128 less, as are their zero points: what is computed stays
 * the same to the bit. Processors multiply unsigned sound with signed weights in one instruction (VNNI), with unsigned ones in several.
 * @param model the bytes of an ONNX file; changed in place
 * @returns false where nothing was changed: the graph has no such weights, does something else with one of them, or is damaged
 */
export function signWeights(model: Buffer): boolean {
  try {
    const graph: Graph = { nodes: [], weights: [] };
    for (const { number, held } of rawFields(model)) if (number === MODEL.graph[0] && held) read(held, graph);
    if (graph.weights.length === 0 || !isSignable(graph)) return false;
    for (const one of graph.weights) sign(one);
    return true;
  } catch {
    return false;
  }
}

/** Collects what is in a graph and in its branches. @throws Error of a tensor that can't be signed */
function read(data: Buffer, graph: Graph): void {
  for (const { number, held } of rawFields(data)) {
    if (graph.nodes.length + graph.weights.length > MAX_FIELDS) throw new Error('a graph holds too much');
    if (number === GRAPH.tensors[0] && held) readTensor(held, graph);
    if (number !== GRAPH.nodes[0] || !held) continue;
    graph.nodes.push(decode(NODE, held));
    for (const attribute of rawFields(held)) {
      if (attribute.number !== ATTRIBUTE_NUMBER || !attribute.held) continue;
      for (const branch of rawFields(attribute.held))
        if (branch.number === BRANCH && branch.held) read(branch.held, graph);
    }
  }
}

function readTensor(held: Buffer, graph: Graph): void {
  const { type: kind, name } = decode({ type: TENSOR.type, name: TENSOR.name }, held);
  if (kind !== UINT8) return;
  const fields = [...rawFields(held)];
  const field = (number: number) => fields.find((one) => one.number === number);
  const [type, bytes, small] = [TENSOR.type, TENSOR.data, TENSOR.small].map(([number]) => field(number));
  const data = bytes ?? (small?.held && isOneNumber(small.held) ? small : undefined);
  if (!type || !data) throw new Error('a tensor is kept in another way');
  graph.weights.push({ name, type, data });
}

const isOneNumber = (held: Buffer) => held.length <= MAX_VARINT && (held.at(-1) ?? HIGHEST_BIT) < HIGHEST_BIT;

/** Whether all weights are only multiplied, or looked up and scaled, with zero points that are signed with them. */
function isSignable({ nodes, weights }: Graph): boolean {
  const unsigned = new Set(weights.map(({ name }) => name));
  return nodes.every(({ kind, inputs, outputs }) => {
    const places = [...inputs.keys()].filter((place) => unsigned.has(inputs[place] ?? '')).join();
    if (places === '') return true;
    if (kind === 'MatMulInteger') return places === '1,3';
    if (kind === 'DequantizeLinear') return places === '0,2';
    // Nodes come in the order in which they are computed.
    for (const output of outputs) unsigned.add(output);
    return PASSING_ON.has(kind) && places === '0';
  });
}

function sign({ type, data }: Weights): void {
  type.raw[type.raw.length - 1] = INT8;
  const held = data.held as Buffer;
  if (data.number === TENSOR.data[0]) {
    for (let at = 0; at < held.length; at++) held[at] = (held[at] as number) ^ HIGHEST_BIT;
    return;
  }
  const [low = 0, high = 0] = held;
  const byte = ((low % HIGHEST_BIT) + high * HIGHEST_BIT) ^ HIGHEST_BIT;
  // As bytes, which may be negative, in the room that the number had: the length is written longer than it need be.
  const tag = TENSOR.data[0] * 8 + LENGTH;
  data.raw.set(held.length === 1 ? [tag, 1, byte] : [tag, HIGHEST_BIT + 1, 0, byte]);
}

const [ROWS, SIZE, MAX_UNSIGNED, MAX_SIGNED] = [4, 16, 255, 127];

/**
 * Whether this processor adds up products with signed weights exactly: those without VNNI do it in 16 bits, which overflow.
 * @throws Error of the library
 */
export async function addsUpSigned(onnx: Onnx): Promise<boolean> {
  const value = (name: string, type: number) => {
    const dims = [ROWS, SIZE].map((size) => ({ size }));
    return { name, type: { tensor: { type, shape: { dims } } } };
  };
  const graph = {
    name: 'sums',
    nodes: [{ kind: 'MatMulInteger', inputs: ['sound', 'weights'], outputs: ['sums'] }],
    tensors: [{ dims: [SIZE, SIZE], type: INT8, name: 'weights', data: Buffer.alloc(SIZE * SIZE, MAX_SIGNED) }],
    inputs: [value('sound', UINT8)],
    outputs: [value('sums', INT32)],
  };
  const model = encode(MODEL, { irVersion: 7, graph, opsets: [{ version: 14 }] });
  const session = await openGraph(onnx, 'of sums', 1, model);
  const sound = new onnx.Tensor('uint8', new Uint8Array(ROWS * SIZE).fill(MAX_UNSIGNED), [ROWS, SIZE]);
  const { sums } = await session.run({ sound });
  await session.release();
  return sums?.data instanceof Int32Array && sums.data.every((sum) => sum === SIZE * MAX_UNSIGNED * MAX_SIGNED);
}
