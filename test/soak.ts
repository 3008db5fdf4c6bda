import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Double } from '../lib/home/home-assistant.test.helper.js';
import { packageRoot } from './package-root.js';
import { openPage, type Page } from './page.js';
import { type Runtime, startRuntime } from './runtime.js';
import { openSatellite, type Satellite } from './satellite.js';
import { startScriptedModelServer } from './scripted-model-server/server.js';
import { until } from './until.js';

/** What the process holds, after a collection of garbage, with nobody talking. */
export interface Held {
  turns: number;
  heapUsed: number;
  external: number;
  rss: number;
  /** Open handles and timers by their kind. */
  handles: Record<string, number>;
  listeners: { process: number; turns: number };
}

export interface SoakOptions {
  turns: number;
  /** Turns between two looks at what is held. */
  every: number;
  onHeld?(held: Held): void;
}

const ROOMS = ['kitchen', 'den'];
const DEPLOYS_EVERY = 700;
const HOUSE_LOST_EVERY = 450;
const BROKER_LEFT_EVERY = 350;
const PAGE_LEFT_EVERY = 150;

/**
 * A day of a busy house in minutes: commands, talk and what is to be remembered, typed and understood by satellites, in
 * the shipped flow with a house, a broker and a model server that are real on the wire. On the way the flow is deployed
 * anew, the house drops its connection, satellites and page go and come back.
 */
export async function soak({ turns, every, onHeld }: SoakOptions): Promise<{ held: Held[]; output: string }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'jarvis-probe-'));
  const socketPath = path.join(folder, 'probe');
  const house = new Double();
  await once(house.server, 'listening');
  house.more = { 'switch.fan': { s: 'off', a: { friendly_name: 'Fan' } } };
  house.onCall = (service) => {
    house.setLamp(service === 'turn_on' ? 'on' : 'off');
    return 'success';
  };
  const model = await startScriptedModelServer({
    speed: 'instant',
    answers: () => ({ text: 'That is so. It is known.' }),
  });
  const runtime = await startRuntime({
    env: {
      JARVIS_MODEL_URL: model.url,
      JARVIS_HOME_URL: house.url,
      JARVIS_HOME_TOKEN: 'good',
      PROBE_SOCKET: socketPath,
      NODE_OPTIONS: `--require ${JSON.stringify(path.join(packageRoot(), 'test/probe.js'))}`,
    },
  });
  const held: Held[] = [];
  let page: Page | undefined;
  let satellite: Satellite | undefined;
  try {
    await runtime.warm();
    page = await openPage(runtime.url);
    satellite = await openSatellite(runtime.mqttPort);
    for (let turn = 1; turn <= turns; turn++) {
      const sentence = sentenceOf(turn);
      if (turn % 2 === 0) await typed(page, sentence);
      else await understood(satellite, ROOMS[(turn >> 1) % ROOMS.length] ?? 'kitchen', sentence);
      if (turn % PAGE_LEFT_EVERY === 0) {
        await page.close();
        page = await openPage(runtime.url);
      }
      if (turn % BROKER_LEFT_EVERY === 0) {
        await satellite.close();
        satellite = await openSatellite(runtime.mqttPort);
      }
      if (turn % HOUSE_LOST_EVERY === 0) {
        for (const socket of house.sockets) socket.terminate();
        house.subscriptions = [];
        await until(
          async () => (await houseState(runtime)) === 'connected' && house.sockets.size > 0,
          'the house to be back',
        );
      }
      if (turn % DEPLOYS_EVERY === 0) {
        await satellite.close();
        await redeploy(runtime);
        page = await openPage(runtime.url);
        satellite = await openSatellite(runtime.mqttPort);
        house.subscriptions = house.subscriptions.filter(({ socket }) => house.sockets.has(socket));
      }
      if (turn % every === 0) {
        const now = { turns: turn, ...(await askProbe(socketPath)) };
        held.push(now);
        onHeld?.(now);
      }
    }
    return { held, output: runtime.output() };
  } finally {
    await page?.close();
    await satellite?.close();
    await runtime.stop();
    await model.close();
    await house.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function sentenceOf(turn: number): string {
  switch (Math.floor(turn / 2) % 5) {
    case 0:
      return 'turn on the lamp';
    case 1:
      return 'turn off the lamp';
    case 2:
      return `tell me something about lighthouse number ${turn}`;
    case 3:
      return `remember that box ${turn % 50} stands in the cellar`;
    default:
      return `what did I say about box ${turn % 50}?`;
  }
}

/** Types on the page, and waits for the end of the answer's sound. */
async function typed(page: Page, text: string): Promise<void> {
  page.messages.length = 0;
  await page.type(text);
  await until(
    () => page.messages.some(({ type }) => type === 'play-end') && page.messages.some(isIdle),
    () => `the answer to "${text}": ${JSON.stringify(page.messages).slice(-1500)}`,
  );
}

const isIdle = ({ type, stage }: { type: string; [field: string]: unknown }) => type === 'stage' && stage === 'idle';

/** Says on a satellite that understands by itself, plays what it is sent, and waits until it is idle. */
async function understood(satellite: Satellite, site: string, text: string): Promise<void> {
  satellite.heard.length = 0;
  await satellite.say('hermes/asr/textCaptured', { siteId: site, text: `Jarvis, ${text}` });
  let played = 0;
  const state = `jarvis/${site}/state`;
  await until(
    async () => {
      if (satellite.sounds(site) > played) {
        const { id } = await satellite.hearsSound(site, ++played);
        await satellite.played(site, id);
      }
      const stages = satellite.heard.filter(({ topic }) => topic === state).map(({ payload }) => payload.toString());
      // The room may listen on by now.
      const after = stages.slice(stages.findLastIndex((stage) => stage.includes('speaking')) + 1);
      return played > 0 && after.some((stage) => stage.includes('idle'));
    },
    () => `the answer to "${text}" in ${site}: ${satellite.heard.map(({ topic }) => topic).join(' ')}`,
  );
}

async function houseState(runtime: Runtime): Promise<string | undefined> {
  return (await runtime.status())['home']?.state;
}

/** Deploys the whole flow as it is. */
async function redeploy(runtime: Runtime): Promise<void> {
  await runtime.deploy(await runtime.flows());
  await until(async () => (await houseState(runtime)) === 'connected', 'the house to be back');
}

/** What a Node-RED holds that was started with test/probe.js. @param path "/objects" for its objects, too */
export function askProbe<More extends object>(socketPath: string, path = '/'): Promise<Omit<Held, 'turns'> & More> {
  return new Promise((resolve, reject) => {
    http
      .get({ socketPath, path }, (response) => {
        let body = '';
        response.on('data', (part) => {
          body += part;
        });
        response.on('end', () => resolve(JSON.parse(body)));
      })
      .on('error', reject);
  });
}
