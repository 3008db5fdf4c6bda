import { levelOf, SILENCE_DBFS } from '../audio/level.js';
import { CHUNK_BYTES, MIC_RATE, SAMPLE_BYTES } from '../audio/pcm.js';
import { clock } from '../turn/clock.js';
import type { Wake } from '../turn/turn.js';
import { arbitration, type Hearer } from './arbitration.js';
import { type Tape, tape } from './tape.js';
import type { WakeEngine, WakeStream } from './types.js';

export interface WakeGateOptions {
  /** Without one, only `wake` opens the gate. */
  engine?: WakeEngine | undefined;
  /**
   * A site was woken: begins its turn, puts it in stage "listening" and returns its id. A turn of the site that still
   * speaks is to be cancelled by that (barge-in).
   */
  onWake(site: string, wake: Wake): string;
  /** The sound of the turn: `index` 0 is the pre-roll of up to 2 s in one piece, the others are 80 ms long. */
  onSound(turnId: string, samples: Buffer, index: number): void;
  /** False closes the gate: asked before each piece of sound. */
  isListening(turnId: string): boolean;
  /** False where the site is woken by other words only; asked of what the engine hears. */
  mayWake?(site: string, word: string): boolean;
  /** The engine failed; it is told once, not for each site. */
  onError(error: Error): void;
}

export interface WakeGate {
  /** Sound of a site: 16 kHz mono PCM, any length, whole samples. */
  write(site: string, samples: Buffer): void;
  /** Opens the gate without the engine: the satellite woke by itself, a button was pressed, an answer is awaited. */
  wake(site: string, wake: Wake): void;
  close(): void;
}

interface Site {
  name: string;
  sound: Tape;
  stream: WakeStream | undefined;
  /** When sound last came, in ms of `performance.now()`. */
  heardAt: number;
  /** Sound before this position went into a turn: it is nobody's pre-roll any more. */
  given: number;
  open: { turnId: string; index: number; until: number; by: Wake['by'] } | undefined;
}

interface Detected extends Hearer {
  wake: Wake;
  /** Position in the site's sound where the word was noticed. */
  at: number;
}

const CHUNK = CHUNK_BYTES / SAMPLE_BYTES;
const PREROLL = 2 * MIC_RATE;
/** An answer or a button needs no pre-roll but the breath before it: what lies further back is our own voice. */
const WORDLESS_PREROLL = 0.3 * MIC_RATE;
/** Pre-roll, the two seconds the engine may be behind, and the wait for other sites. */
const KEPT = PREROLL + 3 * MIC_RATE;
const MAX_OPEN = 20 * MIC_RATE;
const RIVAL_MS = 2_000;
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
    for (const site of sites.values()) if (performance.now() - site.heardAt > than) forget(site);
  };
  const cleaning = setInterval(() => forgetOld(FORGOTTEN_MS), 60_000);
  cleaning.unref();

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
      given: 0,
      open: undefined,
    };
    site.stream = engine?.open(
      ({ word, score, at }) => {
        if (options.mayWake?.(name, word) === false) return;
        const position = at === undefined ? site.sound.to : Math.min(site.sound.to, at);
        detected(site, { word, by: 'audio', score }, position);
      },
      (error) => {
        if (error === toldError) return;
        toldError = error;
        onError(error);
      },
    );
    sites.set(name, site);
    return site;
  };

  /** The word said again inside the utterance is part of it; said while we listen on after a reply it begins one. */
  const isOpen = ({ open: opened }: Site, { word }: Wake) =>
    opened !== undefined && isListening(opened.turnId) && !(opened.by === 'follow-up' && word !== null);

  const detected = (site: Site, wake: Wake, at: number) => {
    if (isOpen(site, wake)) return;
    const now = performance.now();
    const rivals = [...sites.values()].some((other) => other !== site && now - other.heardAt < RIVAL_MS);
    const level = peakLevel(site.sound.read(at - 1.5 * MIC_RATE, at));
    judge.hear({ site: site.name, word: wake.word ?? '', score: wake.score ?? 0.5, level, wake, at }, rivals);
  };

  const judge = arbitration<Detected>(({ site, wake, at }) => open(siteOf(site), wake, at));

  const open = (site: Site, wake: Wake, at: number) => {
    if (isOpen(site, wake)) return;
    // What we listened to after a reply was the wake word.
    if (site.open?.by === 'follow-up' && isListening(site.open.turnId)) site.given = 0;
    const told = { ...wake, at: wake.at ?? clock.now() - ((site.sound.to - at) / MIC_RATE) * 1000 };
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
    while (site.open && site.sound.to - site.given >= CHUNK) {
      const { open: opened } = site;
      if (site.given >= opened.until || !isListening(opened.turnId)) {
        site.open = undefined;
        return;
      }
      const samples = site.sound.read(site.given, site.given + CHUNK);
      site.given += CHUNK;
      onSound(opened.turnId, Buffer.from(samples), opened.index++);
    }
  };

  return {
    write(name, samples) {
      const site = siteOf(name);
      site.heardAt = performance.now();
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
      if (wake.word !== null) return detected(site, wake, site.sound.to);
      open(site, wake, site.sound.to);
    },
    close() {
      clearInterval(cleaning);
      judge.close();
      for (const site of [...sites.values()]) forget(site);
    },
  };
}

/** Loudness of the loudest 80 ms, in dBFS. */
function peakLevel(samples: Buffer): number {
  let peak = SILENCE_DBFS;
  for (let at = 0; at < samples.length; at += CHUNK_BYTES) {
    peak = Math.max(peak, levelOf(samples.subarray(at, at + CHUNK_BYTES)));
  }
  return peak;
}
