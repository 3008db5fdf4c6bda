import Module from 'node:module';

export type Transformers = typeof import('@huggingface/transformers', { with: { 'resolution-mode': 'import' }});

/**
 * The library of whole models, on the native onnxruntime or, where that can't be loaded (Alpine), on its build for
 * WebAssembly, which takes two to eight times as long. Call it in worker threads only.
 * @throws what the library, or the native onnxruntime, failed with.
 */
export async function loadTransformers(): Promise<Transformers> {
  try {
    return await import('@huggingface/transformers');
  } catch (native) {
    try {
      return onWebAssembly();
    } catch {
      throw native;
    }
  }
}

/** In Node.js the library asks for "onnxruntime-node" by name, and takes nothing else: in this thread, the other has its name. */
function onWebAssembly(): Transformers {
  const onnx = require('onnxruntime-web') as typeof import('onnxruntime-web');
  const name = require.resolve('onnxruntime-node');
  const standIn = new Module(name);
  Object.assign(standIn, { exports: onnx, loaded: true });
  require.cache[name] = standIn;
  const library = require('@huggingface/transformers') as Transformers;
  // It would have the WebAssembly fetched from a host outside; this thread has it beside it, and is one already.
  delete onnx.env.wasm.wasmPaths;
  onnx.env.wasm.numThreads = 1;
  return library;
}
