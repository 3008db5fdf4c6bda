import type net from 'node:net';
import { hostname } from 'node:os';
import { LANGUAGES } from '../../language/folders.js';
import { closeAll } from '../../turn/closing.js';
import { toJarvisError } from '../../turn/errors.js';
import { isLoopback } from '../addresses.js';
import type { HouseView } from '../browser.js';
import type { Announced } from '../mdns/announce.js';
import type { Problems } from '../problems.js';
import type { Rates } from '../rates.js';
import type { Emit, Site } from '../types.js';
import { type Assistant, openAssistant } from './assistant.js';
import { doorAddress, openDoor } from './doors.js';
import { ollamaAgent } from './ollama-agent.js';
import type { AssistVoice } from './voice.js';
import { wyomingAgent } from './wyoming-agent.js';

/** Where Home Assistant finds this flow as a conversation agent: see `doorAddress`; empty ones are closed. */
export interface AssistDoors {
  wyoming: string;
  ollama: string;
  /** Names by which the second may be reached, beside this machine's; see `refusalOf`. */
  names: () => string;
  /** What is there to hear and to speak for the first; nothing where it isn't given. */
  voice?: () => AssistVoice | undefined;
}

/** Home Assistant's conversations with this flow. */
export interface Assist {
  readonly ask: Assistant['ask'];
  /** The site of a conversation. */
  site(id: string): Site | undefined;
  setHouse(house: HouseView | undefined): void;
  /** What other machines reach of it. */
  readonly announced: readonly Announced[];
  close(): Promise<void>;
}

/** Opens the doors that have an address. Never throws: what can't be opened is told as a problem. */
export function openAssist(doors: AssistDoors, shared: { problems: Problems; rates: Rates; emit: Emit }): Assist {
  const { problems } = shared;
  const assistant = openAssistant(shared);
  const closers: (() => Promise<void>)[] = [];
  const open = (text: string, server: () => net.Server) => {
    try {
      const address = doorAddress(text);
      if (!address) return;
      closers.push(openDoor(server(), address, problems));
    } catch (thrown) {
      const error = toJarvisError(thrown, 'not-configured', 'Home Assistant finds no agent here');
      // Told a moment later, when there are listeners.
      setImmediate(() => problems.report('assist', text, error));
    }
  };
  const { voice = () => undefined } = doors;
  open(doors.wyoming, () => wyomingAgent({ assistant, languages: LANGUAGES, voice, problems, rates: shared.rates }));
  open(doors.ollama, () => ollamaAgent(assistant, doors.names));
  return {
    ask: assistant.ask,
    site: assistant.site,
    setHouse: assistant.setHouse,
    announced: isOpenToOthers(doors.wyoming) ? wyomingAnnounced(doors.wyoming) : [],
    close: () => closeAll(closers),
  };
}

/** Home Assistant finds one of each machine. */
function wyomingAnnounced(door: string): Announced[] {
  const address = doorAddress(door);
  const machine = hostname()
    .replace(/\..*|[^a-z\d-]/gi, '')
    .slice(0, 40);
  return address ? [{ type: '_wyoming._tcp', name: `jarvis-${machine}`, ...address, txt: {} }] : [];
}

/** Whether a door lets in other machines. */
export function isOpenToOthers(text: string): boolean {
  try {
    const address = doorAddress(text);
    return address !== undefined && !isLoopback(address.host);
  } catch {
    return false;
  }
}
