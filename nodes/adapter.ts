import { setMaxListeners } from 'node:events';
import type { Node, NodeAPI, NodeMessageInFlow, NodeStatus } from 'node-red';
import { turns } from '../lib/conversation/turns.js';
import { mayWake } from '../lib/satellites/form-settings.js';
import type { PlaceLanguages } from '../lib/satellites/room-languages.js';
import { isPresent } from '../lib/satellites/sites.js';
import { clock, type Timer } from '../lib/turn/clock.js';
import { contained } from '../lib/turn/contained.js';
import { isAbort, JarvisError, reasonOf, toJarvisError } from '../lib/turn/errors.js';
import { newTurn, type Turn, turnSchema } from '../lib/turn/turn.js';
import { languageOf } from './languages.js';
import { running } from './running.js';
import type { State, StatusText, Watched } from './status.js';

/** A message on our wires; see docs/messages.md. */
export interface Message extends NodeMessageInFlow {
  turn?: Turn;
  parts?: { id: string; index: number; count?: number };
  audio?: { rate: number; width: number; channels: number };
  error?: { code?: string; message: string };
  [property: string]: unknown;
}

export type Send = (message: object | (object | null)[]) => void;
type Done = (error?: Error) => void;

/** Why a turn ends whose nodes close. */
export const FLOW_STOPPED = 'the flow was stopped';
type Fill = NonNullable<NodeStatus['fill']>;

/**
 * Registers an async input handler. Node-RED doesn't look at the promise a handler returns, so a rejection would end the
 * process: here every message ends in exactly one `done`. A cancelled turn is not an error, and a failure that comes
 * again with the next message of its turn, or with the next piece of `sound`, is not told again.
 * @returns fires when the node closes: what the handler waits for must end then
 */
export function onInput(
  node: Node,
  handle: (msg: Message, send: Send) => Promise<void> | void,
  { sound = false } = {},
): AbortSignal {
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  const isNew = failuresOnce(sound);
  // Three named parameters: Node-RED reads the function's arity.
  node.on('input', (msg, send, done) => {
    void (async () => {
      try {
        await handle(msg as Message, send as Send);
      } catch (thrown) {
        // What waits for the next stage would wait in vain.
        if (closing.signal.aborted) turns.end(idOf(msg as Message), FLOW_STOPPED);
        if (isAbort(thrown) || closing.signal.aborted) {
          showStatus(node, 'grey', 'dot', 'idle');
          return (done as Done)();
        }
        const error = toJarvisError(thrown, 'failed', 'Something unexpected happened');
        showFailure(node, error);
        return isNew(msg as Message, error) ? (done as Done)(error) : (done as Done)();
      }
      (done as Done)();
    })();
  });
  node.on('close', () => {
    closing.abort();
    clearStatus(node);
  });
  return closing.signal;
}

const MAX_FAILURES = 100;
/** A stream of sound that failed is quiet for this long before the same failure is told again. */
const QUIET_MS = 5_000;

/**
 * Whether a failure has to be told: once for each turn, for sound without a turn once while it streams in, and not when
 * the apology for it fails in the same way.
 */
function failuresOnce(sound: boolean): (msg: Message, error: JarvisError) => boolean {
  const told = new Map<string, number>();
  let last = '';
  return (msg, error) => {
    if (msg.turn?.apology !== undefined && error.message === last) return false;
    last = error.message;
    const turn = typeof msg.turn?.id === 'string' ? msg.turn.id : undefined;
    if (turn === undefined && !sound) return true;
    const key = `${turn ?? ''}\n${error.message}`;
    const before = told.get(key);
    if (told.size >= MAX_FAILURES) told.clear();
    told.set(key, clock.steady());
    return before === undefined || (turn === undefined && clock.steady() - before > QUIET_MS);
  };
}

/** A listener of what isn't a node's own (Node-RED's events, its server): its faults are logged and end nothing. */
export function logging<Args extends unknown[]>(RED: NodeAPI, listener: (...args: Args) => unknown) {
  return contained(listener, (thrown) => RED.log.error(`[jarvis] ${reasonOf(thrown)}`));
}

/** Reports a failure that has no input message of its own (a stream that broke): to Catch nodes, or the log. */
export function reportFailure(node: Node, thrown: unknown, msg: object): void {
  if (isAbort(thrown)) return;
  const error = toJarvisError(thrown, 'failed', 'Something unexpected happened');
  showFailure(node, error);
  // Node-RED takes any value here and hands an Error's code and cause to Catch nodes; the types only know strings.
  node.error(error as unknown as string, msg as NodeMessageInFlow);
}

/** A closer that Node-RED waits for: runs `close`, with true where the node was removed for good, and never rejects. */
export function onClose(node: Node, close: (isRemoved: boolean) => Promise<void> | void): void {
  // Two named parameters: Node-RED reads the function's arity.
  node.on('close', (isRemoved: boolean, done: () => void) => {
    void (async () => {
      try {
        await close(isRemoved);
      } catch (thrown) {
        node.warn(`while closing: ${thrown instanceof Error ? thrown.message : thrown}`);
      }
      clearStatus(node);
      done();
    })();
  });
}

/** Hears events until the node closes. */
export function onEvents<Events extends object>(
  node: Node,
  emitter: Emits<Events>,
  listeners: { [Name in keyof Events]?: (...args: Extract<Events[Name], unknown[]>) => unknown },
): void {
  const each = Object.entries(listeners) as [keyof Events, never][];
  for (const [name, listener] of each) emitter.on(name, listener);
  node.on('close', () => {
    for (const [name, listener] of each) emitter.off(name, listener);
  });
}

interface Emits<Events> {
  on<Name extends keyof Events>(name: Name, listener: never): unknown;
  off<Name extends keyof Events>(name: Name, listener: never): unknown;
}

/** The config node behind an id. @throws JarvisError not-configured when none is chosen, or it was deleted or disabled. */
export function configOf<T>(RED: NodeAPI, id: string | undefined, what: string): T {
  const found = optionalConfig<T>(RED, id);
  if (!found) throw notConfigured(what);
  return found;
}

export function notConfigured(what: string): JarvisError {
  return new JarvisError(
    'not-configured',
    `No ${what} is chosen here, or it was deleted. Open this node and choose one.`,
  );
}

/** The config node behind an id, if there is one. Looked up for each use: after a deploy it may be another instance. */
export function optionalConfig<T>(RED: NodeAPI, id: string | undefined): T | undefined {
  return (id ? (RED.nodes.getNode(id) as T | null) : null) ?? undefined;
}

/** Turns that were made up for messages without one. */
const madeUp = new WeakMap<Message, string>();

function idOf(msg: Message): string | undefined {
  return madeUp.get(msg) ?? msg.turn?.id;
}

/**
 * The message's turn; made up from the topic and the language of its words when there is none, so that an inject node
 * works anywhere words do.
 */
export function turnOf(msg: Message): Turn {
  const parsed = turnSchema.safeParse(msg.turn);
  if (parsed.success) return parsed.data;
  if (msg.turn !== undefined) {
    throw new JarvisError(
      'bad-input',
      `msg.turn is not a turn (${parsed.error.issues[0]?.path.join('.')}: ${parsed.error.issues[0]?.message}). Leave it out, or pass it on as it came.`,
    );
  }
  const site = typeof msg.topic === 'string' && msg.topic ? msg.topic : 'flow';
  const turn = newTurn({ site, source: 'text', language: languageOf(msg.payload) });
  madeUp.set(msg, turn.id);
  return turn;
}

/** The message's words. @throws JarvisError bad-input that says which node to wire before this one. */
export function textOf(msg: Message, before: string): string {
  if (typeof msg.payload === 'string') return msg.payload;
  throw new JarvisError(
    'bad-input',
    `This node needs words in msg.payload, but got ${kindOf(msg.payload)}. Wire ${before} before it.`,
  );
}

/** The message's sound. @throws JarvisError bad-audio that says which node to wire before this one. */
export function soundOf(msg: Message, before: string): Buffer {
  if (Buffer.isBuffer(msg.payload)) return msg.payload;
  throw new JarvisError(
    'bad-audio',
    `This node needs sound (a Buffer) in msg.payload, but got ${kindOf(msg.payload)}. Wire ${before} before it.`,
  );
}

interface Place extends PlaceLanguages {
  area?: string | undefined;
  /** The only ones that wake it, and how sure a model must be of them. */
  wakeWord?: string | undefined;
  wakeWords?: string[] | undefined;
  sureness?: number | undefined;
}
const MAX_PLACES = 500;

/** Remembers what satellite in says of satellites with each piece of sound (`msg.satellite`). */
export function satelliteOf() {
  const places = new Map<string, Place>();
  const placeOf = (site: string): Place => places.get(site) ?? {};
  return {
    remember(site: string, msg: Message) {
      const place = msg['satellite'];
      if (typeof place !== 'object' || place === null || places.get(site) === place) return;
      if (places.size >= MAX_PLACES) places.clear();
      places.set(site, place);
    },
    placeOf,
    mayWake: (site: string, word: string, score: number) => mayWake(placeOf(site), word, score),
    /** Whether another satellite than this one may hear what it hears, although it sends no sound. */
    hasRivals: (site: string) =>
      [...running.satellites].some(({ hub }) => hub.sites().some((one) => one.id !== site && isPresent(one))),
  };
}

/** The voice that a satellite speaks with, where it has one of its own. */
export function voiceOf(site: string): string | undefined {
  return [...running.satellites].map(({ hub }) => hub.site(site)?.voice).find(Boolean);
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Buffer.isBuffer(value)) return 'a Buffer';
  return Array.isArray(value) ? 'an array' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

const closed = new WeakSet<Node>();
const shown = new WeakMap<Node, { key: string; next?: NodeStatus | undefined; timer?: Timer | undefined }>();
const STATUS_EVERY_MS = 250;

/** Shows a status under the node, at most four a second: every change goes to every open editor. */
export function showStatus(node: Node, fill: Fill, shape: 'dot' | 'ring', what: StatusText): void {
  // What was under way when the node closed may end later.
  if (closed.has(node)) return;
  const before = shown.get(node);
  const state = before ?? { key: '' };
  shown.set(node, state);
  const text = typeof what === 'string' ? `status.${what}` : what.own;
  const status: NodeStatus = { fill, shape, text: text.length > 32 ? `${text.slice(0, 31)}…` : text };
  const key = `${fill} ${shape} ${status.text}`;
  if (key === state.key) return;
  state.key = key;
  if (state.timer) {
    state.next = status;
    return;
  }
  node.status(status);
  // What a node shows from its start holds nothing up.
  if (!before) return;
  state.timer = clock.after(STATUS_EVERY_MS, () => {
    state.timer = undefined;
    if (state.next) node.status(state.next);
    state.next = undefined;
  });
  state.timer.unref();
}

/**
 * Shows the state of what a node works with, now and whenever it changes, until it closes; `undefined` when none is chosen.
 * @returns shows it again
 */
export function showState(node: Node, source: Watched | undefined): () => void {
  const show = ({ fill, shape, text }: State) => showStatus(node, fill, shape, text);
  const again = () => show(source?.now ?? { fill: 'red', shape: 'ring', text: 'not-configured' });
  again();
  const stop = source?.watch(show);
  node.on('close', () => stop?.());
  return again;
}

function showFailure(node: Node, error: JarvisError): void {
  showStatus(node, 'red', 'ring', error.code);
}

function clearStatus(node: Node): void {
  if (closed.has(node)) return;
  closed.add(node);
  shown.get(node)?.timer?.cancel();
  shown.delete(node);
  node.status({});
}
