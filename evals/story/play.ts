import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { turns } from '../../lib/conversation/turns.js';
import { spokenLanguage } from '../../lib/deciding/spoken-language.js';
import type { Tool } from '../../lib/llm/types.js';
import { clock } from '../../lib/turn/clock.js';
import { type Doors, isWakeNode, openDoors, type Rooms, shippedFlow, standIn } from './doors.js';
import { type StoryHouse, storyHouse } from './house.js';
import { type Loudspeakers, openLoudspeakers } from './loudspeaker.js';
import { openStoryModel, type StoryModel } from './model.js';
import { openRecorder, type Recorder } from './recorder.js';
import { type Red, startRed } from './red.js';
import type { Story, StoryEvent, StoryOutput } from './schema.js';

/** When a story begins that doesn't say: a Monday evening. */
const USUAL_NOW = '2026-05-04T18:00:00Z';
const LANGUAGES = ['en', 'de', 'fr', 'es'];
/** Longest that a story may be busy with one event, in milliseconds of ours: more is a fault of the product. */
const MAX_BUSY_MS = 20_000;

/** Plays stories, one at a time, in one Node-RED. */
export interface Stage {
  play(story: Story): Promise<StoryOutput>;
  close(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const model = await openStoryModel();
  const folder = mkdtempSync(path.join(tmpdir(), 'jarvis-stories-'));
  let house: StoryHouse | undefined;
  const results = new Map<string, unknown>();
  standIn({
    home: () => {
      if (!house) throw new Error('No story has begun.');
      return house.home;
    },
    tools: (own) => [
      ...own.filter(({ name }) => !results.has(name)),
      ...[...results.keys()].map((name) => toolOf(name, own, results)),
    ],
  });
  const recorder = openRecorder();
  let red: Red | undefined;
  let stories = 0;
  const realNow = clock.now;

  return {
    async play(story) {
      const started = startOf(story.now);
      const data = path.join(folder, String(++stories));
      let now = started.at;
      clock.now = () => now;
      const languages = [...new Set([story.language ?? 'en', ...LANGUAGES])];
      Object.assign(process.env, { JARVIS_DATA: data, JARVIS_LANGUAGE: languages.join(','), JARVIS_MQTT_URL: '' });
      results.clear();
      model.begin(story.model);
      turns.close('another story');
      recorder.begin(started.at);
      house = storyHouse({ house: story.house, file: `${data}.json`, timeZone: started.timeZone }, recorder.command);
      red ??= await startRed((from, msg) => recorder.message(msg, isWakeNode(from)));
      const flow = shippedFlow({ modelUrl: model.server.url, wake: story.wake });
      await red.deploy(flow);
      const rooms = roomsOf(story);
      const doors = openDoors(red, flow, rooms, recorder.woken);
      const loudspeakers = openLoudspeakers(recorder.played);
      doors.hub.play = (_, sound, id, signal) => loudspeakers.play(sound, id, signal);
      const stops = recorder.attach(doors);
      try {
        await played(story, {
          red,
          doors,
          loudspeakers,
          recorder,
          rooms,
          results,
          house,
          model,
          to: (at) => (now = at),
          started: started.at,
        });
        const last = recorder.lastSite() ?? Object.keys(rooms)[0] ?? '';
        return {
          ...(await toldOf(doors, last)),
          turns: recorder.turns(),
          house: house.changed(),
          modelCalls: model.calls(),
        };
      } finally {
        stops();
        for (const { id } of turns.traces()) turns.end(id, 'the story is over');
        clock.now = realNow;
      }
    },
    async close() {
      await red?.close();
      await model.server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Scene {
  red: Red;
  doors: Doors;
  loudspeakers: Loudspeakers;
  recorder: Recorder;
  rooms: Rooms;
  results: Map<string, unknown>;
  house: StoryHouse;
  model: StoryModel;
  started: number;
  /** Sets the house's clock. */
  to(at: number): void;
}

/** Longer than satellites are waited for that may have heard the same wake word, in milliseconds of the real clock. */
const CONTEST_MS = 250;

/** Plays the events in their order, between the ends of playbacks and of listening in vain. */
async function played(story: Story, scene: Scene): Promise<void> {
  const { loudspeakers, to, started } = scene;
  const due = ({ at, ...event }: StoryEvent) => (event.do === 'hear' ? event.to : at);
  const events = [...story.events].sort((a, b) => due(a) - due(b));
  await rest(scene);
  for (;;) {
    const [event] = events;
    const at = event ? started + due(event) : Number.POSITIVE_INFINITY;
    const silence = nextSilence(scene, events);
    const next = Math.min(at, loudspeakers.next(), silence?.at ?? Number.POSITIVE_INFINITY);
    if (next === Number.POSITIVE_INFINITY) return;
    to(next);
    // What ends at the same moment has ended before.
    if (loudspeakers.next() <= next) loudspeakers.advance();
    else if (silence && silence.at <= next) scene.doors.silence(silence.turn);
    else if (event) {
      events.shift();
      await happen(event, scene, story);
    }
    await rest(scene);
  }
}

/** The room that gives up listening first. One in which somebody has begun to speak goes on. */
function nextSilence(
  { doors, rooms, started }: Scene,
  events: readonly StoryEvent[],
): { at: number; turn: string } | undefined {
  const ending = Object.keys(rooms).flatMap((site) => {
    const open = doors.listening(site);
    if (!open) return [];
    const speaks = events.some(
      (event) =>
        event.do === 'hear' &&
        siteOf(event, rooms) === site &&
        started + event.at <= open.until &&
        started + event.to > open.since,
    );
    return speaks ? [] : [{ at: open.until, turn: open.turn }];
  });
  return ending.sort((a, b) => a.at - b.at)[0];
}

async function happen(event: StoryEvent, scene: Scene, story: Story): Promise<void> {
  const { doors, recorder, rooms, results, house, started } = scene;
  const site = siteOf(event, rooms);
  const entry = () => recorder.entry(event.at, site, languageOf(site, rooms, story));
  switch (event.do) {
    case 'wake':
      doors.wake(site, event.score ?? 0.9);
      // Satellites in other rooms may have heard it, too: they are waited for by a timer that was set before this one.
      if (Object.keys(rooms).length > 1) await sleep(CONTEST_MS);
      return;
    case 'hear': {
      const { text, confidence } = event;
      const own = rooms[site]?.languages ?? [];
      const usual = own[0] ?? story.language ?? 'en';
      const language = own.length > 1 ? spokenLanguage(text, own, usual) : usual;
      const heard = {
        text,
        language,
        from: started + event.at,
        to: started + event.to,
        ...(confidence !== undefined && { confidence }),
      };
      const one = entry();
      one.turn = doors.hear(site, heard).id;
      return;
    }
    case 'type':
      entry();
      return doors.emit('text', { site, text: event.text, by: 'typed', door: 'page' });
    case 'tap':
      recorder.tapped(site);
      return doors.tap(site, event.confirm);
    case 'stop':
      return doors.emit('hush', site);
    case 'announce':
      entry();
      return doors.emit('say', { text: event.text, rooms: event.site === undefined ? [] : [site] });
    case 'tool':
      results.set(event.name, event.result);
      return;
    case 'state':
      return house.set(event.entity, event.state);
  }
}

/** Waits until everything under way has come to rest; what plays goes on. */
async function rest({ red, loudspeakers }: Pick<Scene, 'red' | 'loudspeakers'>): Promise<void> {
  const end = performance.now() + MAX_BUSY_MS;
  for (let quiet = 0; quiet < 8; ) {
    await new Promise((resolve) => setImmediate(resolve));
    const { working, playing } = red.busy();
    const isQuiet = working === 0 && (playing === 0 || loudspeakers.next() < Number.POSITIVE_INFINITY);
    quiet = isQuiet ? quiet + 1 : 0;
    if (!isQuiet) await new Promise((resolve) => setTimeout(resolve, 1));
    if (performance.now() > end)
      throw new Error(`Nothing came to rest: ${working} messages are worked on, ${playing} played.`);
  }
}

async function toldOf(
  { dialogue, memory }: Doors,
  site: string,
): Promise<Pick<StoryOutput, 'dialogue' | 'notes' | 'memory'>> {
  const [messages, said, entries] = await Promise.all([
    dialogue(site),
    memory.memory.diary.pending({ limit: 1000 }),
    memory.memory.entries.list({ limit: 1000 }),
  ]);
  const date = (at: number) => new Date(at).toISOString().slice(0, 10);
  return {
    dialogue: messages.map(({ role, content, tool_calls, tool_name }) => ({
      role,
      content,
      ...(tool_calls && { tool_calls: [...tool_calls].map((call) => ({ ...call, id: call.id ?? '' })) }),
      ...(tool_name !== undefined && { tool_name }),
    })),
    notes: said.map(({ role, content, at }) => ({ text: `${role}: ${content}`, date: date(at) })),
    // What is told with a day begins with it.
    memory: entries
      .map(({ kind, text, at }) => ({ kind, text, date: /^\d{4}-\d\d-\d\d(?=: )/.exec(text)?.[0] ?? date(at) }))
      .reverse(),
  };
}

function roomsOf({ rooms, area, language }: Story): Rooms {
  if (rooms && Object.keys(rooms).length > 0) return rooms;
  return {
    [siteNameOf(area)]: {
      ...(area !== undefined && { area }),
      ...(language !== undefined && { languages: [language] }),
    },
  };
}

/** A satellite is named after its area, as far as a name may hold that. */
function siteNameOf(area: string | undefined): string {
  const plain = (area ?? '')
    .normalize('NFD')
    .replace(/[^\p{L}\d]+/gu, '-')
    .replace(/[^\w-]/g, '');
  return plain.toLowerCase() || 'room';
}

function siteOf({ site }: StoryEvent, rooms: Rooms): string {
  return site ?? Object.keys(rooms)[0] ?? 'room';
}

function languageOf(site: string, rooms: Rooms, { language }: Story): string {
  return rooms[site]?.languages?.[0] ?? language ?? 'en';
}

/** Where a story's time begins, and the zone that its time is told in. */
function startOf(iso = USUAL_NOW): { at: number; timeZone: string | undefined } {
  const [, plain = iso, named] = /^([^[]*)\[([^\]]+)\]$/.exec(iso) ?? [];
  const at = Date.parse(plain);
  if (Number.isNaN(at)) throw new Error(`"${iso}" is no time.`);
  const [, sign, hours] = /([+-])(\d\d):?\d\d$/.exec(plain) ?? [];
  // Their sign is the other way round.
  const offset = sign && Number(hours) > 0 ? `Etc/GMT${sign === '+' ? '-' : '+'}${Number(hours)}` : 'UTC';
  return { at, timeZone: named ?? offset };
}

function toolOf(name: string, own: readonly Tool[], results: ReadonlyMap<string, unknown>): Tool {
  const known = own.find((tool) => tool.name === name);
  return {
    ...(known ?? { name, description: name.replaceAll('_', ' '), parameters: { type: 'object', properties: {} } }),
    async run() {
      const result = results.get(name);
      return { ok: true, text: typeof result === 'string' ? result : JSON.stringify(result) };
    },
  };
}
