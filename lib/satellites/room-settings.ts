import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { JarvisError, reasonOf } from '../turn/errors.js';
import { readJson } from '../turn/foreign.js';
import { makePrivateFile, makePrivateFolder } from '../turn/private-files.js';
import { isSiteId } from './sites.js';

const MAX_ROOMS = 200;
const MAX_BYTES = 64 * 1024;
const roomSetting = z.object({
  deaf: z.literal(true).optional(),
  volume: z.number().min(0).max(100).optional(),
  language: z.string().max(35).optional(),
  wakeWord: z.string().max(100).optional(),
});
const roomSettings = z.record(z.string().refine(isSiteId), roomSetting);

/** What a person has set of a room beside the form. */
export type RoomSetting = z.infer<typeof roomSetting>;

/** What people have set of rooms, in a file: a microphone that was switched off stays off over restarts. */
export interface RoomSettings {
  of(site: string): RoomSetting;
  /** Nothing is thrown: what can't be written is told, and holds until the process ends. */
  change(site: string, change: { [Name in keyof RoomSetting]: RoomSetting[Name] | undefined }): void;
}

/** @param failed is told why the file can't be read or written */
export function openRoomSettings(file: string, failed: (error: JarvisError) => void): RoomSettings {
  let rooms = new Map<string, RoomSetting>();
  const tell = (what: string, thrown: unknown) => {
    const why = `What was set of the rooms can't be ${what} (${file}): ${reasonOf(thrown)}`;
    failed(new JarvisError('store-failed', why, { cause: thrown }));
  };
  try {
    const text = readFileSync(file, 'utf8');
    if (text.length <= MAX_BYTES) rooms = new Map(Object.entries(roomSettings.parse(readJson(text))));
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'ENOENT') tell('read', thrown);
  }
  const write = () => {
    try {
      makePrivateFolder(path.dirname(file));
      makePrivateFile(`${file}.new`);
      writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries(rooms)));
      // As a whole or not at all, whenever the power goes.
      renameSync(`${file}.new`, file);
    } catch (thrown) {
      tell('written', thrown);
    }
  };
  return {
    of: (site) => rooms.get(site) ?? {},
    change(site, change) {
      const now = Object.entries({ ...rooms.get(site), ...change }).filter(([, value]) => value !== undefined);
      rooms.delete(site);
      if (now.length > 0) rooms.set(site, Object.fromEntries(now));
      for (const oldest of rooms.keys()) if (rooms.size > MAX_ROOMS) rooms.delete(oldest);
      write();
    },
  };
}
