import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { openStoryModel } from '../../evals/story/model.js';
import { modelAnswers } from '../../evals/story/schema.js';
import type { Entity } from '../../lib/home/types.js';
import { openPage, type Page } from '../page.js';
import { type Runtime, startRuntime } from '../runtime.js';
import { openSatellite, type Satellite } from '../satellite.js';
import { must, until } from '../until.js';

const stepSchema = z.strictObject({
  /** Typed, or spoken. */
  say: z.string().optional(),
  /** The stop button of the page, or of the room's satellite. */
  stop: z.literal(true).optional(),
  /** The wake word is heard before. */
  woken: z.literal(true).optional(),
  /** A regular expression of the answer; no answer is wanted without one. */
  answered: z.string().optional(),
  /** What the answer doesn't hold. */
  never: z.array(z.string()).optional(),
  /** A question that waits for a yes. */
  asks: z.literal(true).optional(),
  /** Nobody is meant: nothing is answered. */
  ignored: z.literal(true).optional(),
  /** Nothing in the house changes. */
  nothing: z.literal(true).optional(),
  /** States of devices afterwards; null is as it was at the beginning. */
  states: z.record(z.string(), z.string().nullable()).optional(),
  /** The answer is still being played when the next step comes. */
  hold: z.literal(true).optional(),
  /** The room listens on afterwards. */
  listens: z.literal(true).optional(),
});
const walkSchema = z.strictObject({
  id: z.string(),
  via: z.enum(['typed', 'spoken']),
  /** English name of the area in the demo house. */
  area: z.string().optional(),
  language: z.string().optional(),
  model: modelAnswers.optional(),
  steps: z.array(stepSchema),
});
export type Walk = z.output<typeof walkSchema>;
type Step = z.output<typeof stepSchema>;

export function readWalks(file: string): Walk[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => walkSchema.parse(JSON.parse(line)));
}

/** Longest wait for an answer: what is broken ends within it, nothing else is decided by it. */
const WAITS_SECONDS = 10;

/** Ways to restore what a walk has changed. */
const BACK: Record<string, string> = {
  on: 'turn_on',
  off: 'turn_off',
  open: 'open',
  closed: 'close',
  locked: 'lock',
  heat: 'turn_on',
  paused: 'pause',
};

/** A Node-RED with the flow as shipped, a page and satellites, through which walks go one after another. */
export interface Walker {
  go(walk: Walk): Promise<void>;
  close(): Promise<void>;
}

export async function openWalker(): Promise<Walker> {
  const model = await openStoryModel();
  const runtime = await startRuntime({ env: { JARVIS_MODEL_URL: model.server.url, TZ: 'UTC' } });
  await runtime.warm();
  const page = await openPage(runtime.url);
  const satellite = await openSatellite(runtime.mqttPort);
  const house = watch(page);
  return {
    async go(walk) {
      // What the one before leaves to be done in the background takes none of its answers.
      model.begin(Array.isArray(walk.model) ? { reply: walk.model } : walk.model);
      await house.restore();
      const via = walk.via === 'typed' ? await typing(page, walk) : await speaking(satellite, runtime, walk);
      for (const step of walk.steps) await taken(step, via, house);
    },
    async close() {
      await page.close();
      await satellite.close();
      await runtime.stop();
      await model.server.close();
    },
  };
}

/** One way to talk to it. */
interface Way {
  /** Says or types; the answer, once it was played. */
  say(step: Step): Promise<string>;
  stop(): Promise<void>;
  listens?(): Promise<void>;
}

async function taken(step: Step, way: Way, house: Watched): Promise<void> {
  const before = house.states();
  if (step.stop) return way.stop();
  const answer = await way.say(step);
  if (step.answered !== undefined) assert.match(answer, new RegExp(step.answered, 'u'));
  for (const part of step.never ?? []) assert.ok(!answer.includes(part), `"${answer}" has "${part}" in it`);
  if (step.asks) assert.match(answer, /\?/);
  for (const [id, state] of Object.entries(step.states ?? {})) {
    const wanted = state ?? house.initial(id);
    const what = () => `${id} to be ${wanted} after "${step.say}": ${answer}`;
    await until(() => house.states().get(id) === wanted, what, WAITS_SECONDS);
  }
  if (step.nothing) assert.deepEqual([...house.states()], [...before], 'nothing in the house changes');
  if (step.listens) await way.listens?.();
}

interface Watched {
  states(): Map<string, string>;
  initial(id: string): string | undefined;
  restore(): Promise<void>;
}

/** The states of the house as the page shows them. */
function watch(page: Page): Watched {
  const all = () => page.messages.flatMap(({ entities }) => (Array.isArray(entities) ? (entities as Entity[]) : []));
  const [first] = page.messages.filter(({ type }) => type === 'house');
  const initial = new Map((must(first)['entities'] as Entity[]).map((entity) => [entity.id, entity]));
  const now = () => new Map(all().map((entity) => [entity.id, entity]));
  return {
    states: () => new Map([...now()].map(([id, { state }]) => [id, state])),
    initial: (id) => initial.get(id)?.state,
    async restore() {
      for (const [id, entity] of now()) {
        const was = must(initial.get(id));
        const action = BACK[was.state];
        if (JSON.stringify([was.state, was.attributes]) === JSON.stringify([entity.state, entity.attributes])) continue;
        if (!action || entity.domain === 'scene') continue;
        if (was.state !== entity.state) {
          await page.paced({ type: 'command', action, target: id, value: null });
          await page.sees(id, was.state);
        }
        for (const [name, action, factor] of RESTORED) {
          const value = was.attributes[name];
          // Percents are rounded.
          const isBack = () => Math.abs(Number(now().get(id)?.attributes[name]) - Number(value)) <= factor ** -1;
          if (typeof value !== 'number' || isBack()) continue;
          await page.paced({ type: 'command', action, target: id, value: Math.round(value * factor) });
          await until(isBack, `${id} to be as it was`);
        }
      }
    },
  };
}
const RESTORED = [
  ['brightness', 'set_brightness', 1 / 2.55],
  ['temperature', 'set_temperature', 1],
  ['volume_level', 'set_volume', 100],
] as const;

/** Types on the page; its loudspeaker says that it has played everything. */
async function typing(page: Page, { area, language = 'en' }: Walk): Promise<Way> {
  const idle = () => page.messages.findLast(({ type }) => type === 'stage')?.['stage'] === 'idle';
  const stop = async () => {
    page.send({ type: 'hush' });
    await until(() => idle() || !page.messages.some(({ type }) => type === 'stage'), 'the page to be silent');
  };
  page.send({ type: 'area', area: area ?? null });
  page.send({ type: 'language', language });
  await stop();
  return {
    stop,
    async say({ say = '', answered, asks, hold }) {
      const from = page.messages.length;
      const since = () => page.messages.slice(from);
      const shown = () => since().filter(({ type, kind }) => type === 'show' && kind !== 'heard');
      await page.type(say);
      await until(() => since().some(({ type, kind }) => type === 'show' && kind === 'heard'), `"${say}" to be shown`);
      const wants = answered !== undefined || asks;
      const isOver = () => (hold || idle()) && (!wants || shown().some(({ text }) => text));
      await until(isOver, () => `an answer to "${say}": ${JSON.stringify(since()).slice(-500)}`, WAITS_SECONDS);
      return shown()
        .map(({ text }) => String(text ?? ''))
        .join(' ')
        .trim();
    },
  };
}

/** Longer than it takes to decide which of several satellites has heard a voice best, in milliseconds. */
const CONTEST_MS = 1_100;

/** Speaks in a room of its own, through a satellite that writes words down by itself. */
async function speaking(satellite: Satellite, runtime: Runtime, { id, area }: Walk): Promise<Way> {
  const site = id;
  const on = (topic: string, from = 0) => satellite.heard.slice(from).filter((one) => one.topic === topic);
  const state = () => on(`jarvis/${site}/state`).at(-1)?.payload.toString() ?? 'idle';
  await fetch(`${runtime.url}/jarvis/admin/sites`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ site, area: area ?? null }),
  });
  const played = new Set<string>();
  const playBytes = `hermes/audioServer/${site}/playBytes/`;
  const playAll = async () => {
    for (const { topic } of satellite.heard) {
      if (!topic.startsWith(playBytes) || played.has(topic)) continue;
      played.add(topic);
      await satellite.played(site, topic.slice(playBytes.length));
    }
  };
  // Within a second of another room it would be taken for the same voice.
  const isWoken = async () => {
    if (state() === 'listening') return true;
    await runtime.jump(CONTEST_MS);
    await satellite.say('hermes/hotword/hey_jarvis/detected', { siteId: site, modelId: 'hey_jarvis' });
    for (let waited = 0; waited < CONTEST_MS && state() !== 'listening'; waited += 20)
      await new Promise((resolve) => setTimeout(resolve, 20));
    return state() === 'listening';
  };
  /** What was said last has been thought about, and all that came of it was played. */
  const rests = (from: number) => {
    const states = on(`jarvis/${site}/state`, from).map(({ payload }) => payload.toString());
    return states.includes('thinking') && ['idle', 'listening'].includes(state());
  };
  return {
    async say({ say = '', woken, answered, asks, hold, ignored }) {
      if (woken) await until(isWoken, `the ${site} to listen`, WAITS_SECONDS);
      const from = satellite.heard.length;
      await satellite.say('hermes/asr/textCaptured', { siteId: site, text: say, likelihood: 1, seconds: 1 });
      const words = () =>
        [...on(`jarvis/${site}/spoken`, from), ...on(`jarvis/${site}/error`, from)].map(({ payload }) =>
          payload.toString(),
        );
      const wants = answered !== undefined || asks;
      const isJudged = async () =>
        (await runtime.turns()).some(({ texts, site: of }) => of === site && texts.heard === say);
      await until(
        async () => {
          if (!hold) await playAll();
          if (hold) return words().length > 0;
          return rests(from) && (wants ? words().length > 0 : await isJudged());
        },
        () => `an answer to "${say}": it is ${state()}, and has said ${words().join(' ')}`,
        WAITS_SECONDS,
      );
      if (ignored) assert.deepEqual(words(), [], `nobody has asked: "${say}"`);
      return words().join(' ').trim();
    },
    async stop() {
      await satellite.say('hermes/asr/textCaptured', { siteId: site, text: 'stop', likelihood: 1, seconds: 1 });
      await until(() => state() === 'idle', `silence in the ${site}`, WAITS_SECONDS);
    },
    listens: async () => void (await until(() => state() === 'listening', `the ${site} to listen on`, WAITS_SECONDS)),
  };
}
