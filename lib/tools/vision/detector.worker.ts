import { firstName, floatsOf, loadOnnx, openGraph, type Session } from '../../listening/onnx.js';
import { serveJobs } from '../../models/job-server.js';
import { JarvisError } from '../../turn/errors.js';
import { type Detection, detectionsIn } from './detections.js';
import type { DetectorJob } from './detector.js';
import { KINDS } from './kinds.js';
import { pixelsOf } from './pixels.js';

/** Pixels of a side of what the network gets. */
const SIZE = 640;

let opened: { file: string; graph: Session } | undefined;

serveJobs<DetectorJob, Detection[]>('failed', async ({ file, image }) => {
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
  return { result: detectionsIn(floatsOf(logits), floatsOf(boxes)), transfer: [] };
});
