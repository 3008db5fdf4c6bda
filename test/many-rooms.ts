import { setTimeout as sleep } from 'node:timers/promises';
import { CHUNK_BYTES } from '../lib/audio/pcm.js';
import { wavOf } from '../lib/audio/wav.js';
import { heyJarvis, silence } from '../lib/listening/samples.test.helper.js';
import { wyomingServer } from '../lib/listening/wyoming.test.helper.js';
import { VOICE } from '../lib/satellites/esphome-device/messages.js';
import { openPage, type Page } from './page.js';
import { type FlowNode, type Runtime, startRuntime } from './runtime.js';
import { openSatellite, type Satellite } from './satellite.js';
import { type ScriptedBoard, scriptedBoard } from './scripted-board.js';
import { must, until } from './until.js';

/** An ESPHome board that wakes by itself, a satellite of Hermes and a page, which stream to the flow as shipped. */
export const ROOMS = ['board', 'hermes', 'page'] as const;
export type Room = (typeof ROOMS)[number];

/** Three satellites of different kinds that hear the same person. */
export interface ManyRooms {
  runtime: Runtime;
  /**
   * A sentence is said once, loudest in one room. Resolves when that one has answered.
   * @returns what else was to be heard or seen anywhere: nothing, if all is right
   */
  says(nearest: Room, how: Hearing): Promise<string[]>;
  close(): Promise<void>;
}

/** How a sentence arrives in each room. */
export type Hearing = Record<
  Room,
  {
    /** Decibels that the voice is softer than the recording. */
    softer: number;
    /** Loudness of the room's noise in dBFS. */
    noise: number;
    /** Milliseconds until its sound or its wake comes to us. */
    delay: number;
  }
>;

const SITE = 'browser-0000000a';
const SENTENCE = Buffer.concat([silence(0.6), heyJarvis.subarray(0, silence(2.1).length), silence(1)]);
/** No site may send more than two seconds of sound a second, and a latecomer within one counts as the same voice; in milliseconds. */
const MIN_ROUND_MS = 2_000;
/** Bytes up to the end of the wake word, and of its last 160 ms. */
const WORD = silence(1.4).length;
const REST = 2 * CHUNK_BYTES;
/** Pieces of it that a model needs to notice the word: microWakeWord's is sure 120 ms after its end. */
const NOTICED = 4;

export async function openManyRooms(): Promise<ManyRooms> {
  const board = await scriptedBoard();
  const stt = await wyomingServer(({ type }, send) => {
    if (type === 'describe') send({ type: 'info', data: { asr: [{ name: 'told', models: [] }] } });
    if (type === 'audio-stop') send({ type: 'transcript', data: { text: 'Hey Jarvis, turn on the kitchen light.' } });
  });
  const change = (flow: FlowNode[]) =>
    flow.map((node) => {
      if (node.type === 'jarvis-command') return { ...node, success: 'sound' };
      // The next sentence isn't said to who listens on.
      if (node.type === 'jarvis-satellite-out') return { ...node, listenOn: '0' };
      if (node.type !== 'jarvis-satellites') return node;
      const areas = JSON.stringify({ kitchen: 'Kitchen', shelf: 'Kitchen' });
      return { ...node, areas, addresses: JSON.stringify({ shelf: `esphome://127.0.0.1:${board.port}` }) };
    });
  const runtime = await startRuntime({
    change,
    env: { JARVIS_WAKE: 'micro', JARVIS_STT: 'wyoming', JARVIS_STT_URL: stt.url },
  });
  await runtime.warm();
  const page = await openPage(runtime.url, SITE, 'Kitchen');
  const hermes = await openSatellite(runtime.mqttPort);
  await until(board.isConnected, 'the board to be connected');

  const signs: Record<Room, () => string[]> = {
    board: () => signsOfBoard(board),
    hermes: () => signsOfHermes(hermes),
    page: () => signsOfPage(page),
  };
  const streams: Record<Room, (samples: Buffer) => unknown> = {
    board: board.hears,
    hermes: (samples) => hermes.say('hermes/audioServer/kitchen/audioFrame', wavOf({ samples, rate: 16_000 })),
    page: page.raw,
  };
  /** Those that stream have heard the word but for its end, when the others hear it. */
  const hears = async (how: Hearing) => {
    const heard = ROOMS.map((room) => {
      const { softer, noise, delay } = how[room];
      const sound = mixed(SENTENCE, 10 ** (-softer / 20), 10 ** (noise / 20), ROOMS.indexOf(room) + 1);
      return { room, delay, before: sound.subarray(0, WORD - REST), rest: sound.subarray(WORD - REST) };
    });
    for (const { room, before } of heard) {
      if (room !== 'board') for (const piece of pieces(before)) await streams[room](piece);
    }
    await Promise.all(
      heard.map(async ({ room, delay, rest }) => {
        await sleep(delay);
        const pieced = [...pieces(rest)];
        if (room === 'board') {
          for (const _ of pieced.splice(0, NOTICED)) await sleep(80);
          await board.wakes('Hey Jarvis');
        }
        for (const piece of pieced) {
          await streams[room](piece);
          // The end of the sentence comes at once, when it is decided who hears it.
          if (!isDecided) await sleep(80);
        }
      }),
    );
  };
  const called = async () =>
    (await runtime.turns()).filter(({ spans }) =>
      spans.some(({ stage, by }) => stage === 'wake' && by !== 'follow-up'),
    );
  let isDecided = false;
  let turns = 0;
  return {
    runtime,
    async says(nearest, how) {
      const before = Object.fromEntries(ROOMS.map((room) => [room, signs[room]().length]));
      const since = (room: Room) => signs[room]().slice(before[room]);
      const sounds = hermes.sounds('kitchen');
      isDecided = false;
      const heard = hears(how);
      await until(async () => (await called()).length > turns, 'the turn');
      isDecided = true;
      const hasAnswered = () => ROOMS.some((room) => since(room).includes('sound'));
      await until(
        hasAnswered,
        () => `an answer; there was ${JSON.stringify(Object.fromEntries(ROOMS.map((room) => [room, since(room)])))}`,
      );
      await heard;
      if (hermes.sounds('kitchen') > sounds) {
        await hermes.played('kitchen', (await hermes.hearsSound('kitchen', sounds + 1)).id);
      }
      // It listens on after the reply, or its device is told that this was all.
      await until(
        () => since(nearest).includes('over') || !since(nearest).includes('sound'),
        () => `the end of the turn: ${since(nearest)}`,
      );
      await until(
        () => since('board').includes('over'),
        () => `the end of the board's run: ${since('board')}`,
      );
      const spoken = (await called()).length;
      const wrong = ROOMS.flatMap((room) => {
        const found = since(room).filter((sign) => sign !== 'over' && sign !== 'lost');
        const isRight = room === nearest ? found.filter((sign) => sign === 'sound').length === 1 : found.length === 0;
        return isRight ? [] : `${room}: ${found.join() || 'nothing'}`;
      });
      if (nearest !== 'board' && !since('board').includes('lost')) wrong.push('the board was not told');
      if (spoken !== turns + 1) wrong.push(`${spoken - turns} turns`);
      turns = spoken;
      await runtime.jump(MIN_ROUND_MS);
      return wrong;
    },
    async close() {
      await page.close();
      await hermes.close();
      await runtime.stop();
      await Promise.all([board.close(), stt.close()]);
    },
  };
}

/** What a person meets at the board: it is told that it is heard, it plays; "lost" shows and plays nothing. */
function signsOfBoard({ told, sound }: ScriptedBoard): string[] {
  return told.flatMap(({ event, code }) => {
    if (event === VOICE.error) return code === 'duplicate_wake_up_detected' ? 'lost' : `error ${code}`;
    if (event === VOICE.runEnd) return 'over';
    if (event === VOICE.sttEnd) return 'thinking';
    return event === VOICE.streamEnd && sound() > 0 ? 'sound' : [];
  });
}

/** What a satellite of Hermes' shows: its states and sessions, and what it plays. */
function signsOfHermes({ heard }: Satellite): string[] {
  return heard.flatMap(({ topic, payload }) => {
    if (topic.startsWith('hermes/audioServer/kitchen/playBytes/')) return 'sound';
    if (topic === 'hermes/dialogueManager/sessionEnded') return `${payload}`.includes('"kitchen"') ? 'over' : [];
    if (topic === 'jarvis/kitchen/state') return `${payload}` === 'idle' ? 'over' : `${payload}`;
    return [];
  });
}

function signsOfPage({ messages }: Page): string[] {
  return messages.flatMap(({ type, stage }) => {
    if (type === 'play-end') return 'sound';
    if (type !== 'stage') return [];
    return stage === 'idle' ? 'over' : String(stage);
  });
}

/** A voice with a gain in noise of a loudness, both as parts of full scale. */
function mixed(voice: Buffer, gain: number, noise: number, seed: number): Buffer {
  const samples = Buffer.alloc(voice.length);
  let state = seed;
  for (let at = 0; at < voice.length; at += 2) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    // Evenly distributed noise has a third of its peak's power.
    const room = (state / 2 ** 31 - 1) * noise * Math.sqrt(3) * 32_768;
    const sample = Math.round(voice.readInt16LE(at) * gain + room);
    samples.writeInt16LE(Math.max(-32_768, Math.min(32_767, sample)), at);
  }
  return samples;
}

function* pieces(samples: Buffer): Generator<Buffer> {
  for (let at = 0; at < samples.length; at += CHUNK_BYTES) yield samples.subarray(at, at + CHUNK_BYTES);
}

/** Each room in turn is the nearest, at levels, noises and delays that differ from time to time, the same in every run. */
export function hearings(count: number): { nearest: Room; how: Hearing }[] {
  let state = 14;
  const between = (from: number, to: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return from + (state / 2 ** 32) * (to - from);
  };
  return Array.from({ length: count }, (_, index) => {
    const nearest = must(ROOMS[index % ROOMS.length]);
    const near = between(0, 8);
    const one = (room: Room) => ({
      softer: room === nearest ? near : near + between(6, 18),
      noise: between(-70, -52),
      delay: between(0, 120),
    });
    return { nearest, how: { board: one('board'), hermes: one('hermes'), page: one('page') } };
  });
}
