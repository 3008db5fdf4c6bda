import { RING } from '../audio/chimes.js';
import { missed } from '../conversation/missed.js';
import { turns } from '../conversation/turns.js';
import { spokenAt } from '../satellites/room-languages.js';
import type { Hub, Site } from '../satellites/types.js';
import { isAbort, JarvisError } from '../turn/errors.js';
import { newTurn, type Turn } from '../turn/turn.js';
import { sleep } from '../turn/wait.js';
import type { Due } from './timers.js';
import type { Timer } from './types.js';

/** From one ring to the next. */
const PAUSE_MS = 4_000;
/** How often it rings when nobody stops it, eight seconds each; everything else is said once. */
const RINGS: Partial<Record<Timer['kind'], number>> = { timer: 15, alarm: 40 };
/** How long a satellite's own bell counts as ringing: it never says that somebody has stopped it. */
const BELL_MS = 120_000;
/** How long a room is waited for that isn't there. */
const WAIT_MS = 15 * 60_000;
const LOOK_MS = 1_000;
/** What comes later says that it is late. */
export const LATE_MS = 30_000;

export interface RingOptions {
  hub: () => Pick<Hub, 'site' | 'sitesIn' | 'loudspeakers' | 'play' | 'listen' | 'bell'> | undefined;
  /** Whether words that are heard between two rings, without the wake word, are about what rings; a stop needs no telling. */
  isAbout: (words: string, language: string) => boolean;
  /** What is said of it. */
  words: (timer: Timer, late: boolean) => string;
  /** Sends words to be spoken, as the turn's last sentence. */
  say: (turn: Turn, text: string, parts: { id: string; index: number; count: number }) => void;
  /** Ends the waits when whoever rings goes. */
  signal: AbortSignal;
}

/**
 * Rings in the room where it was set, or in another of its area: a sound and words, until somebody stops it there or for a
 * limited time. Between two rings the room listens without the wake word. Where its satellite has a bell for timers, the
 * words are said once and the bell rings, which is stopped there.
 * @throws JarvisError satellite-unreachable where nobody was there to hear it; AbortError
 */
export async function ring(due: Due, options: RingOptions): Promise<void> {
  const { site, area, kind } = due.timer;
  const text = options.words(due.timer, false);
  // Whoever stops it ends it with an abort.
  const unstopped = () => missed.note({ kind: RINGS[kind] ? 'rang' : 'said', site, area, text });
  await ringOut(due, options).then(unstopped, (thrown) => {
    if (!isAbort(thrown)) unstopped();
    throw thrown;
  });
}

async function ringOut(
  { timer, late, begins, begun, signal }: Due,
  { hub, words, isAbout, say, signal: going }: RingOptions,
): Promise<void> {
  const ended = AbortSignal.any([signal, going]);
  const rings = RINGS[timer.kind] ?? 1;
  let site: Site | undefined = await present(timer, hub, ended);
  const text = words(timer, late() > LATE_MS);
  begins();
  for (let count = 1; ; count++) {
    const bell = site && timer.kind === 'timer' ? hub()?.bell?.(site.id) : undefined;
    if (site) await once(site, text, ended, !bell);
    ended.throwIfAborted();
    begun();
    if (bell?.(timer.id)) return sleep(BELL_MS, ended);
    if (count === rings) return;
    if (site) listen(site.id);
    await sleep(PAUSE_MS, ended);
    // Nobody who speaks is rung at.
    while (site && turns.current(site.id)) await sleep(LOOK_MS, ended);
    site = siteOf(timer, hub);
  }

  function listen(at: string): void {
    if (turns.current(at) || turns.announcements(at) > 0) return;
    const conversation = turns.conversation(at);
    // Who answers it may speak another language of the room than whoever set it.
    const spoken = new Set([timer.language, ...(spokenAt(hub()?.site(at) ?? {}) ?? [])]);
    conversation.goesOn = (said) => [...spoken].some((language) => isAbout(said, language));
    conversation.await('follow-up', PAUSE_MS);
    hub()?.listen(at);
  }

  async function once(at: Site, said: string, stop: AbortSignal, hasChime: boolean): Promise<void> {
    const turn = newTurn({
      site: at.id,
      source: 'announcement',
      language: timer.language,
      reply: { text: said },
      ...(at.area !== undefined && { area: at.area }),
    });
    const live = turns.begin(turn);
    const over = new Promise<void>((resolve) => {
      const ends = (one: typeof live) => {
        if (one !== live) return;
        turns.off('end', ends);
        resolve();
      };
      turns.on('end', ends);
    });
    const hush = () => turns.end(turn.id, 'stop');
    stop.addEventListener('abort', hush, { once: true });
    turns.show(turn, 'reply', said);
    const { id } = turn;
    const speakers = hasChime ? hub() : undefined;
    void speakers?.loudspeakers
      .add({
        site: at.id,
        turn: id,
        last: false,
        signal: live.signal,
        announcement: true,
        play: (play) => speakers.play(at.id, RING, play, live.signal),
      })
      .catch(() => {});
    say(turn, said, { id, index: 0, count: 1 });
    await over;
    stop.removeEventListener('abort', hush);
  }
}

function siteOf({ site, area }: Timer, hub: RingOptions['hub']): Site | undefined {
  const known = hub();
  return known?.site(site) ?? (area === undefined ? undefined : known?.sitesIn([area])[0]);
}

async function present(timer: Timer, hub: RingOptions['hub'], signal: AbortSignal): Promise<Site> {
  for (let waited = 0; waited < WAIT_MS; waited += LOOK_MS) {
    const site = siteOf(timer, hub);
    if (site) return site;
    await sleep(LOOK_MS, signal);
  }
  throw new JarvisError(
    'satellite-unreachable',
    `A ${timer.kind} rang at "${timer.site}", which isn't there: nobody heard it.`,
  );
}
