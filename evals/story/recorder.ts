import { type LiveTurn, turns, type Words } from '../../lib/conversation/turns.js';
import { type Turn, turnSchema } from '../../lib/turn/turn.js';
import type { Doors, Woken } from './doors.js';
import type { Played } from './loudspeaker.js';
import type { Wired } from './red.js';
import type { CarriedOut, StoryTurn } from './schema.js';

/** What came of one thing heard, typed or announced, while the story goes on. */
interface Entry {
  at: number;
  site: string;
  language: string;
  turn?: string;
  told: Partial<Turn>;
  commands: CarriedOut[];
  asks: boolean;
  shown: string[];
  spoken: string[];
  cut: boolean;
  listensOn: boolean;
}

/** Writes down what happens in a story. */
export interface Recorder {
  /** Turns that a room was woken for, by id. */
  woken: Woken;
  begin(at: number): void;
  /** Listens to the turns and the house of a deployed flow. @returns ends it */
  attach(doors: Doors): () => void;
  /** Something is heard, typed or announced. */
  entry(at: number, site: string, language: string): { turn?: string };
  /** Somebody has tapped: what is done now belongs to the turn that asked. */
  tapped(site: string): void;
  message(msg: Wired, fromWake: boolean): void;
  command(done: CarriedOut): void;
  played(played: Played): void;
  lastSite(): string | undefined;
  turns(): StoryTurn[];
}

export function openRecorder(): Recorder {
  let entries: Entry[] = [];
  let current: Entry | undefined;
  const woken: Woken = new Map();
  /** Apologies are turns of their own: by their ids, what they belong to. */
  const apologies = new Map<string, Entry>();
  const of = (turn: string) => entries.find((entry) => entry.turn === turn) ?? apologies.get(turn);
  const lastOf = (site: string) => entries.findLast((entry) => entry.site === site);

  return {
    woken,
    begin() {
      entries = [];
      current = undefined;
      woken.clear();
      apologies.clear();
    },
    attach({ hub, home }) {
      const begun = ({ id, site, source }: LiveTurn, { apology }: Pick<Turn, 'apology'>) => {
        const last = apology === undefined ? undefined : lastOf(site);
        if (last) apologies.set(id, last);
        if (!current || current.turn !== undefined || current.site !== site || apology !== undefined) return;
        if (source !== 'voice') current.turn = id;
      };
      const words = ({ turn, kind, text }: Words) => {
        if (kind === 'heard' || text.trim() === '') return;
        of(turn)?.shown.push(text.trim());
      };
      const stopAsking = home.confirmations.onChange((asker, id) => {
        if (id !== undefined && current?.site === asker) current.asks = true;
      });
      hub.on('wake', (site, { by }) => {
        const last = by === 'follow-up' ? lastOf(site) : undefined;
        if (last) last.listensOn = true;
      });
      turns.on('begin', begun).on('words', words);
      return () => {
        stopAsking();
        turns.off('begin', begun).off('words', words);
      };
    },
    entry(at, site, language) {
      current = {
        at,
        site,
        language,
        told: {},
        commands: [],
        asks: false,
        shown: [],
        spoken: [],
        cut: false,
        listensOn: false,
      };
      entries.push(current);
      return current;
    },
    tapped(site) {
      current = entries.findLast((entry) => entry.site === site && entry.asks) ?? current;
    },
    message({ turn }, fromWake) {
      const parsed = turnSchema.safeParse(turn);
      if (!parsed.success) return;
      if (fromWake && parsed.data.wake) woken.set(parsed.data.id, parsed.data);
      const entry = of(parsed.data.id);
      if (entry) Object.assign(entry.told, parsed.data);
    },
    command: (done) => void current?.commands.push(done),
    played({ turn, text, cut }) {
      const entry = of(turn);
      if (!entry) return;
      if (text !== '') entry.spoken.push(text);
      entry.cut ||= cut;
    },
    lastSite: () => entries.at(-1)?.site,
    turns: () => entries.map(told),
  };
}

function told({ at, site, language, told, commands, asks, shown, spoken, cut, listensOn }: Entry): StoryTurn {
  const { judgement, reply, command } = told;
  const asked = command?.ok === true && command.action !== 'conversation' ? command : undefined;
  const first = commands[0] ?? (asked && { action: asked.action, targets: asked.targets });
  const text = reply?.text || shown.join(' ');
  return {
    at,
    site,
    directed: judgement?.directed ?? false,
    ...(judgement && { why: judgement.reasoning }),
    ...(judgement?.directed && { query: judgement.query }),
    language: told.language ?? language,
    commands,
    ...(first && { command: first }),
    asks,
    ...(reply?.calls && { calls: reply.calls }),
    ...(text !== '' && { reply: text }),
    ...(spoken.length > 0 && { spoken: spoken.join(' ') }),
    cut,
    listensOn,
  };
}
