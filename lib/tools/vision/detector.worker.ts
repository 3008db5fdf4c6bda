import { firstName, floatsOf, loadOnnx, openGraph, type Session } from '../../listening/onnx.js';
import { serveJobs } from '../../models/job-server.js';
import { JarvisError } from '../../turn/errors.js';
import { type Detection, detectionsIn } from './detections.js';
import type { PictureJob, PictureResult } from './detector.js';
import { KINDS } from './kinds.js';
import { pixelsOf, smaller } from './pixels.js';

/** Pixels of a side that the network gets. */
const SIZE = 640;

/** Pixels of a side that a model gets at most. */
const MAX_SIDE = 1_024;

let opened: { file: string; graph: Session } | undefined;

serveJobs<PictureJob, PictureResult>('failed', async (job) => {
  const result = job.kind === 'find' ? await found(job.image, job.file) : await smaller(job.image, MAX_SIDE);
  return { result, transfer: [] };
});

async function found(image: Uint8Array, file: string): Promise<Detection[]> {
  const pixels = await pixelsOf(image, SIZE);
  const onnx = await loadOnnx();
  if (opened?.file !== file) {
    await opened?.graph.release();
    opened = undefined;
    opened = { file, graph: await openGraph(onnx, file) };
  }
  const { graph } = opened;
  const input = new onnx.Tensor('float32', pixels, [1, 3, SIZE, SIZE]);
  const { logits, pred_boxes: boxes } = await graph.run({ [firstName(graph.inputNames, file)]: input });
  if (logits?.dims.at(-1) !== KINDS.length || boxes?.dims.at(-1) !== 4) {
    throw new JarvisError(
      'not-configured',
      `The model file ${file} is no detector that can be used: it has to answer with "logits" of COCO's ${KINDS.length} kinds and with "pred_boxes", as D-FINE and RT-DETR do.`,
    );
  }
  return detectionsIn(floatsOf(logits), floatsOf(boxes));
}
