import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packageRoot } from '../../test/package-root.js';

export type FlowNode = { id: string; type: string; [property: string]: unknown };
/** A message on a wire, as far as a story reads it. */
export interface Wired {
  topic?: unknown;
  payload?: unknown;
  turn?: unknown;
  [property: string]: unknown;
}
export interface RunningNode {
  id: string;
  type: string;
  receive(msg: object): void;
  send(msg: object): void;
}

interface NodeRed {
  init(server: http.Server, settings: object): void;
  start(): Promise<void>;
  stop(): Promise<void>;
  nodes: { getNode(id: string): RunningNode | null };
  hooks: { add(id: string, listener: (event: never) => void): void };
  events: NodeJS.EventEmitter;
  runtime: { flows: { setFlows(of: object): Promise<unknown> } };
}

/** Node-RED in this process, with this package, listening nowhere. */
export interface Red {
  deploy(flow: readonly FlowNode[]): Promise<void>;
  node<T = RunningNode>(id: string): T;
  /** Messages that a node works on: all but those of satellite out, which waits for loudspeakers; and those. */
  busy(): { working: number; playing: number };
  close(): Promise<void>;
}

/** The package as Node-RED finds it, with the nodes as they were compiled one by one: what stands in replaces parts of them. */
function packageIn(folder: string): string {
  const root = packageRoot();
  const to = path.join(folder, 'package');
  const manifest = require(path.join(root, 'package.json')) as { 'node-red': Record<string, Record<string, string>> };
  for (const file of Object.values({ ...manifest['node-red']['nodes'], ...manifest['node-red']['plugins'] })) {
    const form = file.replace(/js$/, 'html');
    mkdirSync(path.join(to, path.dirname(file)), { recursive: true });
    cpSync(path.join(root, form), path.join(to, form));
    const compiled = path.join(root, file.replace(/^dist/, 'build'));
    writeFileSync(path.join(to, file), `module.exports = require(${JSON.stringify(compiled)});`);
  }
  cpSync(path.join(root, 'package.json'), path.join(to, 'package.json'));
  return to;
}

/** @param onMessage sees every message that a node sends */
export async function startRed(onMessage: (from: RunningNode, msg: Wired) => void): Promise<Red> {
  const userDir = mkdtempSync(path.join(tmpdir(), 'jarvis-story-'));
  const RED = require('node-red') as NodeRed;
  RED.init(http.createServer(), {
    userDir,
    nodesDir: packageIn(userDir),
    httpAdminRoot: false,
    logging: { console: { level: process.env['JARVIS_STORY_LOG'] ?? 'off' } },
    credentialSecret: false,
    telemetry: { enabled: false },
    nodesExcludes: ['90-exec.js', '10-mqtt.js', '21-httpin.js', '22-websocket.js', '31-tcpin.js', '32-udp.js'],
  });
  let working = 0;
  let playing = 0;
  const count = ({ type }: RunningNode, by: number) => {
    if (type === 'jarvis-satellite-out') playing += by;
    else working += by;
  };
  RED.hooks.add('onSend.story', ((events: { msg: Wired; source: { node: RunningNode } }[]) => {
    for (const { msg, source } of events) onMessage(source.node, msg);
  }) as never);
  RED.hooks.add('onReceive.story', (({ destination }: { destination: { node: RunningNode } }) => {
    count(destination.node, 1);
  }) as never);
  RED.hooks.add('onComplete.story', (({ node }: { node: { node: RunningNode } }) => {
    count(node.node, -1);
  }) as never);
  const started = () => new Promise<void>((resolve) => RED.events.once('flows:started', () => resolve()));
  const first = started();
  await RED.start();
  await first;
  return {
    async deploy(flow) {
      const again = started();
      await RED.runtime.flows.setFlows({ flows: { flows: flow }, deploymentType: 'full' });
      await again;
      working = 0;
      playing = 0;
    },
    node<T>(id: string): T {
      const found = RED.nodes.getNode(id);
      if (!found) throw new Error(`The flow has no node ${id}.`);
      return found as T;
    },
    busy: () => ({ working, playing }),
    async close() {
      await RED.stop();
      rmSync(userDir, { recursive: true, force: true });
    },
  };
}
