import path from 'node:path';
import type { Node, NodeAPI, NodeDef } from 'node-red';
import { type LiveTurn, turns } from '../../lib/conversation/turns.js';
import { type GuardedHome, guarded } from '../../lib/home/guard.js';
import { openHome } from '../../lib/home/open.js';
import { openingPolicy } from '../../lib/home/opening.js';
import { type Phones, phonesOf } from '../../lib/home/phones.js';
import type { HomeStatus } from '../../lib/home/types.js';
import { openTimers, type Timers } from '../../lib/timers/timers.js';
import { closeAll } from '../../lib/turn/closing.js';
import type { Turn } from '../../lib/turn/turn.js';
import { onClose } from '../adapter.js';
import { running } from '../running.js';
import { dataFolder, setting } from '../settings.js';
import { type Watched, watched } from '../status.js';
import { stateOf } from './shown.js';

interface HomeDef extends NodeDef {
  kind?: 'auto' | 'home-assistant' | 'demo';
  url?: string;
  event?: string;
  askAlways?: string;
  askNever?: string;
  /** A yes may come through Assist, and from automations. */
  yesAssist?: boolean;
  yesAutomations?: boolean;
  /** Names of `notify` services of phones, comma separated. */
  phones?: string;
  /** Services that a model may call as they are, comma separated, with * for any letters. */
  services?: string;
}

export interface HomeNode extends Node<{ token?: string }> {
  /** The house; its connection opens with the first use and lives until the next deploy. */
  readonly home: GuardedHome;
  /** Phones that are asked too before the house is opened. */
  readonly phones: Phones | undefined;
  /** Timers, alarms, reminders and delayed commands, kept in a file of the data folder. */
  readonly timers: Timers;
  /** How its connection does. */
  readonly state: Watched;
  /** Type of the Home Assistant event that asks for an announcement. */
  readonly sayEvent: string;
  /** Address of Home Assistant as entered. */
  readonly url: string;
}

export default function jarvisHome(RED: NodeAPI): void {
  function HomeConfig(this: HomeNode, def: HomeDef): void {
    RED.nodes.createNode(this, def);
    let opened: GuardedHome | undefined;
    let phones: Phones | undefined;
    let told = '';
    const shown = watched({ fill: 'yellow', shape: 'ring', text: 'connecting' });
    const tell = ({ state, detail }: HomeStatus) => {
      shown.set(stateOf(state, opened?.kind === 'demo'));
      const lost = state === 'disconnected' || state === 'unauthorised';
      if (lost && detail !== told) this.warn(detail);
      // Between two tries it is connecting, which says nothing new.
      if (lost || state === 'connected') told = lost ? detail : '';
    };
    const timers = openTimers({
      file: path.join(dataFolder(RED), `timers-${this.id}.json`),
      timeZone: () => opened?.timeZone?.(),
      failed: ({ message }) => this.warn(message),
    });
    Object.defineProperties(this, {
      timers: { value: timers },
      state: { value: shown },
      url: { value: def.url ?? '' },
      sayEvent: { value: def.event || 'jarvis_say' },
      phones: { get: () => this.home && phones },
      home: {
        get: () => {
          if (!opened) {
            const house = openHome({
              kind: def.kind ?? 'auto',
              url: setting('JARVIS_HOME_URL', def.url),
              token: setting('JARVIS_HOME_TOKEN', this.credentials?.token),
            });
            const policy = openingPolicy({ always: listOf(def.askAlways), never: listOf(def.askNever) });
            const ticked = { assist: def.yesAssist, automation: def.yesAutomations };
            const named = (['assist', 'automation'] as const).filter((door) => ticked[door]);
            opened = guarded(house, policy, listOf(def.services), named);
            const services = listOf(def.phones).map((service) => service.replace(/^notify\./, ''));
            phones = phonesOf(house, services, (why) => this.warn(`A phone was not asked: ${why}`));
            opened.onStatus(tell);
            // What is wrong with its settings it knows already.
            tell(opened.status());
          }
          return opened;
        },
      },
    });
    // Whoever says stop has nothing to answer any more, and a yes to an announcement is for that.
    const stop = (site: string, answering?: string) => {
      // The command stage says that it is left.
      if (answering === undefined) opened?.confirmations.cancel(site);
    };
    const begun = ({ site, source }: LiveTurn, { apology }: Pick<Turn, 'apology'>) => {
      if (source === 'announcement' && apology === undefined) stop(site);
    };
    turns.on('stop', stop).on('begin', begun).on('stop', timers.hush);
    running.home.add(this);
    onClose(this, () => {
      running.home.delete(this);
      turns.off('stop', stop).off('begin', begun).off('stop', timers.hush);
      return closeAll([timers.close, () => opened?.close()]);
    });
  }
  RED.nodes.registerType('jarvis-home', HomeConfig as never, { credentials: { token: { type: 'password' } } });
}

/** Entries of a list as typed: one a line, or with commas between them. */
function listOf(typed = ''): string[] {
  return typed
    .split(/[,\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
