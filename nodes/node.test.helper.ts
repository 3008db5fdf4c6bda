import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Node, NodeInitializer, NodeStatus } from 'node-red';
import helper from 'node-red-node-test-helper';
import { turns } from '../lib/conversation/turns.js';
import type { Turn } from '../lib/turn/turn.js';
import { packageRoot } from '../test/package-root.js';
import { openSatellite, type Satellite } from '../test/satellite.js';
import { must, until } from '../test/until.js';
import type { Message } from './adapter.js';

export { must, until };

const manifest = JSON.parse(readFileSync(path.join(packageRoot(), 'package.json'), 'utf8'));
/** Names of all our nodes. */
export const TYPES = Object.keys(manifest['node-red'].nodes);

const userDir = mkdtempSync(path.join(tmpdir(), 'jarvis-nodes-'));
process.on('exit', () => rmSync(userDir, { recursive: true, force: true }));
helper.init(require.resolve('node-red'), { userDir } as never);

/** The folder of the user's files in these tests. */
export const USER_DIR = userDir;

export interface FlowNode {
  id: string;
  type: string;
  /** Disabled. */
  d?: boolean;
  [property: string]: unknown;
}

interface LogLine {
  level: 'fatal' | 'error' | 'warn' | 'other';
  /** Id of the node. */
  id: string | undefined;
  text: string;
}

/** A node under test in the real runtime, with everything around it that hears what it does. */
export interface Bench {
  /** What it sent, by output, from 0. */
  out: Message[][];
  /** What reached the Complete node, and the Catch node. */
  completed: Message[];
  caught: Message[];
  statuses: NodeStatus[];
  /** What was logged as a warning or worse. */
  log(): LogLine[];
  send(msg: object): void;
  node<T = Node>(id: string): T;
  /** Deploys the flow without, or with other, config nodes. */
  redeploy(configs: FlowNode[], kind?: 'full' | 'flows' | 'nodes'): Promise<void>;
  /** Stops the flow, as a deploy or an exit does. */
  stop(): Promise<void>;
}

const SUBJECT = 'the-subject';

/**
 * Starts a flow of the node under test, its config nodes, a Catch and a Complete node.
 * @param credentials by id of the config node
 */
export async function bench(
  subject: { type: string; outputs: number; [property: string]: unknown },
  configs: FlowNode[] = [],
  credentials: Record<string, Record<string, string>> = {},
): Promise<Bench> {
  const { outputs, ...properties } = subject;
  const place = { z: 'the-tab', x: 100, y: 100 };
  const ears = Array.from({ length: outputs }, (_, index) => `ear-of-output-${index}`);
  const flow: FlowNode[] = [
    { id: 'the-tab', type: 'tab', label: 'a flow' },
    { id: SUBJECT, ...properties, ...place, wires: ears.map((ear) => [ear]) },
    { id: 'the-catch', type: 'catch', scope: [SUBJECT], ...place, wires: [['ear-of-catch']] },
    { id: 'the-complete', type: 'complete', scope: [SUBJECT], ...place, wires: [['ear-of-complete']] },
    ...[...ears, 'ear-of-catch', 'ear-of-complete'].map((id) => ({ id, type: 'helper', ...place, wires: [] })),
  ];
  const bench = {
    out: ears.map(() => [] as Message[]),
    completed: [] as Message[],
    caught: [] as Message[],
    statuses: [] as NodeStatus[],
  };
  const listen = () => {
    for (const [index, ear] of ears.entries()) hear(ear, bench.out[index] ?? []);
    hear('ear-of-catch', bench.caught);
    hear('ear-of-complete', bench.completed);
    helper.getNode(SUBJECT)?.on(
      'call:status' as never,
      ((call: { args: [NodeStatus] }) => {
        bench.statuses.push(call.args[0]);
      }) as never,
    );
  };
  await helper.load(modules(), [...configs, ...flow] as never, credentials as never);
  listen();
  return {
    ...bench,
    log: logged,
    send: (msg) => helper.getNode(SUBJECT).receive(msg as never),
    node: <T>(id: string) => helper.getNode(id) as T,
    async redeploy(changed, kind = 'full') {
      await helper.setFlows([...changed, ...flow] as never, kind, credentials as never);
      listen();
    },
    stop: async () => {
      await helper.clearFlows();
      // The spies on the nodes tell a tick later.
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

/** Starts config nodes alone. */
export async function configs(nodes: FlowNode[], credentials: Record<string, Record<string, string>> = {}) {
  await helper.load(modules(), nodes as never, credentials as never);
  return {
    log: logged,
    node: <T>(id: string) => helper.getNode(id) as T,
    stop: async () => {
      await helper.clearFlows();
    },
  };
}

const cleanups: (() => Promise<void>)[] = [];

/** Something that `unload` closes. */
export function closeLater(close: () => Promise<void>): void {
  cleanups.push(close);
}

/** After each test: ends the flow and every turn, and waits until no socket, server or thread of it is open. */
export async function unload(): Promise<void> {
  await helper.unload();
  for (const close of cleanups.splice(0)) await close();
  turns.close('the test is over');
  const open = () =>
    process.getActiveResourcesInfo().filter((kind) => /^(TCP|MessagePort|Worker|Pipe.*Server)/.test(kind));
  await until(
    () => open().length === 0,
    () => `nothing to be open: ${open().join(', ')}`,
  );
}

/** Waits for a message at an output, from 0. */
export async function sent(of: Bench, output: number, count = 1): Promise<Message> {
  const messages = must(of.out[output]);
  await until(
    () => messages.length >= count,
    () =>
      `message ${count} at output ${output + 1}; came ${JSON.stringify(of.out)}, caught ${JSON.stringify(of.caught)}, shown ${JSON.stringify(of.statuses)}`,
  );
  return must(messages[count - 1]);
}

/** Waits for an error at the Catch node. */
export async function caught(of: Bench, count = 1): Promise<{ code: string; message: string }> {
  await until(() => of.caught.length >= count, `error ${count}`);
  const { error } = must(of.caught[count - 1]);
  return { code: error?.code ?? '', message: error?.message ?? '' };
}

/** Waits for a message at the Complete node. */
export async function completed(of: Bench, count = 1): Promise<Message> {
  await until(
    () => of.completed.length >= count,
    () => `completion ${count}; caught ${JSON.stringify(of.caught)}`,
  );
  return must(of.completed[count - 1]);
}

/** How many messages each output, the Catch and the Complete node got. */
export function counts({ out, caught, completed }: Bench) {
  return { out: out.map(({ length }) => length), caught: caught.length, completed: completed.length };
}

/** The turn of a message. */
export function turnIn(msg: Message): Turn {
  return must(msg.turn);
}

/**
 * One message to a node whose config node is not chosen, deleted, disabled, or deleted while the flow runs: each gives a
 * "not-configured" error that says what to do, and nothing is sent.
 */
export async function withoutConfig(
  subject: { type: string; outputs: number; [property: string]: unknown },
  property: string,
  config: FlowNode,
  msg: () => object,
): Promise<void> {
  const chosen = { ...subject, [property]: config.id };
  const ways: Record<string, () => Promise<Bench>> = {
    'not chosen': () => bench({ ...subject, [property]: '' }),
    deleted: () => bench(chosen),
    disabled: () => bench(chosen, [{ ...config, d: true }]),
    'deleted under a running flow': async () => {
      const running = await bench(chosen, [config]);
      await running.redeploy([]);
      return running;
    },
  };
  for (const [way, start] of Object.entries(ways)) {
    const started = await start();
    started.send(msg());
    const { code, message } = await caught(started);
    assert.equal(code, 'not-configured', way);
    assert.match(message, /choose one|Choose one/, way);
    assert.deepEqual(counts(started), { out: started.out.map(() => 0), caught: 1, completed: 0 }, way);
    const isRed = ({ fill, shape, text }: NodeStatus) =>
      `${fill} ${shape} ${text}` === 'red ring status.not-configured';
    await until(() => started.statuses.some(isRed), `the red ring: ${way}`);
    await started.stop();
    assert.deepEqual(started.statuses.at(-1), {}, way);
    await unload();
  }
}

/** A server that takes connections and never says a word; closed by `unload`. */
export async function silentServer() {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  closeLater(close);
  return {
    url: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    connections: () => sockets.size,
    close,
  };
}

/** An address where nobody listens. */
export async function closedPort(): Promise<string> {
  const server = await silentServer();
  await server.close();
  return server.url;
}

/** The config node of the satellites with its own broker on a free port. */
export async function satellitesNode(more: object = {}): Promise<FlowNode & { port: string }> {
  const port = new URL(await closedPort()).port;
  return { id: 'the-house', type: 'jarvis-satellites', broker: 'embedded', host: '127.0.0.1', port, ...more };
}

/** A satellite at the broker; closed by `unload`. */
export async function satellite(port: string): Promise<Satellite> {
  const opened = await openSatellite(port);
  closeLater(opened.close);
  return opened;
}

function hear(id: string, into: Message[]): void {
  helper.getNode(id).on('input', (msg) => into.push(msg as Message));
}

/** The runtime halves, from the same build as this file, and Node-RED's own function node. */
function modules(): NodeInitializer[] {
  const ours = TYPES.map((type) => (require(`./${type}/${type}.js`) as { default: NodeInitializer }).default);
  return [...ours, require('@node-red/nodes/core/function/10-function.js') as NodeInitializer];
}

function logged(): LogLine[] {
  const levels: Record<number, LogLine['level']> = { 10: 'fatal', 20: 'error', 30: 'warn' };
  return helper
    .log()
    .args.map(([entry]) => entry as { level: number; id?: string; msg: unknown })
    .map(({ level, id, msg }) => ({
      level: levels[level] ?? ('other' as const),
      id,
      text: msg instanceof Error ? msg.message : String(msg),
    }))
    .filter(({ level, id }) => level !== 'other' && id !== undefined);
}
