import { JarvisError, reasonOf } from '../turn/errors.js';

export type Onnx = Pick<typeof import('onnxruntime-node'), 'InferenceSession' | 'Tensor'>;
export type Session = import('onnxruntime-node').InferenceSession;
export type Tensor = import('onnxruntime-node').Tensor;

/**
 * The inference library: the native one, or, where that can't be loaded (Alpine, an unusual processor), its build for
 * WebAssembly, which takes up to twenty times as long. Call it in worker threads only: its `run` blocks the thread.
 * @throws JarvisError library-missing.
 */
export async function loadOnnx(): Promise<Onnx> {
  try {
    return await import('onnxruntime-node');
  } catch (thrown) {
    return loadWebAssembly(thrown);
  }
}

async function loadWebAssembly(native: unknown): Promise<Onnx> {
  try {
    const onnx = await import('onnxruntime-web');
    // This is a thread of its own already.
    onnx.env.wasm.numThreads = 1;
    return onnx;
  } catch (thrown) {
    throw new JarvisError(
      'library-missing',
      `The library "onnxruntime-node" can't be loaded: ${reasonOf(native)}. Install it again: npm install onnxruntime-node@1.30.0`,
      { cause: thrown },
    );
  }
}

/**
 * Opens a graph on threads, one when not given, that don't spin while they wait.
 * @param edited what is opened in the file's place
 * @throws JarvisError `not-configured` when it is no graph.
 */
export async function openGraph(onnx: Onnx, file: string, threads = 1, edited?: Uint8Array): Promise<Session> {
  const options = {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  } as const;
  try {
    return await (edited ? onnx.InferenceSession.create(edited, options) : onnx.InferenceSession.create(file, options));
  } catch (thrown) {
    throw new JarvisError('not-configured', `The model file ${file} can't be used: ${reasonOf(thrown)}`, {
      cause: thrown,
    });
  }
}

/** A float tensor's numbers. */
export function floatsOf(tensor: Tensor | undefined): Float32Array {
  if (tensor?.data instanceof Float32Array) return tensor.data;
  throw new JarvisError('failed', 'A model answered with something that is not a float tensor.');
}

/** The size of an input's dimensions; -1 where it is free. */
export function inputShape(session: Session): number[] {
  const input = session.inputMetadata[0];
  return input?.isTensor ? input.shape.map((size) => (typeof size === 'number' ? size : -1)) : [];
}

/** The first name of a list that can't be empty in a usable graph. */
export function firstName(names: readonly string[], file: string): string {
  const [name] = names;
  if (name === undefined) throw new JarvisError('not-configured', `The model file ${file} has no inputs or outputs.`);
  return name;
}
