import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, test } from 'node:test';
import mqtt from 'mqtt';
import { openBroker } from '../../lib/satellites/broker.js';
import { openHub, type SatelliteHub } from '../../lib/satellites/hub.js';
import type { LinkedSatellite } from '../../lib/satellites/linked/types.js';
import type { Wake } from '../../lib/turn/turn.js';
import { must } from '../until.js';
import { type BoardName, board, loudest, loudIn, tone } from './esphome-board.js';
import { until } from './peers.js';

const NO_BROKER = { kind: 'external', url: '', protocol: 4, verify: true } as const;
const never = new AbortController().signal;
/** Bytes of a second of the microphone. */
const SECOND = 32_000;
const open: SatelliteHub[] = [];
const closeAll = async () => void (await Promise.all(open.splice(0).map((hub) => hub.close())));

/** A hub with one board, and what it has told. */
function house(
  site: BoardName,
  change: Partial<LinkedSatellite> = {},
  more: Partial<Parameters<typeof openHub>[0]> = {},
) {
  const device = board(site);
  const linked = [{ site, kind: 'esphome', ...device.address, ...change } as const];
  const hub = openHub({ broker: NO_BROKER, linked, ...more });
  const told = { wakes: [] as Wake[], heard: 0, hushes: 0, problems: [] as string[], isHeeded: true };
  hub.on('wake', (_, wake) => {
    told.heard = 0;
    told.wakes.push(wake);
    if (told.isHeeded) hub.setStage(site, 'listening');
  });
  hub.on('audio', (_, samples) => {
    told.heard += samples.length;
  });
  hub.on('hush', () => {
    told.hushes++;
    hub.setStage(site, 'idle');
  });
  hub.on('problem', (_, error) => told.problems.push(error.message));
  open.push(hub);
  const play = (hertz: number, seconds: number, signal = never) =>
    hub.play(site, tone(hertz, seconds), `tone-${hertz}`, signal);
  return {
    site,
    hub,
    told,
    device,
    play,
    /** Connected to, and the device has taken us. */
    ready: () => play(440, 0.1),
    woken: (count = 1) => until(() => told.wakes[count - 1], `wake ${count}`),
    listened: (seconds = 0.5) => until(() => told.heard > seconds * SECOND, 'sound'),
    understood() {
      hub.setStage(site, 'thinking');
      hub.show(site, { kind: 'heard', text: 'turn on the light', turn: 'turn' });
    },
    async answered(...tones: [number, number][]) {
      hub.show(site, { kind: 'reply', text: 'It is on.', turn: 'turn' });
      hub.setStage(site, 'speaking');
      for (const [hertz, seconds] of tones) await play(hertz, seconds);
      hub.setStage(site, 'idle');
    },
  };
}
type House = ReturnType<typeof house>;

/** Somebody presses the button, and the whole turn works: the device hangs nowhere. */
async function works({ told, device, woken, listened, understood, answered }: House) {
  const count = told.wakes.length + 1;
  // A press that ends something begins nothing.
  await until(async () => {
    await device.press();
    const end = Date.now() + 2_000;
    return until(() => told.wakes.length >= count || Date.now() > end, 'a press').then(
      () => told.wakes.length >= count,
    );
  }, 'the button');
  await woken(count);
  await listened();
  understood();
  const recorded = await device.record();
  await answered([1_200, 0.5]);
  assert.ok(loudIn(await recorded(), 1_200).length >= 8);
}

/** What is said is cut off after 1.5 s, and the device falls silent. */
async function cutOff({ hub, device, play }: House, site: BoardName): Promise<void> {
  const recorded = await device.record();
  const cut = new AbortController();
  const from = performance.now();
  let ms = 0;
  setTimeout(() => {
    ms = performance.now() - from;
    cut.abort();
  }, 1_500);
  await assert.rejects(play(1_000, 6, cut.signal), { name: 'AbortError' });
  const heard = loudIn(await recorded(), 1_000).length * 50;
  assert.ok(heard > 500 && heard < ms + 1_000, `${heard} ms heard, cut after ${ms}`);
  hub.setStage(site, 'idle');
}

for (const site of ['kitchen', 'den'] as const) {
  describe(`the board "${site}", which hears its wake word itself`, { timeout: 300_000 }, () => {
    afterEach(closeAll);

    test('a command is heard and answered in one stream, and the device listens on', async () => {
      const home = house(site);
      const { hub, told, device, woken, listened, understood, answered, ready } = home;
      await ready();
      await device.say('hey_jarvis');
      assert.deepEqual(await woken(), { word: 'hey_jarvis', by: 'satellite' });
      await device.say('turn_on_the_kitchen_light');
      await listened(1);
      understood();
      const recorded = await device.record();
      await answered([1_000, 0.8], [700, 0.8]);
      hub.listen(site);
      const sound = await recorded();
      const [first, second] = [loudIn(sound, 1_000), loudIn(sound, 700)];
      assert.ok(first.length >= 14 && second.length >= 14, `${first.length} and ${second.length} of 16`);
      const gap = must(second[0]) - must(first.at(-1));
      assert.ok(gap > 0, `the second comes ${gap} twentieths after the first`);
      assert.equal(await woken(2).then(({ by }) => by), 'follow-up');
      await listened();
      assert.equal(told.wakes.length, 2, 'its own request is no second wake');
      understood();
      await answered([900, 0.3]);
      await works(home);
      assert.deepEqual(told.problems, []);
    });

    test('an announcement is heard, and ends when it was', async () => {
      const home = house(site);
      await home.ready();
      const recorded = await home.device.record();
      await home.play(900, 1);
      assert.ok(loudIn(await recorded(), 900).length >= 18);
      assert.equal(home.told.hushes, 0);
      await works(home);
    });

    test('it listens after an announcement that asks something', async () => {
      const home = house(site);
      await home.ready();
      await home.play(900, 0.5);
      home.hub.listen(site);
      await home.woken();
      await home.listened();
      home.understood();
      await home.answered([900, 0.3]);
      assert.deepEqual(home.told.wakes, [{ word: null, by: 'follow-up' }]);
      await works(home);
    });

    test('who comes second is told that somebody else has the device, and has it when that one is gone', async () => {
      const first = house(site);
      await first.ready();
      const second = house(site);
      await until(() => second.told.problems.length > 0, 'the problem');
      assert.match(must(second.told.problems[0]), /hears for somebody else/);
      await first.hub.close();
      await second.ready();
      await works(second);
    });

    test('a reply that is cut off falls silent, and so is an announcement', async () => {
      const home = house(site);
      const { device, understood, woken, listened, ready } = home;
      await ready();
      for (const inTurn of [false, true]) {
        if (inTurn) {
          await device.press();
          await woken();
          await listened();
          understood();
        }
        await cutOff(home, site);
      }
      assert.equal(home.told.hushes, 0);
      await works(home);
    });

    test('a wake that nobody takes up ends without a word', async () => {
      const home = house(site);
      await home.ready();
      home.told.isHeeded = false;
      const logged = home.device.logging();
      await home.device.press();
      await home.woken();
      await until(() => logged('duplicate_wake_up_detected'), 'the end of it');
      home.told.isHeeded = true;
      await works(home);
    });

    test('the button ends the listening, and the thinking', async () => {
      const home = house(site);
      await home.ready();
      for (const [index, isHeard] of [false, true].entries()) {
        await home.device.press();
        await home.woken(index + 1);
        await home.listened();
        if (isHeard) home.understood();
        await home.device.press();
        await until(() => home.told.hushes > index, 'the end of the turn');
      }
      await works(home);
    });

    test('nothing said, nothing answered: it waits for the wake word again', async () => {
      const home = house(site);
      await home.ready();
      for (const [index, isThinking] of [false, true, true].entries()) {
        await home.device.press();
        await home.woken(index + 1);
        await home.listened(0.1);
        if (isThinking) home.hub.setStage(site, 'thinking');
        home.hub.setStage(site, 'idle');
        await until(() => home.device.log().endsWith('IDLE'), 'the device to be idle');
      }
      await works(home);
    });

    test('"stop" ends the reply, and the rest of it', async () => {
      const home = house(site);
      await home.ready();
      await home.device.press();
      await home.woken();
      await home.listened();
      home.understood();
      const logged = home.device.logging();
      const reply = home.play(500, 20);
      await until(() => logged('ANNOUNCING'), 'the reply');
      await until(async () => {
        await home.device.say('stop');
        return home.told.hushes > 0;
      }, 'the word');
      await reply;
      await works(home);
    });

    test('a timer is shown, rung with the bell of the device, and ended there by a word', async () => {
      const home = house(site);
      const { hub, device } = home;
      await home.ready();
      const timer = { id: 'eggs', name: 'eggs', due: Date.now() + 60_000, length: 60_000 };
      const logged = device.logging();
      hub.showTimers(site, [timer]);
      await until(() => logged('timer started'), 'the timer');
      hub.showTimers(site, [{ ...timer, paused: 30_000 }]);
      await until(() => logged('timer updated'), 'the pause');
      hub.showTimers(site, []);
      await until(() => logged('timer cancelled'), 'the end');
      hub.showTimers(site, [timer]);
      const recorded = await device.record();
      const begins = device.logging();
      assert.equal(must(hub.bell?.(site))('eggs'), true);
      await until(() => begins('State changed to ANNOUNCING'), 'the bell');
      await until(async () => {
        await device.say('stop');
        return begins("Detected 'Stop'");
      }, 'the word');
      assert.ok((await recorded()).samples.some((byte) => byte !== 0));
      const after = device.logging();
      // It isn't shown again as it rings and as it goes.
      hub.showTimers(site, [timer]);
      hub.showTimers(site, []);
      await works(home);
      assert.ok(!after('timer '));
    });

    test('its volume, microphone and wake word are as its room is set, also after a power cut', async () => {
      const broker = await openBroker({ host: '127.0.0.1', port: 0 });
      const folder = mkdtempSync(path.join(tmpdir(), 'jarvis-rooms-'));
      const home = house(
        site,
        {},
        {
          broker: { kind: 'external', url: `mqtt://127.0.0.1:${broker.port}`, protocol: 4, verify: true },
          discovery: { languages: ['en'], areaName: (area) => area },
          settings: { file: path.join(folder, 'rooms.json'), wakeWords: () => [] },
        },
      );
      const room = () => must(home.hub.site(site));
      const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${broker.port}`);
      const set = (what: string, value: string) => client.publishAsync(`jarvis/${site}/set/${what}`, value, { qos: 1 });
      try {
        await home.ready();
        await until(() => room().deviceWords?.includes('alexa'), 'its wake words');
        await set('volume', '50');
        await until(() => room().volume === 50, 'the volume');
        const recorded = await home.device.record();
        await home.play(900, 1);
        // A tone of 12,000 at half the volume, not at a quarter as where we lower it, too.
        const peak = loudest(await recorded());
        assert.ok(peak > 5_000 && peak < 7_000, `${peak}`);
        await set('wake_word', 'okay_nabu');
        await until(() => room().wakeWord === 'okay_nabu', 'the wake word');
        await until(async () => {
          await home.device.say('okay_nabu');
          return home.told.wakes.length > 0;
        }, 'the wake');
        assert.deepEqual(home.told.wakes, [{ word: 'okay_nabu', by: 'satellite' }]);
        home.hub.setStage(site, 'idle');
        await set('mute', 'ON');
        await until(() => room().deaf, 'the microphone to be off');
        await home.device.kill();
        await until(() => home.told.problems.length > 0, 'the loss');
        await home.device.start();
        await home.ready();
        const logged = home.device.logging();
        await set('mute', 'OFF');
        await until(() => !room().deaf, 'the microphone to be on');
        await set('volume', '100');
        await set('wake_word', 'Any');
        await until(() => room().volume === undefined && room().wakeWord === undefined, 'what it was');
        assert.ok(!logged('Detected'));
        await works(home);
      } finally {
        await client.endAsync(true);
        await closeAll();
        await broker.close();
        rmSync(folder, { recursive: true, force: true });
      }
    });

    for (const at of ['listening', 'thinking', 'speaking', 'announcing'] as const) {
      test(`a power cut while ${at} is told, and over when the power is back`, async () => {
        const home = house(site);
        const { device, hub, told } = home;
        await home.ready();
        if (at !== 'announcing') {
          await device.press();
          await home.woken();
          await home.listened();
        }
        if (at === 'thinking' || at === 'speaking') home.understood();
        const isPlaying = at === 'speaking' || at === 'announcing';
        const logged = device.logging();
        const lost = isPlaying && assert.rejects(home.play(600, 20), { code: 'satellite-unreachable' });
        if (isPlaying) await until(() => logged('ANNOUNCING'), 'the sound');
        await device.kill();
        await lost;
        await until(() => told.problems.length > 0, 'the problem');
        hub.setStage(site, 'idle');
        await device.start();
        await home.ready();
        await works(home);
        assert.equal(told.problems.length, 1, told.problems.join('\n'));
      });
    }

    test('a flow that is deployed anew in the middle of a turn leaves no device behind that hangs', async () => {
      for (const stage of ['listening', 'thinking'] as const) {
        const first = house(site);
        await first.ready();
        await first.device.press();
        await first.woken();
        await first.listened();
        first.hub.setStage(site, stage);
        await closeAll();
      }
      const home = house(site);
      await home.ready();
      await works(home);
    });
  });
}

for (const site of ['atom', 'shelf'] as const) {
  describe(`the board "${site}", whose wake word is heard here`, { timeout: 300_000 }, () => {
    afterEach(closeAll);

    /** As where the wake word was heard in what the microphone sends all the time. */
    async function turn(home: House, ...tones: [number, number][]) {
      const { hub, told, device, listened, understood, answered } = home;
      told.heard = 0;
      await listened(1);
      hub.setStage(site, 'listening');
      await listened(1.5);
      understood();
      const recorded = await device.record();
      await answered(...tones);
      return recorded();
    }

    test('what it hears comes all the time, and a reply in its pieces', async () => {
      const home = house(site);
      const sound = await turn(home, [1_000, 0.8], [700, 0.8]);
      const [first, second] = [loudIn(sound, 1_000), loudIn(sound, 700)];
      assert.ok(first.length >= 14 && second.length >= 14, `${first.length} and ${second.length} of 16`);
      assert.ok(must(second[0]) >= must(first.at(-1)));
      assert.ok(loudIn(await turn(home, [900, 0.5]), 900).length >= 8);
      assert.deepEqual([home.told.wakes, home.told.problems], [[], []]);
    });

    test('it listens on after a reply', async () => {
      const home = house(site);
      await turn(home, [1_000, 0.3]);
      home.hub.listen(site);
      assert.deepEqual(await home.woken(), { word: null, by: 'follow-up' });
      await home.listened(1);
      home.understood();
      await home.answered([900, 0.3]);
      await turn(home, [800, 0.3]);
      assert.equal(home.told.wakes.length, 1);
    });

    test('an announcement is heard without a turn, and then it listens again', async () => {
      const home = house(site);
      await home.listened();
      const recorded = await home.device.record();
      await home.play(900, 1);
      assert.ok(loudIn(await recorded(), 900).length >= 18);
      await turn(home, [1_000, 0.3]);
    });

    test('a reply that is cut off falls silent', async () => {
      const home = house(site);
      await home.listened();
      await cutOff(home, site);
      await turn(home, [1_000, 0.3]);
    });

    test('a flow that is deployed anew leaves no device behind that is deaf, whatever it was doing', async () => {
      for (const at of ['waiting', 'listening', 'speaking', 'falling silent'] as const) {
        const before = house(site);
        await before.listened();
        if (at === 'listening') before.hub.setStage(site, 'listening');
        if (at === 'speaking' || at === 'falling silent') {
          const logged = before.device.logging();
          let why = '';
          const said = before.play(600, 1).catch((error: Error) => (why = error.message));
          const word = at === 'speaking' ? 'TTS stream start' : 'TTS stream end';
          await until(
            () => logged(word),
            () => `${word} while ${at}: ${why}; ${before.told.problems}\n${before.device.log().slice(-5_000)}`,
          );
          if (at === 'falling silent') await said;
        }
        await closeAll();
        const home = house(site);
        await home.listened();
        assert.deepEqual(home.told.problems, []);
        await closeAll();
      }
      await turn(house(site), [1_000, 0.3]);
    });

    for (const at of ['waiting', 'listening', 'speaking'] as const) {
      test(`a power cut while ${at} is told, and over when the power is back`, async () => {
        const home = house(site);
        await home.listened();
        if (at === 'listening') home.hub.setStage(site, 'listening');
        const recorded = at === 'speaking' && (await home.device.record());
        const logged = home.device.logging();
        const lost = recorded && assert.rejects(home.play(600, 20), { code: 'satellite-unreachable' });
        if (recorded) await until(() => logged('TTS stream start'), 'the sound');
        await home.device.kill();
        if (recorded) await recorded();
        await lost;
        await until(() => home.told.problems.length > 0, 'the problem');
        home.hub.setStage(site, 'idle');
        await home.device.start();
        await turn(home, [1_000, 0.3]);
      });
    }
  });
}

/** A way to a device on which nothing comes through from the cut on, and nobody is told: until it is mended. */
async function cableTo(port: number) {
  const pairs = new Set<[net.Socket, net.Socket]>();
  let isCut = false;
  const server = net.createServer((near) => {
    near.on('error', () => {});
    if (isCut) return void near.destroy();
    const far = net.connect(port, '127.0.0.1').on('error', () => {});
    pairs.add([near, far]);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (bytes) => isCut || to.write(bytes));
      from.on('close', () => isCut || to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const mend = () => {
    isCut = false;
    // Whoever sends again on what is long over learns that it is.
    for (const ends of pairs) for (const end of ends) end.destroy();
    pairs.clear();
  };
  return {
    port: (server.address() as net.AddressInfo).port,
    cut: () => {
      isCut = true;
    },
    mend,
    close() {
      mend();
      server.close();
    },
  };
}

test('a network that is lost while both ends are up is noticed, and over when it is back', {
  timeout: 300_000,
}, async () => {
  const cable = await cableTo(board('kitchen').address.port);
  const home = house('kitchen', { port: cable.port });
  try {
    await home.ready();
    await home.device.press();
    await home.woken();
    await home.listened();
    cable.cut();
    await until(() => home.told.problems.length > 0, 'the loss', 120);
    assert.match(must(home.told.problems[0]), /doesn't answer/);
    home.hub.setStage('kitchen', 'idle');
    cable.mend();
    await home.ready();
    await works(home);
  } finally {
    await closeAll();
    cable.close();
  }
});

describe('keys', { timeout: 120_000 }, () => {
  afterEach(closeAll);
  const other = Buffer.alloc(32, 1).toString('base64');
  for (const [what, site, key, says] of [
    ['a wrong key', 'den', other, /key is another/],
    ['no key', 'den', '', /wants encryption/],
    ['what is no key', 'den', 'secret', /32 bytes/],
    ['a key for a device that has none', 'kitchen', other, /answers without encryption/],
  ] as const) {
    test(`${what} is told once, and nothing else is sent`, async () => {
      const { hub, told, device } = house(site, { key });
      const logged = device.logging();
      await until(() => told.problems.length > 0, 'the problem');
      await assert.rejects(hub.play(site, tone(600, 0.1), 'tone', AbortSignal.timeout(1_500)));
      assert.equal(told.problems.length, 1);
      assert.match(must(told.problems[0]), says);
      assert.ok(!logged('Jarvis'));
    });
  }
});
