import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { wavOf } from '../../lib/audio/wav.js';
import { silence } from '../../lib/listening/samples.test.helper.js';
import { openPage, type Page } from '../page.js';
import { type Runtime, startRuntime } from '../runtime.js';
import { openSatellite, type Satellite } from '../satellite.js';
import { until } from '../until.js';

/** More sites than a house has rooms: the rest is forgotten. */
const MAX_SITES = 200;
const good = wavOf({ rate: 16_000, samples: silence(0.08) });

/** A good frame with something else at a place. */
function changed(change: (wav: Buffer) => void): Buffer {
  const wav = Buffer.from(good);
  change(wav);
  return wav;
}

const FRAMES: Record<string, Buffer> = {
  'no bytes': Buffer.alloc(0),
  text: Buffer.from('this is no sound'),
  'half of a header': good.subarray(0, 20),
  'a header alone': good.subarray(0, 44),
  'a RIFF that is none': changed((wav) => wav.write('RIFX', 0, 'latin1')),
  'a format that is cut off': Buffer.from('RIFF....WAVEfmt '),
  'samples before their format': Buffer.concat([Buffer.from('RIFF....WAVEdata\x10\0\0\0'), Buffer.alloc(16)]),
  'a codec of its own': changed((wav) => wav.writeUInt16LE(85, 20)),
  'a chunk that ends beyond the file': changed((wav) => wav.writeUInt32LE(0xffffffff, 16)),
  'random bytes': Buffer.from(Array.from({ length: 1_000 }, (_, at) => (at * 7919) % 256)),
  'a header in a header': Buffer.concat([good.subarray(0, 36), good]),
};
const WAVS: Record<string, Buffer> = {
  'no channels': changed((wav) => wav.writeUInt16LE(0, 22)),
  'nine channels': changed((wav) => wav.writeUInt16LE(9, 22)),
  'a rate of nothing': changed((wav) => wav.writeUInt32LE(0, 24)),
  'a rate of 4 GHz': changed((wav) => wav.writeUInt32LE(4_000_000_000, 24)),
  'samples of no bits': changed((wav) => wav.writeUInt16LE(0, 34)),
  'samples of seven bits': changed((wav) => wav.writeUInt16LE(7, 34)),
  'more samples than there are': changed((wav) => wav.writeUInt32LE(0x7fffffff, 40)),
  'half a sample': good.subarray(0, good.length - 1),
};
const SITE_IDS = [
  ...[
    '',
    ' ',
    '..',
    '../../etc/passwd',
    '/',
    'kitchen/../den',
    '+',
    '#',
    '$SYS',
    '__proto__',
    'constructor',
    'toString',
  ],
  ...[
    'x'.repeat(10_000),
    'a\u0000b',
    'a\nb',
    '<script>alert(1)</script>',
    '🙂',
    'browser-0000000a',
    "'; DROP TABLE x; --",
  ],
];

describe('sound and names that are none', () => {
  let runtime: Runtime;
  let page: Page;
  let satellite: Satellite;

  before(async () => {
    runtime = await startRuntime({ env: { JARVIS_MODEL_URL: 'http://127.0.0.1:9' } });
    await runtime.warm();
    page = await openPage(runtime.url);
    satellite = await openSatellite(runtime.mqttPort);
  });
  after(async () => {
    await page?.close();
    await satellite?.close();
    await runtime?.stop();
  });

  /** Everything sent before has been looked at, and nothing was harmed. */
  async function unharmed(): Promise<void> {
    for (const state of ['on', 'off']) {
      await page.type(`turn ${state} the kitchen light`);
      await page.sees('light.kitchen_light', state);
    }
    assert.equal(runtime.running(), true);
    assert.doesNotMatch(runtime.output(), /unhandled|uncaught|MaxListeners|TypeError|RangeError|Something unexpected/i);
  }

  for (const [group, sounds] of Object.entries({ frames: FRAMES, WAVs: WAVS })) {
    test(`${Object.keys(sounds).length} malformed ${group}, each again and again`, async () => {
      for (const [at, sound] of Object.values(sounds).entries()) {
        for (let time = 0; time < 3; time++) await satellite.say(`hermes/audioServer/${group}${at}/audioFrame`, sound);
      }
      await unharmed();
      // Each site is told of once, whatever it sends.
      for (const at of Object.keys(sounds).keys()) {
        const told = [...runtime.output().matchAll(new RegExp(`\\[debug:errors\\] .*"${group}${at}"`, 'g'))].length;
        assert.ok(told <= 1, `${group}${at}: ${told} times`);
      }
    });
  }

  test('site ids that are none become no rooms and leave the others alone', async () => {
    for (const siteId of SITE_IDS) {
      await satellite.say('hermes/asr/textCaptured', { siteId, text: 'turn on the kitchen light' });
      await satellite.say('hermes/dialogueManager/startSession', { siteId, init: { type: 'action' } });
      await satellite.say('hermes/hotword/hey_jarvis/detected', { siteId });
    }
    await unharmed();
    for (const site of await runtime.sites()) {
      assert.ok(site.length > 0 && site.length <= 200, site);
      assert.doesNotMatch(site, /[\p{Cc}+#/]/u);
    }
    assert.deepEqual(Object.getOwnPropertyNames(Object.prototype).includes('id'), false);
  });

  test('thousands of site ids leave no more rooms than a house can have', async () => {
    for (let at = 0; at < 2_000; at++) {
      await satellite.say('hermes/audioServer/toggleOff', { siteId: `room-${at}` });
    }
    await until(async () => (await runtime.sites()).length <= MAX_SITES, 'the rooms to be few');
    await unharmed();
  });
});
