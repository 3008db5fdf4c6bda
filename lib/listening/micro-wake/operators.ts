import { rescaleBy } from './quantized.js';
import { type Operator, type Tensor, unfit } from './tflite.js';

const RELU = 1;

/** A weighted sum: what goes in and comes out, and its constants. */
export interface Sum {
  input: Tensor;
  weights: Tensor;
  /** int32, one for each output channel. */
  bias: Tensor;
  output: Tensor;
}

/** Every output is one weighted sum over the whole input: a fully connected layer, or a convolution that fits once. */
export function convolve(operator: Operator, sum: Sum, input: Int8Array, weights: Int8Array, output: Int8Array) {
  const length = input.length;
  if (weights.length !== length * output.length) throw unfit('a convolution has more than one position');
  const finish = finisher(operator, sum, output, (channel) => {
    let total = 0;
    for (let at = 0; at < length; at++) total += weights[channel * length + at] ?? 0;
    return total;
  });
  return () => {
    let at = 0;
    for (let channel = 0; channel < output.length; channel++) {
      let total = 0;
      for (let from = 0; from < length; from++) total += (input[from] as number) * (weights[at++] as number);
      finish(channel, total);
    }
  };
}

/** Every output channel is the weighted sum of its own input channel over time. */
export function convolveEach(operator: Operator, sum: Sum, input: Int8Array, weights: Int8Array, output: Int8Array) {
  const channels = output.length;
  if (weights.length !== input.length || input.length % channels !== 0)
    throw unfit('a depthwise convolution has more than one position');
  const finish = finisher(operator, sum, output, (channel) => {
    let total = 0;
    for (let at = channel; at < weights.length; at += channels) total += weights[at] ?? 0;
    return total;
  });
  return () => {
    for (let channel = 0; channel < channels; channel++) {
      let total = 0;
      for (let at = channel; at < input.length; at += channels)
        total += (input[at] as number) * (weights[at] as number);
      finish(channel, total);
    }
  };
}

/** Bias, scale, zero point and limits of a channel; the input's zero point is taken off by the sum of the weights. */
function finisher({ name, options }: Operator, sum: Sum, output: Int8Array, weightsOf: (channel: number) => number) {
  const { input, weights, bias, output: out } = sum;
  const activation = options?.byte(name === 'CONV_2D' ? 3 : name === 'DEPTHWISE_CONV_2D' ? 4 : 0) ?? 0;
  if (activation > RELU) throw unfit(`activation ${activation} is not known`);
  const least = activation === RELU ? Math.max(-128, out.zeroPoint) : -128;
  const biases = new DataView(bias.constant.buffer, bias.constant.byteOffset, bias.constant.length);
  // TensorFlow Lite's depthwise kernel rounds whole groups of eight channels by vector instructions, the rest by plain C.
  const whole = output.length - (output.length % 8);
  const channels = Array.from(output, (_, channel) => {
    const scale = weights.scales.length === 1 ? weights.scales[0] : weights.scales[channel];
    const factor = ((input.scales[0] ?? 0) * (scale ?? 0)) / (out.scales[0] ?? 0);
    if (!(factor > 0 && factor < 1)) throw unfit('a scale is missing, or it grows what it should shrink');
    const offset = biases.getInt32(4 * channel, true) - input.zeroPoint * weightsOf(channel);
    const halves = name === 'DEPTHWISE_CONV_2D' && channel < whole ? 'up' : 'away';
    return { offset, rescale: rescaleBy(factor, halves) };
  });
  return (channel: number, total: number): void => {
    const { offset, rescale } = channels[channel] as (typeof channels)[number];
    const value = rescale(total + offset) + out.zeroPoint;
    output[channel] = value < least ? least : value > 127 ? 127 : value;
  };
}

/** Joins along the first axis that is longer than 1, so that the parts follow each other in memory. */
export function concatenate(from: Tensor[], to: Tensor, parts: Int8Array[], whole: Int8Array) {
  const axis = to.shape.findIndex((length, at) => from.some(({ shape }) => shape[at] !== length));
  const before = to.shape.slice(0, Math.max(0, axis));
  if (before.some((length) => length !== 1)) throw unfit('it joins what does not follow each other');
  if (from.some(({ scales }) => scales[0] !== to.scales[0])) throw unfit('it joins numbers of several scales');
  return () => {
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
  };
}

/** A stretch of time. */
export function slice(
  { options }: Operator,
  { shape }: Tensor,
  limits: Tensor[],
  input: Int8Array,
  output: Int8Array,
): () => void {
  const [begin, end, strides] = limits.map(int32s);
  const masks = [options?.int(0) ?? 0, options?.int(1) ?? 0];
  const ranges = shape.map((length, axis) => {
    const bound = (value: number) => (value < 0 ? value + length : Math.min(value, length));
    const isMasked = (which: number) => (((masks[which] ?? 0) >> axis) & 1) === 1;
    const start = isMasked(0) ? 0 : bound(begin?.[axis] ?? 0);
    return { start, length: (isMasked(1) ? length : bound(end?.[axis] ?? length)) - start, all: length };
  });
  const cut = ranges.findIndex(({ length, all }) => length !== all);
  if (strides?.some((stride) => stride !== 1) || ranges.some(({ length, all }, at) => at > cut && length !== all))
    throw unfit('it cuts along several axes');
  if (ranges.slice(0, Math.max(0, cut)).some(({ all }) => all !== 1)) throw unfit('it cuts what does not lie together');
  const inner = shape.slice(cut + 1).reduce((product, length) => product * length, 1);
  const start = cut < 0 ? 0 : (ranges[cut]?.start ?? 0) * inner;
  const part = input.subarray(start, start + output.length);
  if (part.length !== output.length) throw unfit('it cuts outside of a tensor');
  return () => output.set(part);
}

/** Channels in groups: along the last axis. */
export function split({ shape }: Tensor, to: Tensor[], input: Int8Array, outputs: Int8Array[]) {
  const all = shape.at(-1) ?? 0;
  const widths = to.map((tensor) => tensor.shape.at(-1) ?? 0);
  if (widths.reduce((total, width) => total + width, 0) !== all) throw unfit('it splits along time');
  return () => {
    let from = 0;
    for (let row = 0; row * all < input.length; row++) {
      for (const [index, output] of outputs.entries()) {
        const width = widths[index] as number;
        for (let at = 0; at < width; at++) output[row * width + at] = input[from++] as number;
      }
    }
  };
}

/** The logistic function, from a table of its 256 answers. */
export function logistic(from: Tensor, to: Tensor, input: Int8Array, output: Int8Array) {
  const table = Int8Array.from({ length: 256 }, (_, at) => {
    const x = (at - 128 - from.zeroPoint) * (from.scales[0] ?? 0);
    const y = Math.round(1 / (1 + Math.exp(-x)) / (to.scales[0] ?? 1)) + to.zeroPoint;
    return Math.max(-128, Math.min(127, y));
  });
  return () => {
    for (let at = 0; at < output.length; at++) output[at] = table[(input[at] ?? 0) + 128] ?? 0;
  };
}

function int32s({ constant }: Tensor): number[] {
  const view = new DataView(constant.buffer, constant.byteOffset, constant.length);
  return Array.from({ length: constant.length / 4 }, (_, at) => view.getInt32(4 * at, true));
}
