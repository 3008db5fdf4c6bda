/** What counts when there are too many pages. */
export interface Place {
  session: string;
  /** Address the connection comes from. */
  address: string;
  /** Known after its hello. */
  site?: string;
  /** When it last sent something, in the clock's steady milliseconds. */
  activeAt: number;
}

/** Pages at a time, of everybody and of one session. */
export const MAX_PAGES = 50;
export const MAX_SESSION_PAGES = 8;

/**
 * The page that gives its place to one more of a session; undefined while there is room. It is one of the address with
 * most pages: first what hasn't said hello, then of the session with most the page that was silent longest. Who opens
 * many pages shuts nobody out but themselves.
 */
export function crowdedOut<P extends Place>(pages: ReadonlySet<P>, session: string): P | undefined {
  const own = [...pages].filter((page) => page.session === session);
  const crowd = own.length >= MAX_SESSION_PAGES ? own : pages.size >= MAX_PAGES ? [...pages] : [];
  const count = (of: 'address' | 'session') => {
    const counts = new Map<string, number>();
    for (const page of crowd) counts.set(page[of], (counts.get(page[of]) ?? 0) + 1);
    return (page: P) => counts.get(page[of]) ?? 0;
  };
  const [ofAddress, ofSession] = [count('address'), count('session')];
  const greeted = (page: P) => (page.site === undefined ? 0 : 1);
  return crowd.sort(
    (a, b) =>
      ofAddress(b) - ofAddress(a) || greeted(a) - greeted(b) || ofSession(b) - ofSession(a) || a.activeAt - b.activeAt,
  )[0];
}
