const DATED = /^(\d{4}-\d\d-\d\d)(?: – (\d{4}-\d\d-\d\d))?: /;

/** What is on one day, or on some: "2026-11-23: bin day", "2026-11-23 – 2026-11-29: holidays". */
export interface DatedLine {
  /** "2026-11-23"; as text they are in the order of time. */
  from: string;
  /** Included. */
  to: string;
  what: string;
}

/** A line that was kept with its date; undefined for all others. */
export function datedLine(text: string): DatedLine | undefined {
  const [all, from, to = from] = DATED.exec(text) ?? [];
  return all !== undefined && from !== undefined && to !== undefined
    ? { from, to, what: text.slice(all.length) }
    : undefined;
}
