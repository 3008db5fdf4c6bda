import type { Contents } from '../../home/contents.js';
import type { Entity } from '../../home/types.js';
import { filled } from '../../language/spoken.js';
import { JarvisError } from '../../turn/errors.js';
import { type Asked, type ContentsAnswer, meant } from './contents.js';
import { phrasesOf, shortened } from './phrases.js';

/** Home Assistant's supported_features of a player. */
const SEARCH_AND_PLAY = (1 << 22) | (1 << 9);

/** Searches and plays on the player that is named, or on one of the room; undefined where nothing was named and none can. */
export async function mediaAnswer(asked: Asked): Promise<ContentsAnswer> {
  const { contents, language, what, match, signal } = asked;
  const phrases = phrasesOf(language);
  const players = playersOf(asked);
  const [player] = players.filter(canSearch);
  const isNamed = match.named['name'] !== undefined || match.named['area'] !== undefined;
  const told = (text: string, ok: boolean): ContentsAnswer => ({
    text,
    command: { action: 'play_media', targets: player ? [player.id] : [], ok, by: 'local' },
  });
  if (what === '') return undefined;
  if (!player) {
    const [one] = players;
    return isNamed && one ? told(filled(phrases.cannotPlay, { player: one.name }), false) : undefined;
  }
  const playing = await searchAndPlay(contents, { player, what, language }, signal);
  if (!playing) return isNamed ? told(filled(phrases.mediaNotFound, { what }), false) : undefined;
  return told(playing.told, true);
}

/** What a player shall find and play, and the language in which that is told. */
interface Wanted {
  player: Entity;
  what: string;
  language: string;
}

/**
 * Plays the best that a player finds.
 * @returns its title, and what the person is told; undefined where nothing was found
 * @throws JarvisError home-unreachable, and home-refused where the player doesn't play it; AbortError
 */
export async function searchAndPlay(
  contents: Contents,
  { player, what, language }: Wanted,
  signal: AbortSignal,
): Promise<{ title: string; told: string } | undefined> {
  const found = await contents.search(player.id, what, signal).catch((thrown: unknown) => {
    if (thrown instanceof JarvisError && thrown.code === 'home-refused') return undefined;
    throw thrown;
  });
  if (!found) return undefined;
  await contents.playMedia(player.id, found, signal);
  const title = shortened(found.title || what);
  return { title, told: filled(phrasesOf(language).playing, { title, player: player.name }) };
}

function playersOf(asked: Asked): Entity[] {
  const { match, area } = asked;
  const all = meant(asked, 'media_player').filter(({ state }) => state !== 'unavailable');
  if (match.named['name']) return all;
  const places = match.named['area']?.map(({ id }) => id) ?? [area];
  return all.filter((one) => one.area !== undefined && places.includes(one.area));
}

/** Whether a player can search for what it is to play. */
export function canSearch({ attributes }: Entity): boolean {
  return (Number(attributes['supported_features'] ?? 0) & SEARCH_AND_PLAY) === SEARCH_AND_PLAY;
}
