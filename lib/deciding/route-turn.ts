import type { Turn, TurnProfile } from '../turn/turn.js';
import { profileByWakeWord, switchedProfile } from './profile-switch.js';
import { allowedBy, type Profile, profileByLikeness, profileByTools, profileByWords, turnProfile } from './profiles.js';
import { ALWAYS_IN, type RouteRequest, routeTools } from './router.js';

/** So many tools cost a model little to read, and another list each time would cost the prompt its cache. */
const FEW_BY_WORDS = 16;

/**
 * The turn with the tools it may need and the profile it belongs to. A profile that the words tell, or that the room has been
 * switched to, is chosen first, and the router picks among its tools only; else the router's pick chooses it. Where the
 * router gives up, a turn without a profile keeps no `tools` (all may be called), and one with a profile gets all that the
 * profile allows.
 * @throws AbortError; nothing else.
 */
export async function routeTurn(turn: Turn, profiles: readonly Profile[], request: RouteRequest): Promise<Turn> {
  if (profiles.length === 0 && request.strategy === 'keyword' && request.tools.length <= FEW_BY_WORDS) return turn;
  const all = request.tools.map(({ name }) => name);
  const told = profileTold(turn, profiles, request.query);
  const allowed = told && turnProfile(told.profile, all, told.by).tools;
  const tools = allowed ? request.tools.filter(({ name }) => allowed.includes(name)) : request.tools;
  const { language, area } = turn;
  const routed = await routeTools({ ...request, tools });
  // What a rule is certain to call stays, whatever the words are alike to.
  const called = tools.filter(({ ahead }) => ahead?.(request.query, { language, area }) !== undefined);
  const kept = [...new Set([...routed.tools, ...called.map(({ name }) => name)])];
  // Where every tool is left nothing was picked, so that it tells nothing about the profile.
  const narrowed = !routed.open && routed.tools.length < tools.length;
  const picked = narrowed ? routed.tools.filter((name) => !ALWAYS_IN.includes(name)) : undefined;
  const chosen = told?.profile ?? profileByTools(profiles, picked);
  if (!chosen) return routed.open ? turn : { ...turn, tools: kept };
  // What was picked without the profile in mind may leave nothing of it: then the profile's own tools are offered.
  const lost = picked !== undefined && picked.length > 0 && allowedBy(chosen, picked).length === 0;
  const profile = turnProfile(chosen, all, told?.by ?? (chosen.tools?.length ? 'tools' : 'rest'));
  const left = kept.filter((name) => profile.tools.includes(name));
  return { ...turn, profile, tools: lost ? profile.tools : left };
}

/** The profile that is known before any tool is picked, and why. */
function profileTold(
  turn: Turn,
  profiles: readonly Profile[],
  query: string,
): { profile: Profile; by: TurnProfile['by'] } | undefined {
  const ways = [
    ['wake-word', () => profileByWakeWord(profiles, turn)],
    ['switched', () => switchedProfile(profiles, turn.site)],
    ['words', () => profileByWords(profiles, query)],
    ['likeness', () => profileByLikeness(profiles, query)],
  ] as const;
  for (const [by, find] of ways) {
    const profile = find();
    if (profile) return { profile, by };
  }
  return undefined;
}
