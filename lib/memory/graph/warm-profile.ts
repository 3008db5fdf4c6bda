import { clock } from '../../turn/clock.js';
import { redact } from '../../turn/redaction.js';
import { shorten } from '../../turn/shorten.js';
import { dayOf } from '../diary/days.js';
import type { Memory } from '../memory.js';
import type { GraphLine } from '../tables/graph-rows.js';
import { datedLine } from './dated.js';
import { foldLine } from './line-words.js';

/** Characters of each branch in the profile, headings aside; and of one line. */
const PROFILE_LIMITS = { user: 1_200, directives: 600, line: 300 } as const;

/** Stands before the wishes. */
export const WISHES_HEADING = 'How they want to be treated:';

/** Lines that are read for a profile: more don't fit. */
const MAX_LINES = 100;

/** Lines of the branches, the most important first. */
interface ProfileLines {
  user: readonly string[];
  directives: readonly string[];
}

/**
 * What every prompt holds about the people: an excerpt of USER and DIRECTIVES within its caps, without secrets and
 * doubles. Empty when nothing is known.
 */
export function profileLines({ user, directives }: ProfileLines): string[] {
  const about = excerpt(user, PROFILE_LIMITS.user);
  const wishes = excerpt(directives, PROFILE_LIMITS.directives);
  return [
    ...(about.length > 0 ? ['What is known of the people here, most important first:', ...about] : []),
    ...(wishes.length > 0 ? [WISHES_HEADING, ...wishes] : []),
  ];
}

/** The first lines that fit, whole; a long one gives way to shorter ones after it. */
function excerpt(lines: readonly string[], most: number): string[] {
  const seen = new Set<string>();
  const taken: string[] = [];
  let left: number = most;
  for (const line of lines) {
    const written = profileLine(line);
    const folded = foldLine(written.slice(2));
    if (folded === '' || seen.has(folded)) continue;
    if (written.length + 1 > left) continue;
    seen.add(folded);
    taken.push(written);
    left -= written.length + 1;
  }
  return taken;
}

/** A line of the graph as it stands in the profile. */
export function profileLine(line: string): string {
  return `- ${shorten(redact(line).replace(/\s+/g, ' ').trim(), PROFILE_LIMITS.line)}`;
}

/**
 * The profile's lines out of the memory: of the world only what people told themselves, and what is on a day only when
 * that is near. No model is asked.
 * @param now Milliseconds since the epoch.
 * @throws JarvisError store-failed.
 */
export async function warmProfile(memory: Memory, now = clock.now()): Promise<string[]> {
  const [user, directives, world] = await Promise.all([
    memory.graph.branchLines('USER', MAX_LINES),
    memory.graph.branchLines('DIRECTIVES', MAX_LINES),
    memory.graph.branchLines('WORLD', MAX_LINES),
  ]);
  const isTold = ({ origin }: GraphLine) => origin !== 'learned';
  const told = [...user, ...world].filter(isTold).filter(isNear(now)).sort(byWeight);
  const texts = (lines: readonly GraphLine[]) => lines.map(({ text }) => text);
  const learned = user.filter((line) => !isTold(line));
  return profileLines({ user: texts([...told, ...learned]), directives: texts(directives) });
}

/** What is on a day is in the profile from two days before until it is over; it is searched when it is asked for. */
const NEAR_MS = 2 * 86_400_000;

function isNear(now: number): (line: GraphLine) => boolean {
  const [today, soon] = [dayOf(now, now), dayOf(now + NEAR_MS, now + NEAR_MS)];
  return ({ text }) => {
    const on = datedLine(text);
    return !on || (on.from <= soon && on.to >= today);
  };
}

/** As `branchLines` has them: what was said often, then newer. */
function byWeight(a: GraphLine, b: GraphLine): number {
  return Number(b.times > 2) - Number(a.times > 2) || b.at - a.at || b.id - a.id;
}
