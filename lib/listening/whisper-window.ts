import {
  decode,
  encode,
  LENGTH,
  type Message,
  type RawField,
  rawFields,
  varint,
} from '../satellites/esphome-device/protobuf.js';
import { FLOAT, GRAPH, INT64, MODEL, NODE, TENSOR, VALUE } from './onnx-messages.js';

/** Most nodes, tensors and values of a graph: the largest Whisper has some five thousand. */
const MAX_FIELDS = 100_000;
/** Most numbers of a shape. */
const MAX_DIMS = 8;
/** An int64 is that long. */
const INT64_BYTES = 8;

interface Graph {
  fields: RawField[];
  nodes: Map<RawField, Message<typeof NODE>>;
  tensors: Map<string, Message<typeof TENSOR>>;
}

/** Where the table of positions is added to what the convolutions made of the sound. */
interface Positions {
  node: RawField;
  table: string;
  sound: string;
  /** Rows of the table: as many frames as the convolutions make of 30 s. */
  rows: number;
}

/**
 * Whisper's encoder, so changed that it takes any even number of mel frames up to its own. Exports take 3,000 only, 30 s,
 * since they add the whole table of positions to the frames, and some have their number, 1,500, in shapes as well. Both
 * become as long as the sound; for 30 s of sound nothing changes.
 * @param model the bytes of an ONNX file
 * @returns undefined where it isn't built so, or is damaged
 */
export function anyWindow(model: Buffer): Buffer | undefined {
  try {
    const parts = fieldsOf(model);
    const [graph, ...others] = parts.filter(({ number }) => number === MODEL.graph[0]);
    const changed = graph?.held && others.length === 0 ? changedGraph(readGraph(graph.held)) : undefined;
    if (!changed) return undefined;
    const bytes = changed.reduce((sum, { length }) => sum + length, 0);
    const head = [varint(MODEL.graph[0] * 8 + LENGTH), varint(bytes)];
    // The one copy: the file is as large as its weights.
    return Buffer.concat(parts.flatMap((part) => (part === graph ? [...head, ...changed] : [part.raw])));
  } catch {
    return undefined;
  }
}

function fieldsOf(data: Buffer): RawField[] {
  const fields: RawField[] = [];
  for (const field of rawFields(data)) {
    if (fields.push(field) > MAX_FIELDS) throw new Error('a graph holds too much');
  }
  return fields;
}

function readGraph(data: Buffer): Graph {
  const graph: Graph = { fields: fieldsOf(data), nodes: new Map(), tensors: new Map() };
  for (const field of graph.fields) {
    if (!field.held) continue;
    if (field.number === GRAPH.nodes[0]) graph.nodes.set(field, decode(NODE, field.held));
    if (field.number === GRAPH.tensors[0]) {
      const tensor = decode(TENSOR, field.held);
      graph.tensors.set(tensor.name, tensor);
    }
  }
  return graph;
}

/** The graph's fields, with those that had the length of 30 s in them replaced. */
function changedGraph(graph: Graph): Buffer[] | undefined {
  const positions = positionsOf(graph);
  if (!positions) return undefined;
  const shapes = shapesWith(positions.rows, graph);
  const renamed = new Set([positions.table, ...shapes]);
  return graph.fields.flatMap((field) => {
    if (field === positions.node) return [addedNodes(positions, shapes), field.raw];
    if (field.number === GRAPH.values[0]) return [];
    if (field.number === GRAPH.tensors[0]) return [renamedTensor(field, renamed)];
    const isEnd = field.number === GRAPH.inputs[0] || field.number === GRAPH.outputs[0];
    return [isEnd ? freed(field, positions.rows) : field.raw];
  });
}

/** There is one addition of a table in Whisper's encoder; all the others add biases, which have one row. */
function positionsOf({ nodes, tensors }: Graph): Positions | undefined {
  const found = [...nodes].flatMap(([node, { kind, inputs }]): Positions[] => {
    const table = inputs.find((name) => tensors.get(name)?.dims.length === 2);
    const sound = inputs.find((name) => name !== table);
    if (kind !== 'Add' || table === undefined || sound === undefined || tensors.has(sound)) return [];
    const { type, dims } = tensors.get(table) ?? {};
    const [rows = 0] = dims ?? [];
    return type === FLOAT && rows > 1 ? [{ node, table, sound, rows }] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** Names of the shapes that something is brought into, and that have this number in them. */
function shapesWith(rows: number, { nodes, tensors }: Graph): string[] {
  const names = [...nodes.values()].flatMap(({ kind, inputs: [, shape] }) =>
    kind === 'Reshape' && shape ? [shape] : [],
  );
  return [...new Set(names)].filter((name) => {
    const { type, dims = [], data } = tensors.get(name) ?? {};
    const [count = 0] = dims;
    if (type !== INT64 || dims.length !== 1 || count > MAX_DIMS || data?.length !== count * INT64_BYTES) return false;
    return Array.from({ length: count }, (_, index) => data.readBigInt64LE(index * INT64_BYTES)).includes(BigInt(rows));
  });
}

/** What gives table and shapes, under the names they had, in the length that the sound has. */
function addedNodes({ table, sound, rows }: Positions, shapes: readonly string[]): Buffer {
  const number = (name: string, value: number) => ({ dims: [1], type: INT64, name: added(name), data: int64(value) });
  const node = (kind: string, inputs: string[], output: string) => ({ kind, inputs, outputs: [output] });
  const [none, one, two, all] = [number('0', 0), number('1', 1), number('2', 2), number('rows', rows)];
  const [size, length] = [added('size'), added('length')];
  const nodes = [
    node('Shape', [sound], size),
    node('Slice', [size, one.name, two.name], length),
    node('Slice', [fullName(table), none.name, length, none.name], table),
    ...shapes.flatMap((shape) => [
      node('Equal', [fullName(shape), all.name], added(`is/${shape}`)),
      node('Where', [added(`is/${shape}`), length, fullName(shape)], shape),
    ]),
  ];
  // What no node takes would be warned of.
  return encode(GRAPH, { nodes, tensors: [none, one, two, ...(shapes.length > 0 ? [all] : [])] });
}

const added = (name: string) => `/window/${name}`;
const fullName = (name: string) => added(`full/${name}`);

function int64(value: number): Buffer {
  const bytes = Buffer.alloc(INT64_BYTES);
  bytes.writeBigInt64LE(BigInt(value));
  return bytes;
}

/** A tensor under another name, if it is one of these: of two names in a message the later one counts. */
function renamedTensor({ raw, held }: RawField, names: ReadonlySet<string>): Buffer {
  const { name } = decode({ name: TENSOR.name }, held ?? Buffer.alloc(0));
  if (!held || !names.has(name)) return raw;
  const renamed = Buffer.concat([held, encode(TENSOR, { name: fullName(name) })]);
  return encode({ tensor: [GRAPH.tensors[0], 'bytes'] }, { tensor: renamed });
}

/** An input or output of the graph, without the length it had. */
function freed({ number, raw, held }: RawField, rows: number): Buffer {
  const { name, type } = decode(VALUE, held ?? Buffer.alloc(0));
  const { tensor } = type;
  const isLength = (size: number) => size === rows || size === 2 * rows;
  if (!tensor.shape.dims.some(({ size }) => isLength(size))) return raw;
  const dims = tensor.shape.dims.map(({ size, name }) => (isLength(size) ? {} : size > 0 ? { size } : { name }));
  const value = encode(VALUE, { name, type: { tensor: { type: tensor.type, shape: { dims } } } });
  return encode({ value: [number, 'bytes'] }, { value });
}
