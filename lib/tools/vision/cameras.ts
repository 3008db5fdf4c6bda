import { entityIndex } from '../../home/entity-index.js';
import type { Entity, Home } from '../../home/types.js';
import { JarvisError } from '../../turn/errors.js';
import { oneLine } from '../../turn/shorten.js';
import { Unknown } from '../home-results.js';
import { type OwnCamera, ownPicture } from './own-cameras.js';

/** A camera that a model may look through. */
export interface Camera {
  name: string;
  /** @throws JarvisError; AbortError. */
  picture(signal: AbortSignal): Promise<Buffer>;
}

const MAX_NAMED = 20;

/**
 * The camera that is meant, among those of the house that may be spoken about and the owner's own: the one of this name,
 * without one the only one of the room or of the house.
 * @throws Unknown with the names of all where none or several fit.
 */
export function cameraNamed(
  name: string,
  { home, own, area }: { home: Home | undefined; own: readonly OwnCamera[]; area: string | undefined },
): Camera {
  const entities = camerasOf(home, own);
  const index = entityIndex({ areas: home?.house().areas ?? [], entities });
  const inRoom = area === undefined ? [] : index.inArea(area);
  const called = index.named(name, { area });
  const close = () => index.find(name, { area, limit: 1 }).map(({ entity }) => entity);
  const found = name === '' ? (inRoom.length > 0 ? inRoom : entities) : called.length > 0 ? called : close();
  const [entity, another] = found;
  if (!entity || another) throw new Unknown(whichOf(name, another ? found : entities));
  const ofOwner = own.find((_, at) => entity.id === idOf(at));
  return {
    name: entity.name,
    picture: async (signal) => {
      if (ofOwner) return await ownPicture(ofOwner, signal);
      if (!home?.picture) throw new JarvisError('home-refused', `${entity.name} gives no pictures.`);
      return await home.picture(entity.id, signal);
    },
  };
}

/** All cameras: those of the house that may be spoken about, and the owner's own as if they were the house's. */
export function camerasOf(home: Home | undefined, own: readonly OwnCamera[]): Entity[] {
  const ofHouse = (home?.house().entities ?? []).filter(({ id }) => id.startsWith('camera.'));
  const listed = own.map(({ name }, at): Entity => {
    return { id: idOf(at), domain: 'other', name, aliases: [], state: 'idle', attributes: {} };
  });
  return [...ofHouse, ...listed];
}

/** No id of Home Assistant's has a space. */
const idOf = (at: number) => `camera.own ${at}`;

function whichOf(name: string, cameras: readonly Entity[]): string {
  if (cameras.length === 0) return 'There is no camera: none of the house may be spoken about, and none is listed.';
  const names = cameras.slice(0, MAX_NAMED).map((camera) => oneLine(camera.name, 60));
  const why = name === '' ? 'There are several cameras' : `No single camera is called "${oneLine(name, 60)}"`;
  return `${why}. Name one of these: ${names.join(', ')}.`;
}
