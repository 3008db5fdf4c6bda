import sharp from 'sharp';
import { FLOAT, type GRAPH, INT64, MODEL, type NODE, type TENSOR, type VALUE } from '../../listening/onnx-messages.js';
import { encode, type Written } from '../../satellites/esphome-device/protobuf.js';
import { KINDS, type Kind } from './kinds.js';

/** What the network below takes a cell for: red for a person, and so on; anything else for nothing. */
const COLOURS = {
  person: { rgb: [255, 0, 0], weights: [20, -20, -20], bias: -10 },
  car: { rgb: [0, 0, 255], weights: [-20, -20, 20], bias: -10 },
  dog: { rgb: [0, 255, 0], weights: [-20, 20, -20], bias: -10 },
} as const satisfies Partial<Record<Kind, object>>;
export type Coloured = keyof typeof COLOURS;

const SIZE = 640;
const CELLS = 10;
const CELL = SIZE / CELLS;
const INTS = 7;

/** A picture in which things lie in cells of a tenth of its side, as a JPEG. */
export async function picture(things: { kind: Coloured; column: number; row: number }[]): Promise<Buffer> {
  const background = { r: 128, g: 128, b: 128 };
  const squares = things.map(({ kind, column, row }) => {
    const [r, g, b] = COLOURS[kind].rgb;
    const input = { create: { width: CELL, height: CELL, channels: 3 as const, background: { r, g, b } } };
    return { input, left: column * CELL, top: row * CELL };
  });
  const canvas = sharp({ create: { width: SIZE, height: SIZE, channels: 3, background } });
  return await canvas.composite(squares).jpeg({ quality: 95 }).toBuffer();
}

/**
 * A network of D-FINE's inputs and outputs that knows three colours: a hundred guesses, one for each cell of the picture.
 * It stands for the real one, which no package registry has.
 * @param kinds how many kinds it knows
 */
export function colouredDetector(kinds: number = KINDS.length): Buffer {
  const weights = new Float32Array(kinds * 3);
  const biases = new Float32Array(kinds).fill(-30);
  for (const [kind, { weights: own, bias }] of Object.entries(COLOURS)) {
    const at = KINDS.indexOf(kind as Kind);
    weights.set(own, at * 3);
    biases[at] = bias;
  }
  const boxes = Float32Array.from({ length: CELLS * CELLS * 4 }, (_, index) => {
    const cell = index >> 2;
    const [x, y] = [((cell % CELLS) + 0.5) / CELLS, (Math.floor(cell / CELLS) + 0.5) / CELLS];
    return [x, y, 1 / CELLS, 1 / CELLS][index % 4] ?? 0;
  });
  const graph: Written<typeof GRAPH> = {
    nodes: [
      node('AveragePool', ['pixel_values'], 'cells', [
        { name: 'kernel_shape', ints: [CELL, CELL], type: INTS },
        { name: 'strides', ints: [CELL, CELL], type: INTS },
      ]),
      node('Conv', ['cells', 'weights', 'biases'], 'planes'),
      node('Reshape', ['planes', 'shape'], 'rows'),
      node('Transpose', ['rows'], 'logits', [{ name: 'perm', ints: [0, 2, 1], type: INTS }]),
      node('Identity', ['boxes'], 'pred_boxes'),
    ],
    name: 'colours',
    tensors: [
      tensor('weights', [kinds, 3, 1, 1], FLOAT, new Uint8Array(weights.buffer)),
      tensor('biases', [kinds], FLOAT, new Uint8Array(biases.buffer)),
      tensor('boxes', [1, CELLS * CELLS, 4], FLOAT, new Uint8Array(boxes.buffer)),
      tensor('shape', [3], INT64, new Uint8Array(BigInt64Array.of(1n, BigInt(kinds), BigInt(CELLS * CELLS)).buffer)),
    ],
    inputs: [value('pixel_values', [1, 3, SIZE, SIZE])],
    outputs: [value('logits', [1, CELLS * CELLS, kinds]), value('pred_boxes', [1, CELLS * CELLS, 4])],
  };
  return encode(MODEL, { irVersion: 7, producer: 'a test', graph, opsets: [{ domain: '', version: 13 }] });
}

function node(kind: string, inputs: string[], output: string, attributes: object[] = []): Written<typeof NODE> {
  return { inputs, outputs: [output], kind, attributes: attributes as never };
}

function tensor(name: string, dims: number[], type: number, data: Uint8Array): Written<typeof TENSOR> {
  return { dims, type, name, data: Buffer.from(data) };
}

function value(name: string, dims: number[]): Written<typeof VALUE> {
  return { name, type: { tensor: { type: FLOAT, shape: { dims: dims.map((size) => ({ size })) } } } };
}
