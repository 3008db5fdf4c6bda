import { clock } from '../turn/clock.js';

/** A site that heard a wake word. */
export interface Hearer {
  site: string;
  word: string;
  /** How sure the wake word model is, 0 to 1. */
  score: number;
  /** Loudness of the word at the site's microphone, in dBFS. */
  level: number;
}

export interface Arbitration<H extends Hearer> {
  /** Takes a detection. `rivals`: others could have heard the same voice, so that it pays to wait for them. */
  hear(hearer: H, rivals: boolean): void;
  close(): void;
}

/** Milliseconds in which several sites hear the same voice. */
const WINDOW_MS = 120;
/** Milliseconds in which a latecomer is still the same voice: networks and worker steps differ by more than the window. */
const LATE_MS = 1_000;
/** Decibels that count as much as the whole range of the score: someone ten times farther away is 20 dB softer. */
const LEVEL_RANGE_DB = 40;

/**
 * Lets one site answer when several hear the same wake word: the one with the best score and level. A detection without
 * rivals wins at once. A latecomer of the same word is ignored for a second after the winner.
 */
export function arbitration<H extends Hearer>(onWinner: (winner: H) => void): Arbitration<H> {
  const contests = new Map<string, { hearers: H[]; timer: NodeJS.Timeout }>();
  const winners = new Map<string, { site: string; at: number }>();

  const win = (winner: H) => {
    winners.set(winner.word, { site: winner.site, at: clock.now() });
    onWinner(winner);
  };

  return {
    hear(hearer, rivals) {
      const contest = contests.get(hearer.word);
      if (contest) {
        contest.hearers.push(hearer);
        return;
      }
      const last = winners.get(hearer.word);
      if (last && last.site !== hearer.site && clock.now() - last.at < LATE_MS) return;
      if (!rivals) return win(hearer);
      const opened = {
        hearers: [hearer],
        timer: setTimeout(() => {
          contests.delete(hearer.word);
          const best = bestOf(opened.hearers);
          if (best) win(best);
        }, WINDOW_MS),
      };
      contests.set(hearer.word, opened);
    },
    close() {
      for (const { timer } of contests.values()) clearTimeout(timer);
      contests.clear();
      winners.clear();
    },
  };
}

/** The hearer with the highest score plus level; the first of equals. */
export function bestOf<H extends Hearer>(hearers: readonly H[]): H | undefined {
  return hearers.toSorted((a, b) => worth(b) - worth(a))[0];
}

function worth({ score, level }: Hearer): number {
  return score + level / LEVEL_RANGE_DB;
}
