import { isPlaying } from '../../home/actions.js';
import type { Command, Entity } from '../../home/types.js';
import type { Scope, Wanted } from './scope.js';
import { resolve } from './targets.js';

const PLAYERS: Wanted = { domains: ['media_player'], of: 'media_player' };

/**
 * Players that are to play along with the one that is named, else with what plays already; of several that are grouped,
 * the others play along with one of them. Null where it isn't certain with which.
 */
export function joinCommand(
  said: string | undefined,
  entities: readonly Entity[],
  scope: Scope,
  command: (action: 'join', leader: string) => Command,
): Command | null {
  const leader = said === undefined ? playing(entities, scope) : named(said.trim(), scope);
  const targets = entities.flatMap(({ id }) => (id === leader?.id ? [] : [id]));
  return leader && targets.length > 0 ? { ...command('join', leader.id), targets } : null;
}

function named(said: string, scope: Scope): Entity | undefined {
  const players = resolve(said, scope, PLAYERS)?.entities ?? [];
  return soleOf(players) ?? soleOf(players.filter(isPlaying));
}

function playing(entities: readonly Entity[], { index, here }: Scope): Entity | undefined {
  const others = index.ofKinds(['media_player']).filter((one) => isPlaying(one) && !entities.includes(one));
  if (entities.length > 1) return soleOf(entities.filter(isPlaying)) ?? entities[0];
  return soleOf(others.filter(({ area }) => area !== undefined && area === here?.id)) ?? soleOf(others);
}

function soleOf(entities: readonly Entity[]): Entity | undefined {
  const [one, ...others] = entities;
  return others.length === 0 ? one : undefined;
}
