import { EventEmitter, once } from 'node:events';
import { Socket } from 'node:net';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { shownAddress } from '../turn/address.js';
import { contained } from '../turn/contained.js';
import { JarvisError, reasonOf } from '../turn/errors.js';
import { backoff, sleep, within } from '../turn/wait.js';
import type { HubStatus } from './types.js';

/** How to reach a broker. */
export interface BrokerAddress {
  /** mqtt://, mqtts://, ws:// or wss://, with host and port. */
  url: string;
  /** 4 is MQTT 3.1.1. */
  protocol: 4 | 5;
  user?: string | undefined;
  password?: string | undefined;
  /** False accepts any TLS certificate. */
  verify: boolean;
  /** Certificate of the authority that signed the broker's, in PEM. */
  ca?: string | undefined;
}

/** A connection to a broker that is made again for ever when it is lost. */
export interface MqttLink {
  status(): HubStatus;
  /** Sends at QoS 0. False when there is no connection or it is full: nothing is kept for later. */
  publish(topic: string, payload: string | Buffer, retain?: boolean): boolean;
  /** Waits until messages can be sent. @throws JarvisError satellite-unreachable after `ms` milliseconds; AbortError. */
  whenConnected(ms: number, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

const CONNECT_MS = 10_000;
/** Seconds between signs of life; a hanging broker is noticed after one and a half of it. */
const KEEPALIVE = 15;
/** Unsent bytes after which nothing more is taken. */
const MAX_UNSENT = 32 * 1024 * 1024;

/**
 * Connects, subscribes to `topics` and stays connected. Never throws: what is wrong is in the status.
 * @param options.address is asked before each attempt, so that the embedded broker can be started first
 */
export function openLink(options: {
  address: (signal: AbortSignal) => Promise<BrokerAddress>;
  topics: readonly string[];
  /** What the broker tells, and keeps, when the connection is lost. */
  will?: { topic: string; payload: string } | undefined;
  /** `retained`: the broker kept it from before we subscribed. */
  onMessage: (topic: string, payload: Buffer, retained: boolean) => void;
  onStatus: (status: HubStatus) => void;
}): MqttLink {
  const closing = new AbortController();
  const changes = new EventEmitter().setMaxListeners(0);
  let status: HubStatus = { state: 'connecting', detail: '' };
  let client: MqttClient | undefined;
  let name = 'The MQTT broker';

  const become = (state: HubStatus['state'], detail: string) => {
    if (closing.signal.aborted || (status.state === state && status.detail === detail)) return;
    status = { state, detail };
    if (state === 'connected') changes.emit('connected');
    options.onStatus(status);
  };

  /** One connection from its beginning to its end; gives the reason of the end. */
  const connection = (url: string, settings: IClientOptions) =>
    new Promise<unknown>((resolve) => {
      const opened = mqtt.connect(url, settings);
      client = opened;
      opened.on('error', resolve);
      opened.on('close', () => resolve(new Error('the connection was closed')));
      opened.on('connect', () => {
        // Nagle's algorithm would keep the first sound of a reply back for 40 ms, behind the state that was told before it.
        if (opened.stream instanceof Socket) opened.stream.setNoDelay(true);
        opened.subscribe([...options.topics], { qos: 0 }, (error, granted) => {
          // 128 and above is a refusal; MQTT 3.1.1 gives it without an error.
          const refused = granted?.find(({ qos }) => qos >= 128);
          if (error) return resolve(error);
          if (refused) return resolve(new Error(`it refuses the subscription of "${refused.topic}"`));
          become('connected', '');
        });
      });
      const onMessage = contained(options.onMessage, (thrown) =>
        process.emitWarning(`A message of the MQTT broker failed: ${reasonOf(thrown)}`, 'JarvisWarning'),
      );
      opened.on('message', (topic, payload, { retain }) => onMessage(topic, payload, retain));
    });

  const stayConnected = async () => {
    for (let attempt = 0; !closing.signal.aborted; attempt++) {
      try {
        const address = await options.address(closing.signal);
        if (closing.signal.aborted) return;
        name = `The MQTT broker at ${shownAddress(address.url)}`;
        const reason = await connection(address.url, settingsOf(address, options.will));
        if (status.state === 'connected') attempt = 0;
        become('disconnected', `${name}: ${whyFailed(reason)}`);
      } catch (thrown) {
        become('disconnected', thrown instanceof JarvisError ? thrown.message : `${name}: ${whyFailed(thrown)}`);
      }
      end(client);
      await sleep(backoff(attempt), closing.signal).catch(() => {});
    }
  };
  const running = stayConnected();

  return {
    status: () => status,
    publish(topic, payload, retain = false) {
      if (status.state !== 'connected' || !client || client.stream.writableLength > MAX_UNSENT) return false;
      client.publish(topic, payload, { qos: 0, retain }, () => {});
      return true;
    },
    async whenConnected(ms, signal) {
      if (closing.signal.aborted) throw new JarvisError('satellite-unreachable', `${name}: the connection is closed.`);
      if (status.state === 'connected') return;
      const limit = { ms, what: name, code: 'satellite-unreachable', signal } as const;
      await within(limit, async (inner) => {
        await once(changes, 'connected', { signal: inner });
      });
    },
    async close() {
      if (closing.signal.aborted) return running;
      const last = client;
      closing.abort();
      status = { state: 'disconnected', detail: `${name}: the connection is closed.` };
      // Lets the last messages out, but waits for no broker that hangs.
      await within({ ms: 1_000, what: name }, async () => {
        await last?.endAsync();
      }).catch(() => {});
      end(last);
      await running;
    },
  };
}

function end(client: MqttClient | undefined): void {
  if (!client) return;
  client.removeAllListeners('message');
  client.end(true);
}

function settingsOf(address: BrokerAddress, will: Parameters<typeof openLink>[0]['will']): IClientOptions {
  const url = URL.canParse(address.url) ? new URL(address.url) : undefined;
  if (!url || !['mqtt:', 'mqtts:', 'ws:', 'wss:', 'tcp:', 'tls:', 'ssl:'].includes(url.protocol) || !url.hostname) {
    throw new JarvisError(
      'not-configured',
      `"${address.url}" is not the address of an MQTT broker. Write it as mqtt://host:1883, or mqtts://host:8883 with TLS.`,
    );
  }
  return {
    protocolVersion: address.protocol,
    clientId: `jarvis-${Math.random().toString(36).slice(2, 12)}`,
    clean: true,
    // We connect again ourselves: with a new client, nothing of the old connection is left over.
    reconnectPeriod: 0,
    connectTimeout: CONNECT_MS,
    keepalive: KEEPALIVE,
    queueQoSZero: false,
    resubscribe: false,
    rejectUnauthorized: address.verify,
    ...(address.user && { username: address.user, password: address.password ?? '' }),
    ...(address.ca && { ca: address.ca }),
    ...(will && { will: { ...will, payload: Buffer.from(will.payload), qos: 0 as const, retain: true } }),
  };
}

function whyFailed(thrown: unknown): string {
  // A name with several addresses fails once for each; one reason is enough.
  const reason: unknown = thrown instanceof AggregateError ? thrown.errors[0] : thrown;
  const why = reasonOf(reason);
  if (/ECONNREFUSED/.test(why))
    return `nobody answers (${why}). Check that it runs and that address and port are right.`;
  if (/not authorized|bad user ?name or password/i.test(why)) return `${why}. Check user and password.`;
  if (/certificate|self.signed/i.test(why))
    return `${why}. Give the certificate of its authority, or switch the check off.`;
  if (/unacceptable protocol|unsupported protocol/i.test(why)) return `${why}. Choose the other MQTT version.`;
  return `${why}. Trying again.`;
}
