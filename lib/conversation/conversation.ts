import { fold } from '../language/fold.js';
import { clock } from '../turn/clock.js';
import type { Turn, Wake } from '../turn/turn.js';
import type { LiveTurn } from './turns.js';

/** A stretch of what was heard in a room. Times in milliseconds since the epoch, as everywhere here. */
export interface HeardPiece {
  text: string;
  from?: number | undefined;
  to: number;
  /** Id of its turn. */
  turn: string;
  /** It was meant for us: a wake word, a button or an awaited answer. */
  isCalled: boolean;
}

/** A sentence of ours: without `from` it waits to be played, without `to` it is playing. */
interface SaidSentence {
  turn: string;
  text: string;
  index: number;
  from?: number;
  to?: number;
}

/** What the room listens for without the wake word. */
export interface Awaited {
  what: 'answer' | 'follow-up';
  since: number;
  until: number;
}

/** What we said, as the judge sees it; without `to` it goes on. */
export interface Spoken {
  text: string;
  from?: number | undefined;
  to?: number | undefined;
}

/** So much of what was heard and said is held on to. */
const KEPT_MS = 120_000;
/** What ends this soon before a wake word may be one sentence with it. */
const BESIDE_MS = 1_000;
const MAX_PIECES = 50;
const MAX_LETTERS = 1_000;
/** Sentences that follow each other within this time are one reply. */
const SAME_REPLY_MS = 15_000;
/** Without a word for this long the next one begins a new conversation; the dialogue memory's span. */
const SILENT_MS = 5 * 60_000;
/** A satellite that woke by itself sends what it understood within this time. */
const WOKEN_MS = 30_000;
/** Sound that was played may still be on its way through loudspeaker, microphone and wake word model for so long. */
const ECHO_MS = 1_000;

/** What runs in one room, what was heard and said there lately, when, and what is waited for. In memory only; bounded. */
export class Conversation {
  current: LiveTurn | undefined;
  /** Those that are spoken or wait for it, beside the current turn. */
  readonly announcements = new Set<LiveTurn>();
  /**
   * Whether words certainly go on with what the house was told or asked here last: "and in the kitchen?"; undefined when
   * something else was spoken about since.
   */
  goesOn: ((words: string) => boolean | undefined) | undefined;
  /** Takes what a person says, where somebody outside waits for it. @returns whether these words were for them */
  taker: ((turn: Turn, words: string) => boolean) | undefined;
  #heard: HeardPiece[] = [];
  #said: SaidSentence[] = [];
  #awaited: Awaited | undefined;
  #woken: Wake | undefined;
  /** When another room answered what this one's satellite woke for. */
  #lostAt = Number.NEGATIVE_INFINITY;
  /** When the last wake of a satellite became a turn. */
  #takenAt = Number.NEGATIVE_INFINITY;
  #usedAt = Number.NEGATIVE_INFINITY;
  #token: object = {};

  /** Something was said in the room, or typed: what came with its turn. */
  hear(text: string, { id, heard, wake }: Pick<Turn, 'id' | 'heard' | 'wake'>): void {
    this.#forgetOld();
    // What is heard without a wake word can't be older than the listening for it.
    const { from = wake?.word === null ? wake.at : undefined, to = clock.now() } = heard ?? {};
    this.#heard.push({ text: text.slice(0, MAX_LETTERS), turn: id, from, to, isCalled: wake !== undefined });
    // A long sentence may be understood later than a short one after it.
    this.#heard.sort((a, b) => (a.from ?? a.to) - (b.from ?? b.to));
    this.#heard = this.#heard.slice(-MAX_PIECES);
  }

  /** What was heard up to the piece of a turn; what was said to us just before its wake word was asked for itself. */
  heardUntil({ id, wake }: Pick<Turn, 'id' | 'wake'>): HeardPiece[] {
    const last = this.#heard.findLastIndex((piece) => piece.turn === id);
    const from = (wake?.at ?? Number.POSITIVE_INFINITY) - BESIDE_MS;
    return this.#heard.slice(0, last + 1).filter(({ turn, isCalled, to }) => turn === id || !isCalled || to < from);
  }

  /** A sentence is about to be heard. */
  say(turn: string, index: number, text: string): void {
    this.#forgetOld();
    if (text.trim() !== '') this.#said.push({ turn, index, text: text.trim().slice(0, MAX_LETTERS) });
    this.#said = this.#said.slice(-MAX_PIECES);
  }

  /** The satellite begins to play a sentence, or has played it, or was cut off in it. */
  plays(turn: string, index: number, at: 'from' | 'to'): void {
    for (const sentence of this.#said) {
      if (sentence.turn === turn && sentence.index === index) sentence[at] = clock.now();
    }
  }

  /** What we said last before a time: of one reply all sentences that were played until then. */
  spokenBefore(at: number): Spoken | undefined {
    this.#forgetOld();
    let spoken: Spoken | undefined;
    for (const { text, from, to } of this.#said) {
      if (from === undefined || from > at) continue;
      const goesOn = spoken && from <= (spoken.to ?? from) + SAME_REPLY_MS;
      spoken = goesOn ? { text: `${spoken?.text} ${text}`, from: spoken?.from, to } : { text, from, to };
    }
    return spoken && { ...spoken, text: spoken.text.slice(-MAX_LETTERS) };
  }

  /** Whether we were heard in the room at some time between two. */
  spokeWithin(from: number, to: number): boolean {
    return this.#said.some((one) => one.from !== undefined && one.from < to && (one.to ?? to) > from);
  }

  /** Whether a sentence with a word in it, or one that begins so ("stopped"), is heard in the room now, or was a moment ago. @param word folded */
  isSaying(word: string): boolean {
    const since = clock.now() - ECHO_MS;
    const isHeard = ({ from, to }: SaidSentence) => from !== undefined && (to ?? since) >= since;
    return this.#said.some((one) => isHeard(one) && ` ${fold(one.text)}`.includes(` ${word}`));
  }

  /** What was listened for without the wake word while something was heard, if anything; now when no times are given. */
  awaited(from = clock.now(), to = clock.now()): Awaited | undefined {
    const awaited = this.#awaited;
    return awaited && from <= awaited.until && to >= awaited.since ? awaited : undefined;
  }

  /** From now on the room listens without the wake word for so many milliseconds; 0: no more. */
  await(what: Awaited['what'], ms: number): void {
    const since = clock.now();
    this.#awaited = ms > 0 ? { what, since, until: since + ms } : undefined;
  }

  /**
   * The satellite woke by itself; what it understands may come before its turn begins.
   * @returns the wake with its time, which is later than that of any wake before it: two may come in one millisecond
   */
  woke(wake: Wake): Wake {
    const last = Math.max(this.#takenAt, this.#woken?.at ?? this.#takenAt);
    this.#woken = { ...wake, at: Math.max(clock.now(), last + 1) };
    this.#lostAt = Number.NEGATIVE_INFINITY;
    return this.#woken;
  }

  /** Another room answers what the satellite woke for. */
  loses(): void {
    this.#woken = undefined;
    this.#lostAt = clock.now();
  }

  /** Whether what the satellite understood by itself is answered in another room; true once for each wake. */
  takeLost(): boolean {
    const isLost = clock.now() - this.#lostAt < WOKEN_MS;
    this.#lostAt = Number.NEGATIVE_INFINITY;
    return isLost;
  }

  /** The wake of the satellite that no turn has taken yet. */
  get woken(): Wake | undefined {
    const at = this.#woken?.at;
    return at !== undefined && at > this.#takenAt && clock.now() - at < WOKEN_MS ? this.#woken : undefined;
  }

  /** A turn begins with this wake. @returns false when another turn has begun with it already */
  take({ at }: Wake): boolean {
    if (at === undefined) return true;
    if (at <= this.#takenAt) return false;
    this.#takenAt = at;
    return true;
  }

  /** Stands for the conversation that goes on: another object once it has ended, by a stop or five minutes of silence. */
  token(now = clock.now()): object {
    if (now - this.#usedAt >= SILENT_MS) this.#token = {};
    this.#usedAt = now;
    return this.#token;
  }

  /** The conversation is over: nothing is waited for, and the next word begins a new one. */
  end(): void {
    this.#awaited = undefined;
    this.#token = {};
  }

  /** Lets go of all words. */
  forget(): void {
    this.#heard = [];
    for (const sentence of this.#said) sentence.text = '';
    this.#token = {};
  }

  #forgetOld(): void {
    const from = clock.now() - KEPT_MS;
    this.#heard = this.#heard.filter(({ to }) => to > from);
    this.#said = this.#said.filter((sentence) => (sentence.to ?? sentence.from ?? Number.POSITIVE_INFINITY) > from);
  }
}
