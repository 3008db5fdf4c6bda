import { contexts } from '../llm/contexts.js';
import { modelFor } from '../llm/gateway.js';
import { sizeOf } from '../llm/server-size.js';
import type { TurnProfile } from '../turn/turn.js';
import type { ReplyRequest } from './loop.js';

const MAX_TURNS = contexts.reply.limits.mostTurns;

/** What a reply is made with in a profile, and without one. Tools that the profile doesn't list aren't there at all. */
export async function inProfile(
  { models, character, tools, maxTurns = MAX_TURNS, signal }: ReplyRequest,
  profile: TurnProfile | undefined,
) {
  const own = profile?.model ? { ...models, chat: profile.model } : models;
  return {
    models: own,
    size: models.lacking ? 'small' : await sizeOf(models.provider, modelFor(own, contexts.reply), signal),
    character: { ...character, profile: profile?.prompt },
    tools: profile ? tools.filter(({ name }) => profile.tools.includes(name)) : tools,
    temperature: profile?.temperature,
    maxTurns: profile?.maxTurns ?? maxTurns,
  };
}
