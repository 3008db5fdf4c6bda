const DAY_MS = 86_400_000;
/** Before it nobody can have said anything to this assistant: a clock without a battery begins in 1970. */
const EARLIEST = Date.UTC(2020, 0, 1);

/** What a moment is called on the wall. */
function partsOf(at: number, timeZone: string | undefined): { day: string; time: string } {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const { year, month, day, hour, minute, second } = parts;
  return { day: `${year}-${month}-${day}`, time: `${hour}:${minute}:${second}` };
}

/**
 * The local day of a moment, "2026-11-21". A time that a wrong clock gave, more than a day ahead of now or before 2020,
 * counts as today: what was said is kept under a day on which it can be found.
 * @param at Milliseconds since the epoch, like `now`.
 * @param timeZone IANA name; the machine's own when not given.
 */
export function dayOf(at: number, now: number, timeZone?: string): string {
  return partsOf(at > now + DAY_MS || at < EARLIEST ? now : at, timeZone).day;
}

/** Noon of a local day in milliseconds since the epoch: every span of time that names the day contains it. */
export function noonOf(day: string, timeZone?: string): number {
  const noon = Date.parse(`${day}T12:00:00Z`);
  // What the zone is off by is asked once more where it was guessed from the other side of a change of the clocks.
  let at = noon;
  for (let count = 0; count < 2; count++) {
    const { day: local, time } = partsOf(at, timeZone);
    at += noon - Date.parse(`${local}T${time}Z`);
  }
  return at;
}

/** "14:05" of a moment. */
export function timeOf(at: number, timeZone?: string): string {
  return partsOf(at, timeZone).time.slice(0, 5);
}
