import path from 'node:path';
import type { NodeAPI } from 'node-red';
import { wordOf } from '../../lib/listening/wake-models.js';
import type { AssistantState, DiscoveryOptions } from '../../lib/satellites/house-devices.js';
import type { SatelliteHub } from '../../lib/satellites/hub.js';
import type { SettingsOptions } from '../../lib/satellites/kept-settings.js';
import { clock } from '../../lib/turn/clock.js';
import { first, roomOf } from '../running.js';
import { dataFolder, setting } from '../settings.js';
import type { State, StatusText, Watched } from '../status.js';

/** How often the memory's entries are counted, in milliseconds. */
const COUNT_MS = 60_000;
/** What a state tells where nothing is wrong, or not yet. */
const FINE: readonly StatusText[] = ['loading', 'connecting', 'idle', 'ready', 'off', 'demo', 'wokenElsewhere'];

/** Nodes whose rooms were shown as devices: where that was switched off since, they are taken back. */
const shown = new Set<string>();

/** What the hub is to show as devices in Home Assistant; undefined where nothing is and nothing was. */
export function discoveryOf(of: {
  id: string;
  discovery: boolean | undefined;
  languages: readonly string[];
}): DiscoveryOptions | undefined {
  const isOn = setting('JARVIS_DISCOVERY', of.discovery ? 'on' : 'off').toLowerCase() === 'on';
  const isWithdrawn = !isOn && shown.delete(of.id);
  if (isOn) shown.add(of.id);
  if (!isOn && !isWithdrawn) return undefined;
  const areaName = (area: string) => roomOf(area) ?? area;
  return { languages: of.languages, areaName, isWithdrawn };
}

/** A node was deleted, and its devices with it: nothing of it is left to take back. */
export function discoveryEnded(id: string): void {
  shown.delete(id);
}

/** Where what people set of the rooms is kept, and what they may choose. */
export function settingsOf(RED: NodeAPI): SettingsOptions {
  return { file: path.join(dataFolder(RED), 'rooms.json'), wakeWords };
}

function wakeWords(): string[] {
  const voice = first('voice');
  return voice && voice.states.wake.now.text !== 'wokenElsewhere' ? voice.wakeWords.map(wordOf) : [];
}

/** Tells Home Assistant how the assistant does, now and when that changes. @returns ends it */
export function showAssistant({ devices }: Pick<SatelliteHub, 'devices'>): () => void {
  if (!devices) return () => {};
  const [model, memory, voice, home] = [first('model'), first('memory'), first('voice'), first('home')];
  const states = [model, memory, home, ...Object.values(voice?.states ?? {}).map((state) => ({ state }))].flatMap(
    (node): Watched[] => (node ? [node.state] : []),
  );
  let memories: number | null = null;
  const tell = () => {
    const state: AssistantState = {
      model: model && (model.state.now.text === 'loading' ? null : isFine(model.state.now)),
      memories: memory && memories,
      wrong: states.flatMap(({ now }) => (isFine(now) || typeof now.text !== 'string' ? [] : [now.text])),
    };
    devices.tell(state);
  };
  const count = () =>
    memory?.memory.entries.count().then(
      (counted) => {
        memories = counted;
        tell();
      },
      // Its own state says that it can't be read.
      () => {},
    );
  const timer = clock.every(COUNT_MS, count).unref();
  const stop = states.map((state) => state.watch(tell));
  tell();
  void count();
  return () => {
    timer.cancel();
    for (const unwatch of stop) unwatch();
  };
}

const isFine = ({ fill, text }: State) => fill === 'green' || FINE.includes(text);
