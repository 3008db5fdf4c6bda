import { EventEmitter, setMaxListeners } from 'node:events';
import { LRUCache } from 'lru-cache';
import { fold } from '../language/fold.js';
import { clock, type Timer } from '../turn/clock.js';
import { contained } from '../turn/contained.js';
import { type Erasure, holdsWords, meansTrace } from '../turn/erasing.js';
import { reasonOf } from '../turn/errors.js';
import { KeptTraces } from '../turn/kept-traces.js';
import { Trace } from '../turn/trace.js';
import type { ShownTrace, TraceDetails, TraceRecord } from '../turn/trace-types.js';
import type { Turn, Wake } from '../turn/turn.js';
import { abortError } from '../turn/wait.js';
import { wakePhrase } from '../turn/wake-phrase.js';
import { Conversation } from './conversation.js';
import { type Finished, openExchanges } from './exchanges.js';
import type { Together } from './together.js';

/** What the person sees of a site: idle, or the stage its turn is in. */
export type Stage = 'idle' | 'listening' | 'thinking' | 'speaking';

/** Who has the words of a reply shown. */
export type Teller = 'stage' | 'flow';

/** The part of a turn that can't be cloned: its abort signal, its trace, its stage. */
export class LiveTurn {
  readonly #abort = new AbortController();
  readonly trace: Trace;
  stage: Stage = 'idle';
  /** When its trace last changed, see `LiveTurns.changes`. */
  revision = 0;
  /** It cut off another turn of its site. */
  interrupts = false;
  /** How many sentences of its reply were played to their end. */
  played = 0;
  /** Who shows what is said in it: a stage of ours by itself; else who speaks, for a flow. */
  teller: Teller | undefined;
  /** It says the same as others in other rooms. */
  together: Together | undefined;

  constructor(
    readonly id: string,
    readonly site: string,
    readonly source: Turn['source'],
    area?: string,
    onTrace = (_: LiveTurn) => {},
    readonly wake?: Wake,
  ) {
    this.trace = new Trace(id, site, source, area, () => onTrace(this));
    // Each sentence that waits to be spoken listens to it.
    setMaxListeners(0, this.signal);
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Nobody has said anything after a reply of ours: such a turn is shown and kept nowhere. */
  get isSilent(): boolean {
    return this.wake?.by === 'follow-up' && !this.trace.has('heard');
  }

  /** Cancels everything that runs for this turn. `why` is shown in the trace, e.g. "barge-in". */
  abort(why: string): void {
    if (this.signal.aborted) return;
    this.trace.mark('aborted', { why });
    this.#abort.abort(abortError(AbortSignal.abort(why)));
  }
}

/** Words of a turn for screens: what was heard, what is answered sentence by sentence, what went wrong. */
export interface Words {
  site: string;
  turn: string;
  kind: 'heard' | 'reply' | 'error';
  text: string;
  /** True on the last words of a reply. */
  last: boolean;
}

export interface LiveEvents {
  begin: [LiveTurn, Pick<Turn, 'apology'>];
  stage: [LiveTurn];
  words: [Words];
  end: [LiveTurn];
  /** What was asked and answered in a turn is over; told before the turn's end. */
  exchange: [Finished];
  /** What somebody has said until a pause that may be the end of it, in `turn.heard`. The signal fires where that goes on. */
  likely: [LiveTurn, Turn, AbortSignal];
  /** No more sound will come: what was said until now is the whole utterance. */
  enough: [LiveTurn];
  /** A site heard the wake word, but another one heard it better and answers. */
  lost: [site: string, winner: string];
  /** Somebody at this site said stop: the conversation is over. `answering` is the turn that still answers it. */
  stop: [site: string, answering?: string];
  /** A site heard the wake word in our own voice, and no turn begins. */
  ownVoice: [site: string];
  /** `changes` has something new. */
  trace: [];
}

/** Traces that changed after a revision. */
interface Changed {
  /** Where the next look begins. */
  revision: number;
  /** Something was forgotten: these are all there are. */
  whole: boolean;
  /** Newest first. */
  traces: ShownTrace[];
}

const MAX_LIVE = 500;
const MAX_LIVE_MS = 5 * 60_000;
const MAX_ENDED = 1000;
const MAX_FINISHED = 200;

/**
 * The registry of conversations, by site, and of the live turns in them, by id. A site has one turn at a time: a newer one aborts the older (barge-in);
 * announcements stand beside it until somebody speaks while they are heard. Bounded: the oldest turn goes when there
 * are 500, any turn after five minutes.
 */
export class LiveTurns extends EventEmitter<LiveEvents> {
  readonly #byId = new Map<string, { live: LiveTurn; timer: Timer }>();
  readonly #finished = new KeptTraces();
  /** By site; as many as there may be turns. */
  readonly #conversations = new LRUCache<string, Conversation>({ max: MAX_LIVE });
  /** Exchanges that are over, by the id of their turn. */
  readonly #exchanged = new LRUCache<string, Finished>({ max: MAX_FINISHED });
  #mouths = 0;
  /** What is asked and answered at the moment. */
  readonly exchanges = openExchanges({
    sentencesHeard: (live) => (this.#mouths === 0 ? undefined : live.played),
    onFinished: (finished) => {
      this.#exchanged.set(finished.turn, finished);
      this.emit('exchange', finished);
    },
  });
  /** Counts everything that changes a trace. */
  #revision = 0;
  /** The last time that something was forgotten. */
  #forgotten = 0;
  /** Turns that are over, by id: whether their words may be kept, and whether they were cut off. */
  readonly #ended = new LRUCache<string, { keepsWords: boolean; isCut: boolean }>({ max: MAX_ENDED });

  /** As any emitter, except that a listener that throws harms nobody: some of this happens in timers. */
  override emit<K extends keyof LiveEvents>(event: K, ...args: LiveEvents[K]): boolean {
    const listeners: unknown[] = this.rawListeners(event);
    const tell = (thrown: unknown) =>
      process.emitWarning(`A listener of the turns failed: ${reasonOf(thrown)}`, 'JarvisWarning');
    for (const listener of listeners) {
      if (typeof listener === 'function') contained(() => Reflect.apply(listener, this, args), tell)();
    }
    return listeners.length > 0;
  }

  /**
   * Registers a turn and returns its live half; the same id returns the same one. A turn that is over stays over: what
   * still comes of it gets a cancelled half, so that it can't end the turn that took its place.
   * @param words What came with it: where a typed turn begins here, nobody has shown what was typed yet.
   */
  begin(turn: Pick<Turn, 'id' | 'site' | 'source' | 'area' | 'apology' | 'wake'>, words?: string): LiveTurn {
    const known = this.#byId.get(turn.id);
    if (known) return known.live;
    const live = new LiveTurn(turn.id, turn.site, turn.source, turn.area, this.#touched, turn.wake);
    if (this.#ended.has(turn.id)) {
      live.abort('the turn is over');
      return live;
    }
    const conversation = this.conversation(turn.site);
    if (turn.source === 'announcement') conversation.announcements.add(live);
    else {
      if (conversation.current) {
        live.interrupts = true;
        this.end(conversation.current.id, 'a newer turn');
      }
      // Nobody who speaks to us is talked over; listening on after a reply is not speaking.
      if (turn.source === 'voice' && turn.wake?.by !== 'follow-up')
        this.#endAnnouncements(turn.site, 'somebody speaks', true);
      conversation.current = live;
    }
    const oldest = this.#byId.size >= MAX_LIVE ? this.#oldest() : undefined;
    if (oldest !== undefined) this.end(oldest, 'too many turns');
    const timer = clock.limit(MAX_LIVE_MS, () => this.end(turn.id, 'took longer than five minutes'));
    timer.unref();
    this.#byId.set(turn.id, { live, timer });
    this.emit('begin', live, turn);
    if (words !== undefined && turn.source === 'text') this.show(turn, 'heard', words);
    return live;
  }

  /** The turn that is missed least: nobody asked for an announcement. */
  #oldest(): string | undefined {
    for (const [id, { live }] of this.#byId) if (live.source === 'announcement') return id;
    return this.#byId.keys().next().value;
  }

  /** What runs at a site, and what was heard and said there lately; the one that was quiet for longest is forgotten when there are 500. */
  conversation(site: string): Conversation {
    const conversation = this.#conversations.get(site) ?? new Conversation();
    this.#conversations.set(site, conversation);
    return conversation;
  }

  /** Whether somebody outside waited for the words of a turn, and has them: no stage is asked for them then. */
  takes(turn: Turn, words: string): boolean {
    return this.#conversations.peek(turn.site)?.taker?.(turn, words) ?? false;
  }

  /**
   * A node that plays replies is there: from now on only what it reports as played counts as said. Call the result when
   * it is gone.
   */
  addMouth(): () => void {
    this.#mouths++;
    let open = true;
    return () => {
      if (open) this.#mouths--;
      open = false;
    };
  }

  /** A sentence of the turn's reply was played to its end. @param index Its place in the reply, from 0 (`msg.parts.index`). */
  played(live: LiveTurn, index: number): void {
    live.played = Math.max(live.played, index + 1);
  }

  /** Whether a turn's reply is heard rather than read, and isn't over yet. */
  isHeard(id: string): boolean {
    const live = this.get(id);
    return live !== undefined && live.source !== 'text' && this.#mouths > 0;
  }

  /** The words that a person asked with in a turn, as the judge has it, else as it was heard; empty where nobody asked. */
  asked({ id, judgement, heard }: Turn): string {
    const isJudged = judgement !== undefined || heard !== undefined;
    return judgement?.query || heard?.text || (isJudged ? '' : this.#heardIn(id));
  }

  #heardIn(id: string): string {
    return this.traces().find((trace) => trace.id === id)?.texts.heard ?? '';
  }

  /** A turn is settled where what was heard in it is certain: its exchange is over, or the turn is. */
  isSettled(id: string): boolean {
    return this.#exchanged.has(id) || this.#ended.has(id);
  }

  /**
   * What was heard of a reply that was cut off; undefined where all of it was, or nobody knows. Of a turn that was cut off
   * before anything of it was to be said, nothing was.
   */
  cut(id: string): string | undefined {
    const finished = this.#exchanged.peek(id);
    return finished ? finished.cut : this.#ended.peek(id)?.isCut ? '' : undefined;
  }

  /** How many announcements of a site run or wait. */
  announcements(site: string): number {
    return this.#conversations.peek(site)?.announcements.size ?? 0;
  }

  /** Whether a reply or an announcement is heard at a site. */
  isSpeaking(site: string): boolean {
    const { current, announcements = [] } = this.#conversations.peek(site) ?? {};
    return current?.stage === 'speaking' || [...announcements].some(({ stage }) => stage === 'speaking');
  }

  /**
   * Whether we say the last word of a wake phrase somewhere in the house now: microphones hear it in the next room, too.
   * @param phrase as a wake word model is called: "hey_jarvis"
   */
  isSaying(phrase: string): boolean {
    const word = fold(wakePhrase(phrase)).split(' ').at(-1) ?? '';
    return word !== '' && [...this.#conversations.values()].some((one) => one.isSaying(word));
  }

  /** The live turn with this id, if it still runs. */
  get(id: string | undefined): LiveTurn | undefined {
    return id === undefined ? undefined : this.#byId.get(id)?.live;
  }

  /** The turn a site is in, if any. */
  current(site: string): LiveTurn | undefined {
    return this.#conversations.peek(site)?.current;
  }

  /** Whether a turn has its site for itself: nothing else runs there, nor did when it began. */
  isAlone({ id, site }: Pick<Turn, 'id' | 'site'>): boolean {
    const current = this.current(site);
    return (!current || (current.id === id && !current.interrupts)) && this.announcements(site) === 0;
  }

  /** Says which stage a turn is in; satellites and the page show it. */
  stage(id: string | undefined, stage: Stage): void {
    const live = this.get(id);
    if (!live || live.stage === stage) return;
    live.stage = stage;
    this.#touched(live);
    this.emit('stage', live);
  }

  /** Shows words of a turn on screens; the trace keeps them without secrets. */
  show(
    turn: Pick<Turn, 'id' | 'site'>,
    kind: Words['kind'],
    text: string,
    last = true,
    teller: Teller = 'stage',
  ): void {
    const live = this.get(turn.id);
    live?.trace.tell(kind, text);
    if (live && kind !== 'heard') live.teller = teller;
    if (kind === 'reply' && this.#mouths === 0 && this.keepsWords(turn.id)) {
      // Nobody says when it is heard: now.
      const conversation = this.conversation(turn.site);
      const now = clock.now();
      conversation.say(turn.id, now, text);
      for (const at of ['from', 'to'] as const) conversation.plays(turn.id, now, at);
    }
    this.emit('words', { site: turn.site, turn: turn.id, kind, text, last });
  }

  /** Another site heard the wake word better and answers: this one is silent, and listens no more after a reply of its own. */
  lose(site: string, winner: string): void {
    const { current } = this.conversation(site);
    if (current?.wake?.by === 'follow-up' && current.stage === 'listening') this.end(current.id, `heard by ${winner}`);
    this.conversation(site).loses();
    this.emit('lost', site, winner);
  }

  /** The satellite says that the utterance is over. */
  enough(id: string | undefined): void {
    const live = this.get(id);
    if (live?.stage === 'listening') this.emit('enough', live);
  }

  /**
   * Somebody said stop, typed it, pressed a button, or a tool did: ends what the site is doing, its announcements and its
   * conversation.
   * @param by The turn that says it: what began after it goes on. With `answers` it goes on itself, and tells them what is stopped.
   */
  stop(site: string, by?: { id: string; answers: boolean }): void {
    const { current } = this.conversation(site);
    const goesOn = by && (this.#ended.has(by.id) || (by.answers && current?.id === by.id));
    if (!goesOn) this.end(current?.id, 'stop');
    this.#endAnnouncements(site, 'stop', false);
    this.conversation(site).end();
    this.emit('stop', site, by?.answers ? by.id : undefined);
  }

  #endAnnouncements(site: string, why: string, onlySpoken: boolean): void {
    for (const { id, stage } of [...this.conversation(site).announcements]) {
      if (!onlySpoken || stage === 'speaking') this.end(id, why);
    }
  }

  /** No node runs any more: neither does a turn, and every conversation is over. */
  close(why: string): void {
    for (const id of [...this.#byId.keys()]) this.end(id, why);
    this.#conversations.clear();
  }

  /** Ends a turn and keeps its trace; with `why`, aborts it first. */
  end(id: string | undefined, why?: string): void {
    const entry = id === undefined ? undefined : this.#byId.get(id);
    if (!entry) return;
    const { live, timer } = entry;
    timer.cancel();
    this.#byId.delete(live.id);
    const conversation = this.#conversations.peek(live.site);
    conversation?.announcements.delete(live);
    if (conversation?.current === live) conversation.current = undefined;
    if (why !== undefined) live.abort(why);
    live.stage = 'idle';
    this.exchanges.end(live);
    this.#ended.set(live.id, { keepsWords: !live.trace.isWordless, isCut: live.signal.aborted });
    this.#touched(live);
    if (!live.isSilent) this.#finished.add(live.trace.record(), live.trace.details(), live.revision);
    this.emit('end', live);
  }

  /** Lets go of what was said in the turns that are meant: traces of those that are over go, running ones lose their words. */
  forget(meant: (trace: TraceRecord) => boolean): void {
    this.#finished.drop(meant);
    for (const { live } of this.#byId.values()) if (meant(live.trace.record())) live.trace.forgetWords();
    this.#forgot();
  }

  /** Lets go of what is erased. What a running turn has read of it nobody knows: none that runs now keeps words. */
  erase(erased: Erasure): void {
    this.#finished.drop((record) => meansTrace(erased, record));
    this.#finished.dropDetails();
    for (const { live } of this.#byId.values()) live.trace.forgetWords();
    for (const conversation of this.#conversations.values()) conversation.forget();
    this.#exchanged.clear();
    this.#forgot();
  }

  #forgot(): void {
    this.#forgotten = ++this.#revision;
    this.emit('trace');
  }

  readonly #touched = (live: LiveTurn) => {
    live.revision = ++this.#revision;
    // Nearly always nobody looks.
    if (this.listenerCount('trace') > 0) this.emit('trace');
  };

  /** Whether what was said in a turn may be kept, running or ended. */
  keepsWords(id: string): boolean {
    const live = this.get(id);
    return live ? !live.trace.isWordless : this.#ended.peek(id)?.keepsWords !== false;
  }

  /** Traces of running turns and of the last 200 that ended, newest first. */
  traces(): TraceRecord[] {
    const running = [...this.#byId.values()].flatMap(({ live }) => (live.isSilent ? [] : live.trace.record()));
    return [...this.#finished.records(), ...running].reverse();
  }

  /** Traces that changed after a revision of before; all of them since something was forgotten. Newest first. */
  changes(since: number): Changed {
    const whole = since < this.#forgotten || since > this.#revision;
    const from = whole ? -1 : since;
    const running = [...this.#byId.values()].flatMap(({ live }) =>
      live.revision > from && !live.isSilent
        ? { ...live.trace.record(), running: { ms: Math.round(live.trace.now()), stage: live.stage } }
        : [],
    );
    return { revision: this.#revision, whole, traces: [...this.#finished.records(from), ...running].reverse() };
  }

  /** What was decided and asked in a turn, while it is held. */
  details(id: string): TraceDetails | undefined {
    return this.#byId.get(id)?.live.trace.details() ?? this.#finished.details(id);
  }
}

/** The turns of this process: Node loads this module once, whatever number of nodes use it. */
export const turns = new LiveTurns();
turns.setMaxListeners(0);
holdsWords({ forget: (erased) => turns.erase(erased) });
