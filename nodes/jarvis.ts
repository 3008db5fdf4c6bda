import type { NodeAPI } from 'node-red';
import { adminRoutes } from './admin.js';
import { guard } from './guard.js';
import { memoryRoutes } from './memory-admin.js';
import { servePage } from './page.js';
import { reportOnce } from './report.js';

/** The plugin half of the package: what exists once, however many nodes there are. */
export default function jarvis(RED: NodeAPI): void {
  servePage(RED);
  RED.httpAdmin.use('/jarvis/admin', guard as never);
  adminRoutes(RED);
  memoryRoutes(RED);
  reportOnce(RED);
}
