import type { Node, NodeAPI, NodeDef } from 'node-red';
import { MIN_TOKEN } from '../../lib/tools/mcp-server/access.js';
import { offered } from '../../lib/tools/mcp-server/offered.js';
import { type McpServer, openMcpServer } from '../../lib/tools/mcp-server/server.js';
import { JarvisError } from '../../lib/turn/errors.js';
import { onClose, optionalConfig, reportFailure, showStatus } from '../adapter.js';
import { onFlowsStarted } from '../flows-started.js';
import type { SatellitesNode } from '../jarvis-satellites/jarvis-satellites.js';
import { first, running } from '../running.js';
import { problemOf, sourcesOf, tickedIn } from './fields.js';

export interface McpServerDef extends NodeDef {
  home?: string;
  memory?: string;
  satellites?: string;
  getState?: boolean;
  controlDevice?: boolean;
  memorySearch?: boolean;
  say?: boolean;
  ask?: boolean;
}

export interface McpServerNode extends Node<{ token?: string }> {
  /** Undefined without a token that is long enough: then nothing is served. */
  readonly server: McpServer | undefined;
}
const TAKEN = 'Another mcp server node answers at /jarvis/mcp already. Delete one of them, or disable it.';

export default function jarvisMcpServer(RED: NodeAPI): void {
  function JarvisMcpServer(this: McpServerNode, def: McpServerDef): void {
    RED.nodes.createNode(this, def);
    const token = (this.credentials?.token ?? '').trim();
    const ticked = tickedIn(def);
    const open = () =>
      openMcpServer({
        token,
        tools: () => offered(sourcesOf(RED, def), ticked),
        language: () => optionalConfig<SatellitesNode>(RED, def.satellites)?.language ?? 'en',
        onCall: (tool) => showStatus(this, 'green', 'dot', { own: tool }),
      });
    const server = token.length < MIN_TOKEN ? undefined : open();
    Object.assign(this, { server });
    if (server) running.mcpServer.add(this);
    // All config nodes exist by then, and another deploy may have made it right, or wrong.
    onFlowsStarted(RED, this, () => {
      const isTaken = server !== undefined && first('mcpServer') !== this;
      const problem = isTaken ? TAKEN : problemOf(token, ticked, sourcesOf(RED, def));
      if (problem) return reportFailure(this, new JarvisError('not-configured', problem), {});
      showStatus(this, 'green', 'dot', 'ready');
    });
    onClose(this, () => {
      running.mcpServer.delete(this);
      server?.close();
    });
  }
  RED.nodes.registerType('jarvis-mcp-server', JarvisMcpServer as never, {
    credentials: { token: { type: 'password' } },
  });
}
