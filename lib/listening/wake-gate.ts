import { noiseLevel, peakLevel } from '../audio/loudness.js';
import { CHUNK_BYTES, MIC_RATE, SAMPLE_BYTES } from '../audio/pcm.js';
import { clock } from '../turn/clock.js';
import type { Wake } from '../turn/turn.js';
import { arbitration, type Hearer, meanOf } from './arbitration.js';
import { isLeftOver, openDoubts, type Says } from './doubts.js';
import { type Tape, tape } from './tape.js';
import type { Detection, WakeEngine, WakeStream } from './types.js';
import { VOICE_SAMPLES } from './voice-activity.js';

export interface WakeGateOptions {
  /** Without one, only `wake` opens the gate. */
  engine?: WakeEngine | undefined;
  /**
   * A site was woken: begins its turn, puts it in stage "listening" and returns its id. A turn of the site that still
   * speaks is to be cancelled by that (barge-in).
   */
  onWake(site: string, wake: Wake): string;
  /** A site heard the wake word, but another one heard the same voice better and answers: this one stays silent. */
  onLost?(site: string, winner: string): void;
  /** Whether other satellites than this one may have heard the same, although they send no sound until they have woken. */
  hasRivals?(site: string): boolean;
  /** The sound of the turn: `index` 0 is the pre-roll of up to 2 s in one piece, the others are as they come, 32 to 80 ms. */
  onSound(turnId: string, samples: Buffer, index: number): void;
  /** False closes the gate: asked before each piece of sound. */
  isListening(turnId: string): boolean;
  /** False where the site is woken by other words only; asked of what the engine hears. */
  mayWake?(site: string, word: string, score: number): boolean;
  /** Whether somebody who heard a word weakly may believe it: it is said where the sound begins. Without it he may not. */
  says?: Says | undefined;
  /** The engine failed; it is told once, not for each site. */
  onError(error: Error): void;
}

export interface WakeGate {
  /**
   * Sound of a site: 16 kHz mono PCM, any length, whole samples.
   * @param erle by how many dB our own voice was softened in it
   */
  write(site: string, samples: Buffer, erle?: number): void;
  /** Opens the gate without the engine: the satellite woke by itself, a button was pressed, an answer is awaited. */
  wake(site: string, wake: Wake): void;
  close(): void;
}

interface Site {
  name: string;
  sound: Tape;
  stream: WakeStream | undefined;
  /** When sound last came, in the clock's steady milliseconds. */
  heardAt: number;
  /** Position from which it has streamed without a pause. */
  since: number;
  /** What `write` was told last. */
  erle: number;
  /** It may be the one that answers: until that is decided, its sound is nobody's. */
  isHeld: boolean;
  /** Sound before this position went into a turn: it is nobody's pre-roll any more. */
  given: number;
  open: { turnId: string; index: number; until: number; by: Wake['by'] } | undefined;
}

interface Detected extends Hearer {
  wake: Wake;
  /** Position in the site's sound where the word was noticed. */
  position: number;
  /** No sound came before the wake: how loud it was there is judged by what comes after it. */
  isBlind: boolean;
}

const CHUNK = CHUNK_BYTES / SAMPLE_BYTES;
/** Shorter pieces wait for more: voice activity hears that much at a time. */
const MIN_PIECE = VOICE_SAMPLES;
const PREROLL = 2 * MIC_RATE;
/** An answer or a button needs no pre-roll but the breath before it: what lies further back is our own voice. */
const WORDLESS_PREROLL = 0.3 * MIC_RATE;
/** Pre-roll, the two seconds the engine may be behind, and the wait for other sites. */
const KEPT = PREROLL + 3 * MIC_RATE;
const MAX_OPEN = 20 * MIC_RATE;
const RIVAL_MS = 2_000;
/** After a pause of its sound nobody knows how long it was silent, in milliseconds. */
const GAP_MS = 500;
/** The word itself, in samples. */
const WORD = 1.5 * MIC_RATE;
/** With less sound than this nothing is known of the word, in samples. */
const MIN_WORD = 0.3 * MIC_RATE;
/**
 * Milliseconds in which satellites tell of the same voice, and in which one that woke by itself begins to send sound: they
 * send in pieces of up to 130 ms, and models notice a softer voice one or two steps of 80 ms later.
 */
const WINDOW_MS = 200;
/** Sound in which a word that was heard weakly is looked for, in samples: "hey Jarvis", and what is waited for after it. */
const DOUBTED = 1.5 * MIC_RATE;
/** An engine that has more to hear yet than two steps of 80 ms is behind, in samples. */
const BEHIND = 2 * CHUNK + MIC_RATE / 10;
/** What stands so far above the noise is heard well: a quieter room than that doesn't bring it nearer. */
const MAX_SNR_DB = 30;
/** What comes after the word and is softer than it by more than this is no speech. */
const MAX_DROP_DB = 15;
/** A site that was silent for ten minutes is forgotten; it comes back with its first sound. */
const FORGOTTEN_MS = 10 * 60_000;
const MAX_SITES = 500;

/**
 * Stands between the satellites and the listening: keeps the last seconds of each site, hears the wake word in them, lets
 * one site answer, and passes its sound on from before the wake word until the turn stops listening (20 s at most).
 */
export function openWakeGate(options: WakeGateOptions): WakeGate {
  const { engine, onWake, onSound, isListening, onError } = options;
  const sites = new Map<string, Site>();
  let toldError: Error | undefined;

  const forget = (site: Site) => {
    site.stream?.close();
    sites.delete(site.name);
  };
  const forgetOld = (than: number) => {
    for (const site of sites.values()) if (clock.steady() - site.heardAt > than) forget(site);
  };
  const cleaning = clock.every(60_000, () => forgetOld(FORGOTTEN_MS));
  cleaning.unref();

  const isSaid = options.says && openDoubts(options.says);
  const doubt = async (site: Site, { word, score, at }: Detection) => {
    const wake: Wake = { word, by: 'audio', score };
    if (!isSaid || isOpen(site, wake) || !mayWake(site.name, word, score)) return;
    const position = placeOf(site, at);
    const from = Math.max(site.sound.from, position - DOUBTED);
    if (position - from < MIN_WORD) return;
    const sound = Buffer.from(site.sound.read(from, position));
    if ((await isSaid(site.name, word, sound, isLeftOver(site.erle))) && sites.get(site.name) === site)
      detected(site, wake, position);
  };
  const placeOf = ({ sound }: Site, at = sound.to) => Math.min(sound.to, at);
  const mayWake = (name: string, word: string, score: number) => options.mayWake?.(name, word, score) !== false;

  const siteOf = (name: string): Site => {
    const known = sites.get(name);
    if (known) return known;
    const longestSilent = [...sites.values()].sort((a, b) => a.heardAt - b.heardAt)[0];
    if (sites.size >= MAX_SITES && longestSilent) forget(longestSilent);
    const site: Site = {
      name,
      sound: tape(KEPT),
      stream: undefined,
      heardAt: Number.NEGATIVE_INFINITY,
      since: 0,
      erle: 0,
      isHeld: false,
      given: 0,
      open: undefined,
    };
    site.stream = engine?.open(
      (detection) => {
        const { word, score, at } = detection;
        if (isSaid && isLeftOver(site.erle)) return void doubt(site, detection);
        if (mayWake(name, word, score)) detected(site, { word, by: 'audio', score }, placeOf(site, at));
      },
      (error) => {
        if (error === toldError) return;
        toldError = error;
        onError(error);
      },
      (detection) => void doubt(site, detection),
    );
    sites.set(name, site);
    return site;
  };

  /** The word said again inside the utterance is part of it; said while we listen on after a reply it begins one. */
  const isOpen = ({ open: opened }: Site, wake: Wake) =>
    opened !== undefined && isListening(opened.turnId) && !(opened.by === 'follow-up' && isCalled(wake));

  /** When the sound at a position came, were it streamed as it is said, in milliseconds since the epoch. */
  const timeOf = ({ sound }: Site, position: number) => clock.now() - ((sound.to - position) / MIC_RATE) * 1000;

  const detected = (site: Site, wake: Wake, position: number) => {
    if (isOpen(site, wake)) return;
    const now = clock.steady();
    const hasRivals =
      options.hasRivals?.(site.name) ||
      [...sites.values()].some((other) => other !== site && now - other.heardAt < RIVAL_MS);
    site.isHeld = true;
    const heard = { site: site.name, score: wake.score, ...loudness(site, position), at: timeOf(site, position) };
    judge.hear({ ...heard, wake, position }, hasRivals ? WINDOW_MS : 0);
  };

  /** How loud the word was at a site, and how far above its noise, where sound was sent before it. */
  const loudness = ({ sound, since, heardAt }: Site, at: number) => {
    const from = Math.max(since, sound.from);
    const isBlind = at - from < MIN_WORD || clock.steady() - heardAt > GAP_MS;
    if (isBlind) return { isBlind };
    const level = peakLevel(sound.read(Math.max(from, at - WORD), at));
    return { isBlind, level, snr: Math.min(level - noiseLevel(sound.read(from, at)), MAX_SNR_DB) };
  };
  /** Samples that came after the word. */
  const later = ({ site, position }: Detected) => Math.max(0, (sites.get(site)?.sound.to ?? 0) - position);

  /**
   * A site where nothing was heard of the word itself is judged by what was said after it: that is softer than the word by as
   * much as at the others in the same time. Where nobody speaks on, nothing is known of it.
   */
  const measured = (hearers: readonly Detected[]): readonly Detected[] => {
    const times = hearers.map(later).filter((samples) => samples > 0);
    if (times.length === 0 || !hearers.some(({ isBlind }) => isBlind)) return hearers;
    const after = (one: Detected) => {
      const { position } = one;
      return later(one) === 0
        ? undefined
        : peakLevel(siteOf(one.site).sound.read(position, position + Math.min(...times)));
    };
    const drop = meanOf(
      hearers.map((one) => {
        const level = one.level === undefined ? undefined : after(one);
        return level === undefined ? undefined : (one.level ?? 0) - level;
      }),
    );
    if (drop > MAX_DROP_DB) return hearers;
    return hearers.map((one) => {
      const level = one.isBlind ? after(one) : undefined;
      return level === undefined ? one : { ...one, level: level + drop };
    });
  };

  const judge = arbitration<Detected>({
    isBehind: () => [...sites.values()].some(({ stream }) => (stream?.behind ?? 0) > BEHIND),
    measured,
    winner({ site: name, wake, position }) {
      const site = siteOf(name);
      site.isHeld = false;
      open(site, wake, position);
    },
    loser(name, winner) {
      options.onLost?.(name, winner);
      const site = siteOf(name);
      site.isHeld = false;
      pass(site);
    },
  });

  const open = (site: Site, wake: Wake, at: number) => {
    if (isOpen(site, wake)) return;
    // What we listened to after a reply was the wake word.
    if (site.open?.by === 'follow-up' && isListening(site.open.turnId)) site.given = 0;
    const told = { ...wake, at: wake.at ?? timeOf(site, at) };
    const begun = onWake(site.name, told);
    const preroll = wake.word === null ? WORDLESS_PREROLL : PREROLL;
    const from = Math.max(site.given, site.sound.from, at - preroll);
    const opened = { turnId: begun, index: 0, until: at + MAX_OPEN, by: wake.by };
    site.open = opened;
    site.given = Math.max(from, at);
    if (at > from && isListening(begun)) onSound(begun, Buffer.from(site.sound.read(from, at)), opened.index++);
    pass(site);
  };

  /** Passes on what came since the last piece. */
  const pass = (site: Site) => {
    while (site.open && !site.isHeld && site.sound.to - site.given >= MIN_PIECE) {
      const { open: opened } = site;
      if (site.given >= opened.until || !isListening(opened.turnId)) {
        site.open = undefined;
        return;
      }
      const samples = site.sound.read(site.given, Math.min(site.given + CHUNK, site.sound.to));
      site.given += samples.length / SAMPLE_BYTES;
      onSound(opened.turnId, Buffer.from(samples), opened.index++);
    }
  };

  return {
    write(name, samples, erle = 0) {
      const site = siteOf(name);
      site.erle = erle;
      const now = clock.steady();
      if (now - site.heardAt > GAP_MS) site.since = site.sound.to;
      site.heardAt = now;
      // Piece by piece: the tape is shorter than what may come at once.
      for (let at = 0; at < samples.length; at += CHUNK_BYTES) {
        const piece = samples.subarray(at, at + CHUNK_BYTES);
        site.sound.write(piece);
        site.stream?.write(piece);
        pass(site);
      }
    },
    wake(name, wake) {
      const site = siteOf(name);
      // Only a wake word can have been heard by several sites; a button or an answer is meant for this one.
      if (isCalled(wake)) return detected(site, wake, site.sound.to);
      open(site, wake, site.sound.to);
    },
    close() {
      cleaning.cancel();
      judge.close();
      for (const site of [...sites.values()]) forget(site);
    },
  };
}

/** A wake word was said, although not every satellite says which. */
function isCalled({ word, by }: Wake): boolean {
  return word !== null || by === 'satellite';
}
