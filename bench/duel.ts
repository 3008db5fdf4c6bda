import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { atHomeAssistant, followStates, stateOf } from '../test/peers-tests/home-assistant.js';
import { peer } from '../test/peers-tests/peers.js';
import { until } from '../test/until.js';
import { openAssist, openOurs, type Side } from './duel-sides.js';
import { type Spoken, saidWords, soundAt, spokenCommand } from './duel-sound.js';
import { type Row, rowOf } from './row.js';

/** Lights of the peers' Home Assistant, and how they are called. */
const LIGHTS = [
  { entity: 'light.kitchen_light', name: 'the kitchen light' },
  { entity: 'light.bedroom_lamp', name: 'the bedroom lamp' },
  { entity: 'light.bed_light', name: 'the bed light' },
  { entity: 'light.office_rgbw_lights', name: 'the lights in the office' },
  { entity: 'light.living_room_rgbww_lights', name: 'the lights in the living room' },
];
/** What has not happened so many seconds after a command began doesn't. */
const MISSED_S = 30;
/** The whole of it is given up then, in minutes. */
const LIMIT = 15;

interface Command extends Spoken {
  entity: string;
  state: 'on' | 'off';
}
/** From the end of the last word to the change of the light, and to the first sound of the reply: in ms. */
interface Times {
  light: number;
  sound: number;
}

/**
 * End of a spoken command → the light has changed in the real Home Assistant, and → its reply is audible: ours, and Home Assistant's
 * Assist with faster-whisper base and Piper by Wyoming. Each has a simulated ESPHome board of the same firmware, whose
 * microphone is played the same WAV; they take turns, and the other one goes first each time.
 */
export async function benchDuel(): Promise<Row[]> {
  for (const name of ['HA_URL', 'STT_URI', 'TTS_URI', 'SAY', 'PIPER_VOICE', 'JARVIS_PEERS_DIR']) peer(name);
  const folder = mkdtempSync(path.join(tmpdir(), 'jarvis-duel-'));
  const sides: Side[] = [];
  try {
    return await Promise.race([fought(sides, folder), givenUp()]);
  } finally {
    for (const side of sides) await side.close();
    rmSync(folder, { recursive: true });
  }
}

/** Rejects when it takes too long or somebody ends it: what was added to Home Assistant is taken out all the same. */
function givenUp(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`The duel was not over after ${LIMIT} minutes.`)), LIMIT * 60_000);
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => reject(new Error(`Ended by ${signal}.`)));
  });
}

async function fought(sides: Side[], folder: string): Promise<Row[]> {
  const commands = await spokenCommands(folder);
  sides.push(await openAssist());
  sides.push(await openOurs());
  const [first] = commands;
  // Models and voices are loaded by then.
  if (first) for (const side of sides) await turn(side, first);
  const times = { ours: [] as (Times | undefined)[], assist: [] as (Times | undefined)[] };
  for (const [index, command] of commands.entries()) {
    for (const side of index % 2 === 0 ? sides : sides.toReversed()) times[side.name].push(await turn(side, command));
  }
  return rowsOf(times, commands.length);
}

async function spokenCommands(folder: string): Promise<Command[]> {
  const wake = await saidWords('Hey Jarvis.', folder);
  const commands: Command[] = [];
  for (const state of ['on', 'off'] as const) {
    for (const { entity, name } of LIGHTS) {
      const spoken = await spokenCommand(wake, `Turn ${state} ${name}.`, folder, commands.length + 1);
      commands.push({ ...spoken, entity, state });
    }
  }
  return commands;
}

/** Has an assistant hear a command; undefined where the light didn't change or no reply was heard. */
async function turn({ board, name }: Side, { file, end, entity, state }: Command): Promise<Times | undefined> {
  const opposite = state === 'on' ? 'off' : 'on';
  await atHomeAssistant(`light/turn_${opposite}`, { entity_id: entity });
  await until(async () => (await stateOf(entity)) === opposite, `${entity} to be ${opposite}`);
  await until(() => isIdle(board.log()), `the board of ${name} to wait for its wake word`);
  let changed: number | undefined;
  const sound = await soundAt(board);
  const unfollow = await followStates((id, now) => {
    if (id === entity && now === state) changed ??= performance.now();
  });
  try {
    const played = board.play(file);
    const ended = (await until(() => sound.began(), 'the microphone')) + end;
    const heard = await until(() => changed && sound.audibleAfter(ended), 'light and reply', MISSED_S).catch(
      () => undefined,
    );
    await played;
    return changed && heard ? { light: changed - ended, sound: heard - ended } : undefined;
  } finally {
    sound.close();
    unfollow();
  }
}

/** Of a firmware's log: since it was started last it has had no turn, or waits for the wake word of the next. */
function isIdle(log: string): boolean {
  const states = log.slice(log.lastIndexOf('Running through setup()')).match(/Desired state set to \w+/g) ?? [];
  return states.at(-1)?.endsWith('IDLE') ?? true;
}

function rowsOf({ ours, assist }: Record<Side['name'], (Times | undefined)[]>, count: number): Row[] {
  const machine = `${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}`;
  const row = (side: Side['name'], what: keyof Times, all: (Times | undefined)[]) => {
    const known = all.flatMap((times) => times ?? []);
    const note = `${count - known.length} of ${count} commands missed; ${machine}`;
    return rowOf(
      `duel/${what}-${side}`,
      'ms',
      known.map((times) => times[what]),
      note,
    );
  };
  const ratios = ours.flatMap((own, index) => {
    const other = assist[index];
    return own && other ? other.light / own.light : [];
  });
  return [
    row('ours', 'light', ours),
    row('assist', 'light', assist),
    row('ours', 'sound', ours),
    row('assist', 'sound', assist),
    rowOf('duel/light-ratio', 'times', ratios, 'how much sooner ours is, command by command; goal 3'),
  ];
}
