import { z } from 'zod';
import { canSearch, searchAndPlay } from '../deciding/contents/media.js';
import type { Contents } from '../home/contents.js';
import { entityIndex } from '../home/entity-index.js';
import { type GuardedHome, guarded } from '../home/guard.js';
import type { Entity, Home } from '../home/types.js';
import type { Tool, ToolContext, ToolResult } from '../llm/types.js';
import { clean } from './home-lines.js';
import { argumentsOf, refuseWhenLost, toolResult } from './home-results.js';
import { leftOut } from './left-out.js';
import { namedAmong, noneNamed } from './named-among.js';
import { refusedQuestion } from './refused.js';

const absent = z.preprocess(leftOut, z.string().max(100).optional());
const musicArguments = z.object({ query: z.string().trim().min(1).max(200), player: absent });

/** Searches by Home Assistant's players, Music Assistant's or others, and plays what they find. None where no player can. */
export function musicTools(home: Home): Tool[] {
  const house = guarded(home);
  const { contents } = house;
  if (!contents || playersOf(house).length === 0) return [];
  return [
    {
      name: 'play_music',
      description: 'Searches for music, a station or a podcast and plays it in a room.',
      acts: true,
      parameters: {
        type: 'object',
        properties: {
          query: { type: 'string', description: 'Title, artist or station, e.g. "Kind of Blue".' },
          player: { type: 'string', description: 'Name of the player, or its room. Default: this room.' },
        },
        required: ['query'],
      },
      async run(args, context) {
        return refusedQuestion(context) ?? (await toolResult(() => play(house, contents, args, context)));
      },
    },
  ];
}

async function play(
  home: GuardedHome,
  contents: Contents,
  args: Record<string, unknown>,
  { area, language, signal }: ToolContext,
): Promise<ToolResult> {
  const { query, player: named } = argumentsOf(args, musicArguments);
  refuseWhenLost(home, 'Not done.');
  const player = playerFor(home, named, area);
  const playing = await searchAndPlay(contents, { player, what: query, language }, signal);
  if (!playing) return { ok: false, text: `${clean(player.name)} finds nothing for "${clean(query)}".` };
  return { ok: true, text: `Plays ${clean(playing.title)} on ${clean(player.name)}.`, told: playing.told };
}

function playersOf(home: GuardedHome): Entity[] {
  return home.house().entities.filter((one) => one.domain === 'media_player' && canSearch(one));
}

/** @throws Unknown with the players there are, where none or no single one is meant */
function playerFor(home: GuardedHome, named: string | undefined, area: string | undefined): Entity {
  const players = playersOf(home);
  const index = entityIndex(home.house());
  const isOne = (found: Entity) => players.includes(found);
  const called = namedAmong(home.house(), named, isOne);
  const room = named ?? area;
  const there = room !== undefined && index.area(room) ? index.inArea(room).filter(isOne) : [];
  const [player] = [...called, ...there, ...(named === undefined && players.length === 1 ? players : [])];
  if (player) return player;
  throw noneNamed('player', named, players);
}
