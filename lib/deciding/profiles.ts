import { z } from 'zod';
import { fold, stem, words } from '../language/fold.js';
import { JarvisError } from '../turn/errors.js';
import { readJson } from '../turn/foreign.js';
import type { TurnProfile } from '../turn/turn.js';
import { withAlways } from './router.js';
import { routeByKeywords } from './router-keyword.js';

const profileSchema = z.strictObject({
  name: z.string().trim().min(1).max(40),
  /** What it is for, in a sentence: a request that is like it belongs to the profile. */
  description: z.string().trim().min(1).max(200).optional(),
  /** Added to the agent's rules while the profile holds. */
  prompt: z.string().max(2000).optional(),
  /** The tools that may be called, exact names or the beginning of names with a star; every tool when left out. */
  tools: z.array(z.string().trim().min(1).max(80)).max(100).optional(),
  /** Words of the topic, in whatever languages. A profile without words, description and tools is the one for everything else. */
  keywords: z.array(z.string().trim().min(1).max(60)).max(200).optional(),
  /** Names of wake words that call it, e.g. "hey_mycroft". */
  wakeWords: z.array(z.string().trim().min(1).max(60)).max(10).optional(),
  /** A model of the agent's server that answers in place of the chat model. */
  model: z.string().trim().min(1).max(200).optional(),
  temperature: z.number().min(0).max(2).optional(),
  /** False: no plan is made; true: one is made for short requests too, where the planner decides by itself. */
  planning: z.boolean().optional(),
  /** Most calls of the model for a reply. */
  maxTurns: z.number().int().min(1).max(20).optional(),
});
export type Profile = z.infer<typeof profileSchema>;
const profilesSchema = z.array(profileSchema).max(20);

/**
 * The profiles of a node's settings: a JSON array of `{name, prompt?, tools?, keywords?}`; none when it is empty.
 * @throws JarvisError not-configured that says what is wrong: a list that can't be read must not let every tool through.
 */
export function readProfiles(json: string | undefined): Profile[] {
  const text = (json ?? '').trim();
  if (text === '') return [];
  let value: unknown;
  try {
    value = readJson(text);
  } catch (thrown) {
    throw new JarvisError('not-configured', 'The profiles are not JSON. Open the router node and correct them.', {
      cause: thrown,
    });
  }
  const parsed = profilesSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.join('.') || 'the list';
  throw new JarvisError(
    'not-configured',
    `The profiles can't be used (${where}: ${issue?.message}). Open the router node and correct them.`,
  );
}

/** The profile with the most of its words in the query; undefined when none has any. */
export function profileByWords(profiles: readonly Profile[], query: string): Profile | undefined {
  const said = ` ${keyed(query)} `;
  return best(profiles, ({ keywords = [] }) => keywords.filter((word) => said.includes(` ${keyed(word)} `)).length);
}

/** The profile whose description shares most words and topics with the query; undefined when none does. */
export function profileByLikeness(profiles: readonly Profile[], query: string): Profile | undefined {
  const described = profiles.flatMap(({ name, description }) => (description ? [{ name, description }] : []));
  const [nearest] = routeByKeywords(query, described);
  return profiles.find(({ name }) => name === nearest);
}

/** The profile that is called so: by its name, or by one of its words ("Sekretärin"). */
export function profileCalled(profiles: readonly Profile[], called: string): Profile | undefined {
  return (
    profiles.find(({ name }) => fold(name) === fold(called)) ??
    profiles.find(({ keywords = [] }) => keywords.some((word) => keyed(word) === keyed(called)))
  );
}

/** Whether a person's words name a profile, or have one in common with what it is for. */
export function isAbout(profile: Profile, said: string): boolean {
  const { name, description = '' } = profile;
  return profileByWords([profile], said) !== undefined || routeByKeywords(said, [{ name, description }]).length > 0;
}

/**
 * The profile where no words told: the one that allows most of the tools the router picked, else the one for everything
 * else. Undefined when there is none.
 * @param picked What the router picked; left out when it gave up.
 */
export function profileByTools(profiles: readonly Profile[], picked?: readonly string[]): Profile | undefined {
  const fitting = picked && best(profiles, (profile) => (profile.tools ? allowedBy(profile, picked).length : 0));
  return (
    fitting ?? profiles.find(({ keywords, description, tools }) => !keywords?.length && !description && !tools?.length)
  );
}

/** The tools of a list that a profile lets through. Without a list of its own it lets all of them through. */
export function allowedBy({ tools }: Profile, names: readonly string[]): string[] {
  if (!tools) return [...names];
  return names.filter((name) =>
    tools.some((allowed) => (allowed.endsWith('*') ? name.startsWith(allowed.slice(0, -1)) : name === allowed)),
  );
}

/** What travels with the turn. @param catalogue Names of all tools. @param by Why it is this one. */
export function turnProfile(profile: Profile, catalogue: readonly string[], by: TurnProfile['by']): TurnProfile {
  const { name, model, temperature, planning, maxTurns } = profile;
  const prompt = profile.prompt?.trim();
  return {
    name,
    by,
    ...(prompt && { prompt }),
    ...(model && { model }),
    ...(temperature !== undefined && { temperature }),
    ...(planning !== undefined && { planning }),
    ...(maxTurns !== undefined && { maxTurns }),
    tools: withAlways(allowedBy(profile, catalogue), catalogue),
  };
}

function best(profiles: readonly Profile[], score: (profile: Profile) => number): Profile | undefined {
  let found: { profile: Profile; score: number } | undefined;
  for (const profile of profiles) {
    const own = score(profile);
    if (own > (found?.score ?? 0)) found = { profile, score: own };
  }
  return found?.profile;
}

function keyed(text: string): string {
  return words(text.slice(0, 1000)).map(stem).join(' ');
}
