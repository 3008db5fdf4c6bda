import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '../package-root.js';
import { until } from '../until.js';

export { until };

/** A value that test/peers/run.sh or bench.sh gives; missing means that it wasn't started by them. */
export function peer(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: "npm run test:peers" and "npm run bench:peers" bring the peers up`);
  return value;
}

export const homeToken = () => readFileSync(peer('HA_TOKEN_FILE'), 'utf8').trim();

const PEERS = {
  broker: { folder: 'run-ha-2026.11', pid: 'mosquitto.pid', up: 'home-assistant-2026' },
  home: { folder: 'run-ha-2026.11', pid: 'hass.pid', up: 'home-assistant-2026' },
  model: { folder: 'run-model-server', pid: 'pid', up: 'model-server' },
  speech: { folder: 'run-speech', pid: 'stt.pid', up: 'speech' },
} as const;
export type PeerName = keyof typeof PEERS;

/** Kills a server with everything it started, as a power cut would. */
export async function kill(name: PeerName): Promise<void> {
  const { folder, pid } = PEERS[name];
  const file = path.join(peer('JARVIS_PEERS_DIR'), folder, pid);
  const group = Number(readFileSync(file, 'utf8'));
  process.kill(-group, 'SIGKILL');
  await until(() => !alive(group), `${name} to be gone`);
  // Until somebody reaps it, the killed process still has its number: the script must not take it for the server.
  rmSync(file);
}

/** Starts a killed server again with the script that brought it up, and waits until it answers. */
export async function start(name: PeerName): Promise<void> {
  const { folder, up } = PEERS[name];
  const script = path.join(packageRoot(), 'test/peers', up, 'up.sh');
  const child = spawn('bash', [script, path.join(peer('JARVIS_PEERS_DIR'), folder)], { stdio: 'ignore' });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`${up}/up.sh ended with ${code}`);
}

function alive(group: number): boolean {
  try {
    process.kill(-group, 0);
    // A killed child of this process stays a zombie until it is reaped; /proc tells.
    return existsSync(`/proc/${group}`) && !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${group}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
