import type { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { turns } from '../../lib/conversation/turns.js';
import { wordFor } from '../../lib/home/confirmation.js';
import type { GuardedHome } from '../../lib/home/guard.js';
import type { Home } from '../../lib/home/types.js';
import type { Message, Tool } from '../../lib/llm/types.js';
import { conversation } from '../../lib/memory/conversation.js';
import type { SatelliteHub } from '../../lib/satellites/hub.js';
import type { HubEvents } from '../../lib/satellites/types.js';
import { clock } from '../../lib/turn/clock.js';
import { type Heard, newTurn, type Turn } from '../../lib/turn/turn.js';
import type { HomeNode } from '../../nodes/jarvis-home/jarvis-home.js';
import type { MemoryNode } from '../../nodes/jarvis-memory/jarvis-memory.js';
import type { SatellitesNode } from '../../nodes/jarvis-satellites/jarvis-satellites.js';
import { packageRoot } from '../../test/package-root.js';
import { soundOf } from './loudspeaker.js';
import type { FlowNode, Red, RunningNode } from './red.js';

// Where a story meets the product: what has no device here, the ways in, and what is read out. All of it is in this file.

/** How long a room that was woken waits for the first word, in milliseconds: the listen node's own time. */
const LISTENS_MS = 5_000;

/** What stands in for devices, servers and models of sound. */
export interface StandIns {
  home(): Home;
  /** The tools of the product, and those that a story has. */
  tools(own: Tool[]): Tool[];
}

/** Puts the stand-ins in, for every flow that is deployed from now on. */
export function standIn({ home, tools }: StandIns): void {
  replace('../../lib/home/open.js', 'openHome', () => home);
  replace(
    '../../lib/tools/registry.js',
    'toolsFor',
    (original) => (sources: unknown) => tools(original(sources) as Tool[]),
  );
  const deaf = () => ({
    warm: async () => {},
    close: async () => {},
    open: () => ({ write() {}, reset() {}, close() {} }),
  });
  replace('../../lib/listening/voice-activity.js', 'openVoiceActivity', () => deaf);
  const voice = {
    name: 'story',
    warm: async () => {},
    speak: async (text: string) => soundOf(text),
    close: async () => {},
  };
  replace('../../nodes/jarvis-voice/engines.js', 'enginesOf', (original) => (...of: unknown[]) => ({
    ...(original(...of) as object),
    openWake: () => undefined,
    openStt: () => ({ ...deaf(), name: 'story', takesPrompt: false }),
    openTts: () => voice,
  }));
}

type Function = (...args: unknown[]) => unknown;

/** Another function in the place of a module's, for those who call it by the module. */
function replace(file: string, name: string, by: (original: Function) => unknown): void {
  const exported = require(file) as Record<string, unknown>;
  exported[name] = by(exported[name] as Function);
}

/** The flow as it ships, without a broker, with a model server. */
export function shippedFlow({ modelUrl, wake }: { modelUrl: string; wake: string | undefined }): FlowNode[] {
  const flow = JSON.parse(readFileSync(path.join(packageRoot(), 'flows/home.json'), 'utf8')) as FlowNode[];
  const changes: Record<string, object> = {
    'jarvis-satellites': { broker: 'external', url: '', areas: '' },
    'jarvis-model': { url: modelUrl },
    'jarvis-voice': wake === undefined ? {} : { wakeWords: wake },
  };
  return flow.map((node) => ({ ...node, ...changes[node.type] }));
}

/** The deployed flow, as a story sees it. */
export interface Doors {
  hub: SatelliteHub;
  home: GuardedHome;
  /** A satellite does something. */
  emit<K extends keyof HubEvents>(event: K, ...args: HubEvents[K]): void;
  /** The wake word model hears its word. */
  wake(site: string, score: number): void;
  /** Words leave the listen node. */
  hear(site: string, heard: Heard): Turn;
  /** A tap on the yes or no that a screen in the room shows. */
  tap(site: string, yes: boolean): void;
  /** The turn in which a room listens, since when, and how long it waits for the first word. */
  listening(site: string): { turn: string; since: number; until: number } | undefined;
  /** A room that listens has heard nobody. */
  silence(turn: string): void;
  /** The last prompt's dialogue, as the next would have it. */
  dialogue(site: string): Promise<Message[]>;
  memory: MemoryNode;
}

/** Turns that the wake node has begun, as it gave them out. */
export type Woken = Map<string, Turn>;

export function openDoors(red: Red, flow: readonly FlowNode[], rooms: Rooms, woken: Woken): Doors {
  const idOf = (type: string) => flow.find((node) => node.type === type)?.id ?? type;
  const { hub } = red.node<SatellitesNode>(idOf('jarvis-satellites'));
  const { home } = red.node<HomeNode>(idOf('jarvis-home'));
  const memory = red.node<MemoryNode>(idOf('jarvis-memory'));
  const wakeNode = red.node(idOf('jarvis-wake'));
  const listenNode = red.node(idOf('jarvis-listen'));
  // It is an EventEmitter, and gives itself back.
  const events = hub.on('problem', () => {}) as EventEmitter;
  for (const [site, { area }] of Object.entries(rooms)) hub.setArea(site, area);
  const known = hub.site;
  hub.site = (id) => {
    const found = known(id);
    const [language] = rooms[id]?.languages ?? [];
    return found && language !== undefined ? { ...found, language } : found;
  };
  const emit: Doors['emit'] = (event, ...args) => void events.emit(event, ...args);
  const asked = new Set<string>();
  home.confirmations.onChange((asker, id) => (id === undefined ? asked.delete(asker) : asked.add(asker)));
  const listening = (site: string) => {
    const current = turns.current(site);
    const turn = current?.stage === 'listening' ? woken.get(current.id) : undefined;
    const since = turn?.wake?.at ?? turn?.at ?? 0;
    const awaited = turn?.wake?.by === 'follow-up' ? turns.conversation(site).awaited() : undefined;
    return turn && { turn: turn.id, since, until: awaited?.until ?? since + LISTENS_MS };
  };
  return {
    hub,
    home,
    memory,
    listening,
    emit,
    wake: (site, score) => {
      const wake = { word: wakeWordOf(flow), by: 'audio', score, at: clock.now() };
      wakeNode.receive({ topic: site, payload: Buffer.alloc(0), wake, satellite: hub.site(site) });
    },
    hear(site, heard) {
      const open = listening(site);
      const begun = open && woken.get(open.turn);
      const { area, language = heard.language ?? 'en' } = hub.site(site) ?? {};
      const turn =
        begun ?? newTurn({ site, ...(area !== undefined && { area }), source: 'voice', door: 'voice', language });
      // As the listen node passes on what its engines have made of the sound.
      if (begun) turns.stage(turn.id, 'thinking');
      turns.show(turn, 'heard', heard.text);
      const told = { ...turn, heard, language: heard.language ?? turn.language };
      listenNode.send([{ topic: site, payload: heard.text, turn: told }, null]);
      return turn;
    },
    // As a page does where a question was put in words.
    tap(site, yes) {
      const language = hub.site(site)?.language;
      if (!asked.has(site)) return;
      emit('text', { site, text: wordFor(yes, language), by: 'typed', door: 'page', language });
    },
    silence: (turn) => turns.end(turn),
    dialogue: (site) => conversation(memory, site, clock.now()),
  };
}

export type Rooms = Record<string, { area?: string | undefined; languages?: string[] | undefined }>;

function wakeWordOf(flow: readonly FlowNode[]): string {
  const voice = flow.find(({ type }) => type === 'jarvis-voice');
  return String(voice?.['wakeWords'] || 'hey_jarvis').split(',')[0] ?? 'hey_jarvis';
}

/** Whether a node is the one that begins turns when a room is woken. */
export const isWakeNode = ({ type }: RunningNode) => type === 'jarvis-wake';
