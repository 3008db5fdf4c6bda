import { concatenate, convolve, convolveEach, logistic, slice, split } from './operators.js';
import { type Operator, readTflite, type Subgraph, type Tensor, unfit } from './tflite.js';

/** What one stream remembers between runs: a tensor for each variable. */
export type Variables = Int8Array[];

/** A model ready to run. Its weights and its scratch memory are shared by all streams; runs don't overlap. */
export interface Graph {
  /** Values of the input. */
  inputLength: number;
  inputScale: number;
  inputZeroPoint: number;
  /** The variables of a stream that has heard nothing. */
  start: () => Variables;
  /**
   * Runs it once.
   * @param input quantised; read only
   * @returns the probability, 0 to 255 for 0 to 1
   */
  run: (input: Int8Array, variables: Variables) => number;
}

type Step = (variables: Variables) => void;

/**
 * Makes a streaming int8 model of a `.tflite` file runnable.
 * @throws JarvisError wake-failed for a model with other operators, or with shapes that these models don't have.
 */
export function openGraph(file: Uint8Array): Graph {
  const [main, once] = readTflite(file);
  if (!main || !once) throw unfit('it has no streaming state');
  const names = variableNames(main);
  const initial = initialValues(once, names);
  const values = main.tensors.map(({ shape, constant, type }) =>
    type === 'int8' && constant.length > 0 ? asInt8(constant) : new Int8Array(type === 'int32' ? 0 : sizeOf(shape)),
  );
  const steps = main.operators.flatMap((operator) => stepOf(operator, main, values, names) ?? []);
  const [from, to] = [main.inputs[0] ?? -1, main.outputs[0] ?? -1];
  const [input, output] = [values[from], values[to]];
  const quantised = main.tensors[from];
  if (!input || !output || !quantised || output.length !== 1 || main.tensors[to]?.type !== 'uint8')
    throw unfit('it should answer one uint8 probability');
  return {
    inputLength: input.length,
    inputScale: scaleOf(quantised),
    inputZeroPoint: quantised.zeroPoint,
    start: () => initial.map((value) => value.slice()),
    run(given, variables) {
      input.set(given);
      for (const step of steps) step(variables);
      return (output[0] ?? 0) & 0xff;
    },
  };
}

function stepOf(
  operator: Operator,
  graph: Subgraph,
  values: Int8Array[],
  names: Map<number, string>,
): Step | undefined {
  const { name, inputs, outputs } = operator;
  const tensor = (index: number | undefined): Tensor => graph.tensors[index ?? -1] ?? missing();
  const value = (index: number | undefined): Int8Array => values[index ?? -1] ?? missing();
  const [first, second, third] = inputs;
  const into = outputs[0];
  const order = [...new Set(names.values())];
  const variable = (index: number | undefined) => order.indexOf(names.get(index ?? -1) ?? '');
  switch (name) {
    case 'CALL_ONCE':
    case 'VAR_HANDLE':
      return undefined;
    case 'READ_VARIABLE': {
      const [to, at] = [value(into), variable(first)];
      return (variables) => to.set(variables[at] ?? missing());
    }
    case 'ASSIGN_VARIABLE': {
      const [from, at] = [value(second), variable(first)];
      return (variables) => variables[at]?.set(from);
    }
    case 'RESHAPE':
      // The same bytes under another shape: whoever writes one writes both.
      values[into ?? -1] = value(first);
      return undefined;
    case 'CONCATENATION':
      return concatenate(inputs.map(tensor), tensor(into), inputs.map(value), value(into));
    case 'STRIDED_SLICE':
      return slice(operator, tensor(first), inputs.slice(1).map(tensor), value(first), value(into));
    case 'SPLIT_V':
      return split(tensor(first), outputs.map(tensor), value(first), outputs.map(value));
    case 'CONV_2D':
    case 'FULLY_CONNECTED':
    case 'DEPTHWISE_CONV_2D': {
      const make = name === 'DEPTHWISE_CONV_2D' ? convolveEach : convolve;
      const sum = { input: tensor(first), weights: tensor(second), bias: tensor(third), output: tensor(into) };
      return make(operator, sum, value(first), value(second), value(into));
    }
    case 'LOGISTIC':
      return logistic(tensor(first), tensor(into), value(first), value(into));
    case 'QUANTIZE': {
      const [from, to] = [tensor(first), tensor(into)];
      if (scaleOf(from) !== scaleOf(to)) throw unfit('it changes the scale of its answer');
      const [source, target, shift] = [value(first), value(into), to.zeroPoint - from.zeroPoint];
      return () => {
        for (let at = 0; at < target.length; at++) target[at] = (source[at] ?? 0) + shift;
      };
    }
  }
}

/** The name of the variable behind each handle of a graph. */
function variableNames({ operators }: Subgraph): Map<number, string> {
  const handles = operators.filter(({ name }) => name === 'VAR_HANDLE');
  return new Map(handles.map(({ outputs, options }) => [outputs[0] ?? -1, options?.text(1) ?? '']));
}

/** What the graph that runs once assigns to each variable, in the order of the main graph's names. */
function initialValues(once: Subgraph, names: Map<number, string>): Int8Array[] {
  const handles = variableNames(once);
  const assigned = new Map<string, Int8Array>();
  for (const { name, inputs } of once.operators) {
    const [handle = -1, from = -1] = inputs;
    if (name === 'ASSIGN_VARIABLE')
      assigned.set(handles.get(handle) ?? '', asInt8(once.tensors[from]?.constant ?? missing()));
  }
  return [...new Set(names.values())].map((name) => assigned.get(name) ?? missing());
}

const asInt8 = (bytes: Uint8Array) => new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
const sizeOf = (shape: number[]) => shape.reduce((product, length) => product * length, 1);
const scaleOf = ({ scales }: Tensor) => scales[0] ?? missing();

function missing(): never {
  throw unfit('something that it refers to is missing');
}
