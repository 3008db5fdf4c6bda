import { networkInterfaces } from 'node:os';
import type { NodeAPI } from 'node-red';
import { isLoopback } from '../lib/satellites/addresses.js';
import { reachable } from '../lib/satellites/hub.js';
import { shownAddress } from '../lib/turn/address.js';
import { within } from '../lib/turn/wait.js';
import { logging } from './adapter.js';
import { running } from './running.js';
import { setting } from './settings.js';
import { lookAround, warmUp } from './warm.js';

/** How long the report waits for the servers it asks. */
const PATIENCE_MS = 4000;

const INVITATION =
  'No flow has satellites yet. In the editor: Import ▸ Examples ▸ @jarvis-flow/node-red-jarvis ▸ "00 - The whole assistant", then Deploy.';

/** Prints, once after the first start of flows with satellites, where things are and what is missing with the command that mends it. */
export function reportOnce(RED: NodeAPI): void {
  let invited = false;
  let warmed: Promise<void> | undefined;
  const onStarted = logging(RED, async () => {
    warmed ??= warmUp();
    const looked = lookAround();
    if (running.satellites.size === 0) {
      if (!invited) RED.log.info(`[jarvis] ${INVITATION}`);
      invited = true;
      return;
    }
    RED.events.off('flows:started', onStarted);
    RED.events.on('flows:started', lookAround);
    void Promise.all([warmed, looked]).then(() => RED.log.info('[jarvis] Listening'));
    const { level, line: open } = openness(RED.settings);
    if (open) RED.log[level](`[jarvis] ${open}`);
    for (const line of await report(RED)) RED.log.info(`[jarvis] ${shownAddress(line)}`);
  });
  RED.events.on('flows:started', onStarted);
}

/** Who may change flows and read the memory; nothing where there is a login. */
function openness({ uiHost, adminAuth }: NodeAPI['settings'] & { adminAuth?: unknown }): {
  level: 'info' | 'warn';
  line: string;
} {
  const host = uiHost || '0.0.0.0';
  if (adminAuth) return { level: 'info', line: '' };
  const close = 'To close it: set JARVIS_PASSWORD with npm start, or adminAuth in the settings of your Node-RED.';
  return isLoopback(host)
    ? {
        level: 'info',
        line: `The editor has no login: whoever uses this machine can change flows and read the memory. ${close}`,
      }
    : {
        level: 'warn',
        line: `The editor has no login and listens on ${host}: whoever reaches this machine can change flows, run programs here and read the memory. ${close}`,
      };
}

/**
 * Hosts under which a server can be opened that listens on this address: all of this machine's where it listens on all.
 * @param listens an address as `uiHost` has it; undefined, "0.0.0.0" and "::" are all of them
 */
export function hostsOf(listens: string | undefined, interfaces = networkInterfaces()): string[] {
  if (listens && listens !== '0.0.0.0' && listens !== '::') return [reachable(listens)];
  const outward = Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
  return ['127.0.0.1', ...outward];
}

async function report(RED: NodeAPI): Promise<string[]> {
  const found: string[] = [];
  const missing: string[] = [];
  const { uiHost, uiPort = 1880, https, httpNodeRoot } = RED.settings as typeof RED.settings & { https?: unknown };
  const path = `:${uiPort}${(httpNodeRoot || '/').replace(/\/$/, '')}/jarvis/`;
  const pages = hostsOf(uiHost).map((host) => `${https ? 'https' : 'http'}://${host}${path}`);
  found.push(`The page: ${pages.join(' or ')}`);
  for (const node of running.satellites) found.push(`Satellites: ${node.where}`);
  for (const node of running.memory) {
    const opens = await node.memory.entries.count().then(
      () => true,
      () => false,
    );
    // The node has said why.
    if (opens) found.push(`The store: ${node.file}`);
  }
  for (const node of running.home) {
    if (node.home.kind === 'demo') {
      found.push('The house: the demo house');
      missing.push(
        'No Home Assistant is configured: set JARVIS_HOME_URL and JARVIS_HOME_TOKEN, or open the "home" config node.',
      );
    } else {
      found.push(`The house: Home Assistant at ${setting('JARVIS_HOME_URL', node.url)}`);
    }
  }
  for (const node of running.model) {
    try {
      const models = await within({ ms: PATIENCE_MS, what: 'The model server' }, (signal) => node.models(signal));
      found.push(`The model: ${models.chat} at ${models.provider.url}`);
    } catch (thrown) {
      const why = thrown instanceof Error ? thrown.message : String(thrown);
      missing.push(`No model: ${why} Commands work without one; for everything else: ollama serve`);
    }
  }
  for (const node of running.voice) missing.push(...(await node.missing()));
  return [...found, ...missing];
}
