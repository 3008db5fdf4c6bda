import { existsSync } from 'node:fs';
import path from 'node:path';
import { openJobWorker } from '../../models/job-worker.js';
import { modelFolder } from '../../models/models.js';
import { pullCommand } from '../../models/pull-command.js';
import { JarvisError } from '../../turn/errors.js';
import type { Detection } from './detections.js';

/** What the worker is asked of a JPEG, PNG or WebP. */
export type PictureJob = { kind: 'find'; image: Uint8Array; file: string } | { kind: 'smaller'; image: Uint8Array };
export type PictureResult = Detection[] | Uint8Array;

/** Reads pictures, and finds things in them. */
export interface Detector {
  /** @throws JarvisError not-configured without a usable model, library-missing, failed; AbortError. */
  find(image: Uint8Array, signal: AbortSignal): Promise<Detection[]>;
  /** A JPEG of it that a model can see. @throws JarvisError library-missing, failed; AbortError. */
  smaller(image: Uint8Array, signal: AbortSignal): Promise<Uint8Array>;
  close(): Promise<void>;
}

const MODEL = 'dfine-nano';
/** The first picture loads the libraries and the model; without a native build a picture takes seconds. */
const LIMIT_MS = 15_000;

/**
 * The file of the detector: one's own, or that of the model that `pull` gets.
 * @param own path of an ONNX file; empty for none
 * @throws JarvisError not-configured when it isn't there, with the command that gets it.
 */
export function detectorFile(own: string, dataFolder: string): string {
  const file = own || path.join(modelFolder(dataFolder, MODEL), 'onnx', 'model.onnx');
  if (existsSync(file)) return path.resolve(file);
  const mend = own ? 'Give the path of its .onnx file.' : `Get it with: ${pullCommand(MODEL)}`;
  throw new JarvisError(
    'not-configured',
    `The model that sees what is in a picture (${own || MODEL}) is not there. ${mend}`,
  );
}

/** A detector in a thread of its own, which starts with the first picture. @param file called for each picture */
export function openDetector(file: () => string): Detector {
  const worker = openJobWorker<PictureJob, PictureResult>({
    file: path.join(__dirname, 'detector.worker.js'),
    what: 'Reading a picture',
    code: 'failed',
    limitMs: LIMIT_MS,
  });
  return {
    find: async (image, signal) => (await worker.run({ kind: 'find', image, file: file() }, signal)) as Detection[],
    smaller: async (image, signal) => (await worker.run({ kind: 'smaller', image }, signal)) as Uint8Array,
    close: () => worker.close(),
  };
}
