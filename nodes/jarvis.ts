import type { NodeAPI } from 'node-red';
import { turns } from '../lib/conversation/turns.js';
import { modelFolder } from '../lib/models/models.js';
import { makePrivate } from '../lib/turn/private-files.js';
import { FLOW_STOPPED, logging } from './adapter.js';
import { adminRoutes } from './admin.js';
import { guard } from './guard.js';
import { serveMcp } from './mcp.js';
import { memoryRoutes } from './memory-admin.js';
import { offersRoutes } from './offers-admin.js';
import { servePage } from './page.js';
import { reportOnce } from './report.js';
import { satelliteRoutes } from './satellite-list.js';
import { selfTestRoute } from './self-test.js';
import { dataFolder } from './settings.js';
import { traceRoutes } from './trace-admin.js';

/** The plugin half of the package: what exists once, however many nodes there are. */
export default function jarvis(RED: NodeAPI): void {
  // Also those that an earlier version has left open to other users.
  const data = dataFolder(RED);
  for (const folder of [data, modelFolder(data, '')]) makePrivate(folder);
  // Before the page, whose route takes whatever is below /jarvis.
  serveMcp(RED);
  servePage(RED);
  RED.httpAdmin.use('/jarvis/admin', guard as never);
  adminRoutes(RED);
  memoryRoutes(RED);
  traceRoutes(RED);
  selfTestRoute(RED);
  satelliteRoutes(RED);
  offersRoutes(RED);
  reportOnce(RED);
  // A deploy of some nodes goes on with what was said before it.
  const stopped = ({ type = '' }) => {
    if (!['nodes', 'flows'].includes(type)) turns.close(FLOW_STOPPED);
  };
  RED.events.on('flows:stopped', logging(RED, stopped));
}
