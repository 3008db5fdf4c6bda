import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, test } from 'node:test';
import { freePort } from '../../../test/free-port.js';
import { hurried, must, until } from '../../../test/until.js';
import { clock } from '../../turn/clock.js';
import { openRooms, type Rooms } from '../esphome-device/rooms.js';
import { openKeptSettings } from '../kept-settings.js';
import type { Link } from '../linked/types.js';
import { openPlaybackQueue } from '../playback-queue.js';
import { openProblems } from '../problems.js';
import { openSites } from '../sites.js';
import type { Emit } from '../types.js';
import { openEsphome } from './esphome-satellite.js';

const SITE = 'kitchen';
const key = randomBytes(32).toString('base64');
const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/** One of our own rooms as a device, which another flow connects to. */
function device(port: number) {
  const sites = openSites({ [SITE]: 'Kitchen' }, () => rooms?.sitesChanged());
  const problems = openProblems(() => {});
  const emit: Emit = () => {};
  const words = ['hey_jarvis', 'alexa'];
  const kept = { file: path.join(folder(), 'rooms.json'), wakeWords: () => words };
  const settings = openKeptSettings(kept, { sites, problems, emit, canSet: () => true });
  let rung = 0;
  const rooms: Rooms | undefined = openRooms({ address: `${port}`, key, house: 'test', language: 'en' }, [SITE], {
    ...{ sites, settings, problems, emit, loudspeakers: openPlaybackQueue(), show: () => {}, canSay: () => false },
    play: async () => void rung++,
  });
  opened.push(() => rooms?.close());
  return { rooms, settings, site: () => must(sites.get(SITE)), rung: () => rung };
}

/** Our end of the connection to it, and what it knows of its room. */
function linkTo(port: number, file: string, wakeWord?: string) {
  let link: Link | undefined;
  const sites = openSites(
    {},
    () => {
      settings.sitesChanged();
      link?.roomChanged?.();
    },
    new Map([[SITE, 'esphome']]),
    wakeWord === undefined ? {} : { [SITE]: { wakeWords: [wakeWord] } },
  );
  const problems = openProblems(() => {});
  const emit: Emit = () => {};
  const settings = openKeptSettings({ file, wakeWords: () => [] }, { sites, problems, emit, canSet: () => true });
  link = openEsphome(
    { site: SITE, kind: 'esphome', host: '127.0.0.1', port, key },
    {
      ...{ sites, settings, problems, emit },
    },
  );
  settings.sitesChanged();
  opened.push(() => link.close());
  return { link, settings, site: () => must(sites.get(SITE)) };
}

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'jarvis-link-'));
  opened.push(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

describe('what is set of a device and of its room', () => {
  test('is the same at both ends, whoever set it, and set again when the device has forgotten it', async () => {
    const [port, file] = [await freePort(), path.join(folder(), 'rooms.json')];
    const there = device(port);
    there.settings.change(SITE, { volume: 60 });
    const { link, settings, site } = linkTo(port, file);
    await until(() => site().volume === 60 && link.hasVolume?.(), 'its volume');
    settings.change(SITE, { volume: 30, deaf: true });
    await until(() => there.site().volume === 30 && there.site().deaf, 'ours');
    there.settings.change(SITE, { volume: 45 });
    await until(() => site().volume === 45, 'what was set there');
    await there.rooms?.close();
    await until(() => !link.hasVolume?.(), 'the loss');
    const again = device(port);
    await hurried(until(() => link.hasVolume?.(), 'the connection'));
    await until(() => again.site().deaf, 'its microphone to be off again');
    await until(() => again.site().volume === site().volume, 'its volume');
    again.settings.change(SITE, { deaf: undefined });
    await until(() => !site().deaf, 'the microphone to be on here, too');
    // Nothing of it is left to be set after a restart.
    assert.deepEqual([linkTo(await freePort(), file).site().volume, site().deaf], [undefined, undefined]);
  });

  test('its wake words are known, and the chosen one is what it listens for', async () => {
    const port = await freePort();
    const there = device(port);
    const { settings, site } = linkTo(port, path.join(folder(), 'rooms.json'), 'alexa');
    await until(() => there.site().wakeWord === 'alexa', 'the word of the form');
    assert.deepEqual(site().deviceWords, ['*', 'hey_jarvis', 'alexa']);
    settings.change(SITE, { wakeWord: 'hey_jarvis' });
    await until(() => there.site().wakeWord === 'hey_jarvis', 'the word that was set');
    settings.change(SITE, { wakeWord: undefined });
    await until(() => there.site().wakeWord === 'alexa', 'the word of the form again');
  });
});

test('a device with a bell rings when it is told, and knows nothing of timers that it was not shown', async () => {
  const port = await freePort();
  const there = device(port);
  const { link } = linkTo(port, path.join(folder(), 'rooms.json'));
  const bell = await until(() => link.bell?.(), 'its bell');
  link.showTimers?.([{ id: 'eggs', name: 'eggs', due: clock.now() + 60_000, length: 60_000 }]);
  assert.equal(bell('eggs'), true);
  await until(() => there.rung() > 0, 'the bell');
  await there.rooms?.close();
  await until(() => link.bell?.() === undefined, 'no bell where there is no device');
});
