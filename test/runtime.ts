import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TraceRecord } from '../lib/turn/trace.js';
import { deploy } from './deploying.js';
import { freePort } from './free-port.js';
import { packageRoot } from './package-root.js';

export type FlowNode = { id: string; type: string; [property: string]: unknown };

/** A Node-RED in a process of its own, with this package and the flow as shipped. */
export interface Runtime {
  url: string;
  mqttPort: number;
  pid: number;
  /** Everything it printed so far. */
  output(): string;
  /** True while the process lives. */
  running(): boolean;
  turns(): Promise<TraceRecord[]>;
  /** Ids of the satellites that have appeared. */
  sites(): Promise<string[]>;
  /** Connection of the house, as the admin route tells it. */
  status(): Promise<Record<string, { state: string } | undefined>>;
  /** The nodes as they are deployed. */
  flows(): Promise<FlowNode[]>;
  /** Deploys flows; resolves when they have started, which is after Node-RED's answer. */
  deploy(flows: FlowNode[], kind?: 'full' | 'nodes'): Promise<void>;
  /** Resolves when every embedded engine is loaded and it listens. */
  warm(): Promise<void>;
  /**
   * Lets time pass in it at once, as `jump` of its clock does; wait before for what has begun the wait.
   * @param limits whether others are taken to have answered nothing in that time
   */
  jump(ms: number, limits?: boolean): Promise<void>;
  stop(): Promise<void>;
}

export interface RuntimeOptions {
  /** JARVIS_… settings. */
  env?: Record<string, string>;
  /** Alters the shipped flow. */
  change?: (flow: FlowNode[]) => FlowNode[];
  /** Credentials by the id of their node. */
  credentials?: Record<string, Record<string, string>>;
  /** The port it had before a restart. */
  port?: number;
  /** Settings of Node-RED beside the shipped ones; plain JSON. */
  settings?: object;
  /** A command that becomes Node-RED, which is given as its last arguments: with a disk of its own, for example. */
  command?: string[];
  /** The package as users have it, instead of this checkout: the user folder that it and Node-RED are installed in. */
  installed?: { node: string; userDir: string } | undefined;
}

/** A Node-RED whose clock is put forward. */
interface Running {
  /** Milliseconds that its clock was put forward by. */
  ahead: number;
  canJump(): boolean;
  jump: Runtime['jump'];
}

/** The clocks of all that were started, by their addresses. */
const running = new Map<string, Running>();

/** Milliseconds of a clock that goes with that of the Node-RED at an address. */
export function timeAt(url: string): number {
  return performance.now() + (running.get(url)?.ahead ?? 0);
}

/** Lets time pass for the Node-RED at an address: at once where its clock jumps. */
export async function passAt(url: string, ms: number): Promise<void> {
  const known = running.get(url);
  if (known?.canJump()) await known.jump(ms);
  else await new Promise((resolve) => setTimeout(resolve, ms));
}

/** Starts Node-RED with the shipped flow. */
export async function startRuntime(options: RuntimeOptions = {}): Promise<Runtime> {
  const { installed } = options;
  const root = installed ? path.join(installed.userDir, 'node_modules/@jarvis-flow/node-red-jarvis') : packageRoot();
  const userDir = installed?.userDir ?? mkdtempSync(path.join(tmpdir(), 'jarvis-runtime-'));
  const [port, mqttPort] = [options.port ?? (await freePort()), await freePort()];
  const shipped = JSON.parse(readFileSync(path.join(root, 'flows/home.json'), 'utf8')) as FlowNode[];
  const flowFile = path.join(userDir, 'home.json');
  writeFileSync(flowFile, JSON.stringify(options.change?.(shipped) ?? shipped));
  if (options.credentials) writeFileSync(path.join(userDir, 'home_cred.json'), JSON.stringify(options.credentials));
  const shippedSettings = path.join(root, 'flows/settings.js');
  const settings = options.settings ? path.join(userDir, 'settings.js') : shippedSettings;
  if (options.settings) {
    const own = JSON.stringify(options.settings);
    writeFileSync(settings, `module.exports = { ...require(${JSON.stringify(shippedSettings)}), ...${own} };`);
  }
  const red = path.join(installed?.userDir ?? root, 'node_modules/node-red/red.js');
  const node = installed?.node ?? process.execPath;
  // A command may start it where neither the file nor the channel reaches it.
  const jumps = options.command ? [] : ['--require', path.join(packageRoot(), 'test/jump.js')];
  const own = [node, ...jumps, red, '-u', userDir, '-s', settings, flowFile];
  const [program = node, ...args] = [...(options.command ?? []), ...own];
  const child = spawn(program, args, {
    env: {
      ...withoutJarvis(process.env),
      PORT: String(port),
      JARVIS_USER_DIR: userDir,
      JARVIS_MQTT_PORT: String(mqttPort),
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe', ...(options.command ? [] : ['ipc' as const])],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (text) => {
      output = (output + text).slice(-1_000_000);
    });
  }
  const url = `http://127.0.0.1:${port}`;
  // A connection that was kept may be closed by the other side just when it is used again.
  const headers = { connection: 'close' };
  const admin = async <T>(route: string) =>
    (await (await fetch(`${url}/jarvis/admin/${route}`, { headers })).json()) as T;
  let jumped = Promise.resolve();
  const runs: Running = {
    // One that is started anew at its address goes on from there: no page's time goes back.
    ahead: running.get(url)?.ahead ?? 0,
    canJump: () => child.connected,
    jump(ms, limits = false) {
      const jumping = jumped.then(() => jump(child, ms, limits));
      jumped = jumping.catch(() => {});
      return jumping.then(() => {
        runs.ahead += ms;
      });
    },
  };
  running.set(url, runs);
  // Node-RED opens its port beside starting the flows, and may finish either first.
  await printed(child, 'Started flows', () => output);
  await printed(child, 'Server now running at', () => output);
  return {
    url,
    mqttPort,
    pid: child.pid ?? 0,
    jump: runs.jump,
    warm: () => printed(child, '[jarvis] Listening', () => output),
    output: () => output,
    flows: async () => (await (await fetch(`${url}/flows`)).json()) as FlowNode[],
    deploy: (flows, kind) => deploy({ url, output: () => output }, flows, kind),
    running: () => child.exitCode === null && child.signalCode === null,
    turns: () => admin<TraceRecord[]>('turns'),
    sites: async () => (await admin<{ id: string }[]>('sites')).map(({ id }) => id),
    status: () => admin('status'),
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        const gone = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGTERM');
        const timer = setTimeout(() => child.kill('SIGKILL'), 15_000);
        await gone;
        clearTimeout(timer);
      }
      rmSync(userDir, { recursive: true, force: true });
    },
  };
}

function withoutJarvis(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('JARVIS_')));
}

async function printed(child: ChildProcess, text: string, output: () => string): Promise<void> {
  const end = Date.now() + 120_000;
  while (!output().includes(text)) {
    if (child.exitCode !== null) throw new Error(`Node-RED ended with ${child.exitCode}:\n${output()}`);
    if (Date.now() > end) throw new Error(`Node-RED did not print "${text}":\n${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Puts the clock of a Node-RED forward: one jump at a time. */
async function jump(child: ChildProcess, ms: number, limits: boolean): Promise<void> {
  if (!child.connected) throw new Error('This Node-RED has no channel, or has ended: its clock does not jump.');
  const jumped = new Promise<void>((resolve, reject) => {
    const ended = () => reject(new Error('Node-RED ended while its clock jumped.'));
    child.once('disconnect', ended);
    child.once('message', () => {
      child.off('disconnect', ended);
      resolve();
    });
  });
  child.send({ jump: ms, limits });
  await jumped;
}
