import { clock, type Timer } from '../turn/clock.js';

/** A site that heard a wake word. What isn't known of it counts as the mean of the others: neither for nor against it. */
export interface Hearer {
  site: string;
  /** How sure the wake word model is, 0 to 1; satellites that woke by themselves don't say. */
  score?: number | undefined;
  /** Loudness of the word at the site's microphone, in dBFS. */
  level?: number | undefined;
  /** How far the word stands above the noise at the site, in dB. */
  snr?: number | undefined;
  /** When it was heard there, in milliseconds since the epoch: what hears the sound may be behind. */
  at: number;
}

export interface Arbitration<H extends Hearer> {
  /** Takes a detection. @param ms how long others that heard the same voice are waited for; 0: there are none */
  hear(hearer: H, ms: number): void;
  close(): void;
}

/** A contest ends after this, however long its hearers would wait, and after that, however far behind somebody is; in milliseconds. */
const MAX_CONTEST_MS = 400;
const MAX_BEHIND_MS = 1_000;
/** How often somebody who is behind is looked after, in milliseconds. */
const LOOK_MS = 40;
const MAX_HEARERS = 100;
/** Milliseconds in which a latecomer is still the same voice: networks and worker steps differ by more than the window. */
const LATE_MS = 1_000;
/** Decibels that count as much as the whole range of the score: someone ten times farther away is 20 dB softer. */
const LEVEL_RANGE_DB = 40;
/** The noise of a room says less of the distance than the level does, but a microphone that is set louder hears it louder, too. */
const SNR_RANGE_DB = 80;

/**
 * Lets one site answer when several hear one voice, whatever the words they heard in it: the one with the best score, level and
 * signal-to-noise ratio. A detection without rivals wins at once. A latecomer loses for a second after the winner.
 * @param measured told all hearers when the contest ends, to be given them with what was measured until then
 */
export function arbitration<H extends Hearer>(on: {
  /** Whether somewhere sound waits to be heard: this machine has too much to do. */
  isBehind(): boolean;
  measured(hearers: readonly H[]): readonly H[];
  winner(winner: H): void;
  /** The site was heard, but another one answers; told of each site once a contest, after the winner. */
  loser(site: string, winner: string): void;
}): Arbitration<H> {
  let contest: { hearers: H[]; began: number; ends: number; timer: Timer | undefined } | undefined;
  let last: { site: string; at: number } | undefined;

  const decide = (hearers: readonly H[]) => {
    contest = undefined;
    const winner = bestOf(on.measured(hearers));
    if (!winner) return;
    last = { site: winner.site, at: clock.now() };
    on.winner(winner);
    const sites = new Set(hearers.map(({ site }) => site));
    sites.delete(winner.site);
    for (const site of sites) on.loser(site, winner.site);
  };
  const look = (open: NonNullable<typeof contest>) => {
    const now = clock.steady();
    const left = open.ends - now;
    if (left < 1 && (!on.isBehind() || now - open.began > MAX_BEHIND_MS)) return decide(open.hearers);
    open.timer?.cancel();
    open.timer = clock.after(left < 1 ? LOOK_MS : left, () => look(open));
  };

  return {
    hear(hearer, ms) {
      if (!contest) {
        const isLate = last && last.site !== hearer.site && hearer.at - last.at < LATE_MS;
        if (last && isLate) return on.loser(hearer.site, last.site);
        if (ms === 0) return decide([hearer]);
      }
      const now = clock.steady();
      contest ??= { hearers: [], began: now, ends: now, timer: undefined };
      if (contest.hearers.length < MAX_HEARERS) contest.hearers.push(hearer);
      contest.ends = Math.max(contest.ends, Math.min(now + ms, contest.began + MAX_CONTEST_MS));
      look(contest);
    },
    close() {
      contest?.timer?.cancel();
      contest = undefined;
      last = undefined;
    },
  };
}

/** The hearer with the highest score, level and signal-to-noise ratio together; the first of equals. */
export function bestOf<H extends Hearer>(hearers: readonly H[]): H | undefined {
  const usual = {
    score: meanOf(hearers.map(({ score }) => score)),
    level: meanOf(hearers.map(({ level }) => level)),
    snr: meanOf(hearers.map(({ snr }) => snr)),
  };
  const worth = ({ score = usual.score, level = usual.level, snr = usual.snr }: Hearer) =>
    score + level / LEVEL_RANGE_DB + snr / SNR_RANGE_DB;
  return hearers.toSorted((a, b) => worth(b) - worth(a))[0];
}

/** The mean of what is known; 0 where nothing is. */
export function meanOf(values: readonly (number | undefined)[]): number {
  const known = values.filter((value) => value !== undefined);
  return known.reduce((sum, value) => sum + value, 0) / Math.max(1, known.length);
}
