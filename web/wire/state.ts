import {
  type Ears,
  type Entity,
  type HomeStatus,
  KINDS,
  type Kind,
  type Level,
  type PageTimer,
  type Room,
  type ServerMessage,
  type Stage,
} from './messages.js';

/** Messages kept in the conversation; older ones scroll away for good. */
const MAX_LINES = 200;
/** Notices shown at a time. */
const MAX_NOTICES = 4;

/** One message of the conversation: what was heard, a reply, an error. */
export interface Line {
  key: number;
  kind: Kind;
  /** Id of the turn; empty for text typed here until the server says which turn it became. */
  turn: string;
  /** Sentence by sentence as they came. */
  sentences: string[];
  /** False while more sentences may come. */
  last: boolean;
  /** For text typed here: `sent` until the server answers, `unsure` when the connection broke before. */
  delivery?: 'sent' | 'unsure';
}

/** A message in the server's words. */
export interface Notice {
  key: number;
  level: Level;
  text: string;
}

/** What the server has told the page. */
export interface PageState {
  stage: Stage;
  rooms: Room[];
  house: { kind: 'demo' | 'home-assistant'; status: HomeStatus } | null;
  entities: readonly Entity[];
  lines: readonly Line[];
  notices: readonly Notice[];
  /** Id of the question that a yes or no answers. */
  question: string | null;
  /** What is missing to be heard; null when nothing is. */
  ears: Ears | null;
  timers: readonly PageTimer[];
  /** Milliseconds that the server's clock is ahead of this one. */
  ahead: number;
  nextKey: number;
}

export const EMPTY: PageState = {
  stage: 'idle',
  rooms: [],
  house: null,
  entities: [],
  lines: [],
  notices: [],
  question: null,
  ears: null,
  timers: [],
  ahead: 0,
  nextKey: 1,
};

/** The state after a message of the server. Entities that didn't change keep their identity. */
export function receive(state: PageState, message: ServerMessage): PageState {
  switch (message.type) {
    case 'welcome':
      // The house knows its rooms better once it's there. Timers follow where there are any.
      return { ...state, timers: [], rooms: message.areas.length > 0 || !state.house ? message.areas : state.rooms };
    case 'house': {
      const { kind, status, areas, entities } = message;
      return { ...state, house: { kind, status }, rooms: areas.length > 0 ? areas : state.rooms, entities };
    }
    case 'entities':
      return { ...state, entities: merge(state.entities, message.entities) };
    case 'stage':
      return { ...state, stage: message.stage };
    case 'show':
      return message.kind === 'heard' ? heard(state, message) : replied(state, message);
    case 'history':
      return past(state, message.turns);
    case 'question':
      return { ...state, question: message.id };
    case 'settled':
      return state.question === message.id ? { ...state, question: null } : state;
    case 'ears':
      return { ...state, ears: message.ears };
    case 'timers':
      return { ...state, timers: message.timers, ahead: message.now - Date.now() };
    case 'notice':
      return notify(state, message.level, message.text);
    default:
      return state;
  }
}

/** The state after the person has sent text. */
export function typed(state: PageState, text: string): PageState {
  return append(state, { kind: 'heard', turn: '', sentences: [text], last: true, delivery: 'sent' });
}

/** The state after the connection broke: text without an answer may be lost, and nothing goes on. */
export function disconnected(state: PageState): PageState {
  return {
    ...state,
    stage: 'idle',
    question: null,
    lines: state.lines.map((line) => {
      if (line.delivery === 'sent') return { ...line, delivery: 'unsure' as const };
      return line.last ? line : { ...line, last: true };
    }),
  };
}

/** The state without a message of the conversation that is about to be sent again. */
export function withoutLine(state: PageState, key: number): PageState {
  return { ...state, lines: state.lines.filter((line) => line.key !== key) };
}

/** The state once the question was answered here: a second tap on its buttons would be one too many. */
export function answered(state: PageState): PageState {
  return { ...state, question: null };
}

/** The words of a message. A sentence that begins with a line break is a line of its own. */
export function textOf({ sentences }: Pick<Line, 'sentences'>): string {
  return sentences.reduce((text, sentence) => `${text}${text && !sentence.startsWith('\n') ? ' ' : ''}${sentence}`, '');
}

/** The state without a notice. */
export function dismissed(state: PageState, key: number): PageState {
  return { ...state, notices: state.notices.filter((notice) => notice.key !== key) };
}

/** The state with a notice more; the same words are shown once. */
export function notify(state: PageState, level: Level, text: string): PageState {
  if (!text || state.notices.some((notice) => notice.text === text)) return state;
  const notices = [...state.notices, { key: state.nextKey, level, text }].slice(-MAX_NOTICES);
  return { ...state, notices, nextKey: state.nextKey + 1 };
}

type Show = Extract<ServerMessage, { type: 'show' }>;

function heard(state: PageState, { text, turn, last }: Show): PageState {
  // What was typed here comes back as heard: it is that line, not another one.
  const mine = state.stage !== 'listening' ? state.lines.find((line) => line.delivery === 'sent') : undefined;
  const same = mine ?? state.lines.find((line) => line.delivery === 'sent' && line.sentences[0] === text);
  const line = same ?? state.lines.find((known) => known.kind === 'heard' && turn !== '' && known.turn === turn);
  if (!line) return text ? append(state, { kind: 'heard', turn, sentences: [text], last }) : state;
  const { delivery: _, ...kept } = line;
  return replace(state, { ...kept, turn, sentences: text ? [text] : kept.sentences, last });
}

function replied(state: PageState, { kind, text, turn, last }: Show): PageState {
  const arrived = { ...state, lines: state.lines.map(confirmed) };
  const line = arrived.lines.find((known) => known.kind === kind && turn !== '' && known.turn === turn);
  const sentence = text.trim() && text.trimEnd();
  if (line)
    return replace(arrived, { ...line, sentences: sentence ? [...line.sentences, sentence] : line.sentences, last });
  return sentence ? append(arrived, { kind, turn, sentences: [sentence.trim()], last }) : arrived;
}

/** An answer of any kind shows that the text has arrived. */
function confirmed(line: Line): Line {
  if (line.delivery !== 'sent') return line;
  const { delivery: _, ...rest } = line;
  return rest;
}

/** What was said before the page was opened anew; a page that has stayed open has it already. */
function past(state: PageState, turns: Extract<ServerMessage, { type: 'history' }>['turns']): PageState {
  if (state.lines.length > 0) return state;
  const lines = turns.flatMap(({ turn, ...words }) =>
    KINDS.flatMap((kind) => (words[kind] ? [{ kind, turn, sentences: [words[kind]], last: true }] : [])),
  );
  return lines.reduce(append, state);
}

function append(state: PageState, line: Omit<Line, 'key'>): PageState {
  const lines = [...state.lines, { ...line, key: state.nextKey }].slice(-MAX_LINES);
  return { ...state, lines, nextKey: state.nextKey + 1 };
}

function replace(state: PageState, line: Line): PageState {
  return { ...state, lines: state.lines.map((known) => (known.key === line.key ? line : known)) };
}

function merge(known: readonly Entity[], changed: readonly Entity[]): Entity[] {
  const news = new Map(changed.map((entity) => [entity.id, entity]));
  const merged = known.map((entity) => {
    const latest = news.get(entity.id) ?? entity;
    news.delete(entity.id);
    return latest;
  });
  return [...merged, ...news.values()];
}
