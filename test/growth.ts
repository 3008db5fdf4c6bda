import assert from 'node:assert/strict';

/** Ten times the input may take ten times as long, and is given more; what grows with its square takes a hundred times as long. */
const MAX_TIMES = 40;
/** Milliseconds that any work may take: what is shorter than that tells nothing of how it grows. */
const LEAST_MS = 0.5;
const LOOKS = 8;

/**
 * Fails where the time of the work grows with more than the size of its input: it is done at `size`, at ten times and at a
 * hundred times that. What is cut off at a limit should meet it in between: a square below it is seen, and a limit that is gone.
 * @param what names the input where it fails
 */
export function growsLinearly(work: (size: number) => unknown, size: number, what: string): void {
  for (const from of [size, 10 * size]) {
    const looks: string[] = [];
    const isSeen = () => {
      // A busy machine makes some runs slow, none too quick.
      const short = Math.min(...[0, 0, 0].map(() => processorMs(() => work(from))));
      const long = processorMs(() => work(10 * from));
      looks.push(`${short} and ${long} ms`);
      return long <= MAX_TIMES * Math.max(short, LEAST_MS);
    };
    while (!isSeen()) {
      assert.ok(looks.length < LOOKS, `${JSON.stringify(what)}, of ${from} and of ten times that: ${looks.join('; ')}`);
    }
  }
}

/** Milliseconds of this process alone: other work on the machine doesn't count. */
function processorMs(work: () => unknown): number {
  const began = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

/** The piece, again and again, until it has so many letters. */
export function repeated(piece: string, letters: number): string {
  return piece.repeat(Math.ceil(letters / piece.length));
}
