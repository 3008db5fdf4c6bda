import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import mqtt from 'mqtt';
import { levelOf } from '../../lib/audio/level.js';
import { wavOf } from '../../lib/audio/wav.js';
import { openHub, type SatelliteHub } from '../../lib/satellites/hub.js';
import { JarvisError } from '../../lib/turn/errors.js';
import { freePort } from '../free-port.js';
import { openRoom, type Room } from '../room/room.js';
import { peer, until } from './peers.js';

const never = new AbortController().signal;
// Other tests share the broker, so the sites and topics of these are their own.
const mark = randomBytes(3).toString('hex');
const second = { samples: Buffer.alloc(32_000, 1), rate: 16_000 };

const open: SatelliteHub[] = [];
afterEach(async () => {
  for (const hub of open.splice(0)) await hub.close();
});

function hubAt(
  url: string,
  protocol: 4 | 5,
  more: { user?: string; password?: string; verify?: boolean; ca?: string } = {},
) {
  const { user, password, verify = true, ca } = more;
  const hub = openHub({
    broker: { kind: 'external', url, protocol, verify, ca },
    user,
    password,
    prefix: `jarvis-${mark}`,
  });
  open.push(hub);
  return hub;
}

const connected = (hub: SatelliteHub) => until(() => hub.status().state === 'connected', 'the hub to be connected');
const disconnected = (hub: SatelliteHub) =>
  until(() => hub.status().state === 'disconnected', 'the hub to lose the broker');

for (const protocol of [4, 5] as const) {
  describe(`mosquitto and the Hermes clients, MQTT ${protocol === 5 ? '5' : '3.1.1'}`, () => {
    const site = `room-${mark}-${protocol}`;
    let room: Room;
    before(() => {
      room = openRoom(site, peer('MQTT_URL'));
    });
    after(() => room?.stop());

    test('the microphone is heard and makes its site appear', async () => {
      const hub = hubAt(peer('MQTT_URL'), protocol);
      let loudest = Number.NEGATIVE_INFINITY;
      let frames = 0;
      hub.on('audio', (from, samples) => {
        if (from !== site) return;
        assert.equal(samples.length % 2, 0);
        frames++;
        loudest = Math.max(loudest, levelOf(samples));
      });
      await connected(hub);
      await until(() => frames > 10, 'the microphone');
      assert.equal(hub.site(site)?.via, 'mqtt');
      await room.speak('Hello there.');
      await until(() => loudest > -40, 'speech');
    });

    test('the speaker plays two sounds in order, and says when each is over', async () => {
      const hub = hubAt(peer('MQTT_URL'), protocol);
      await connected(hub);
      // The speaker client may still be starting: what it missed is over after its limit, so it is asked again.
      const first = { samples: Buffer.alloc(4_000, 3), rate: 22_050 };
      await until(async () => {
        await hub.play(site, first, `${mark}-first`, never);
        return room.heard(1).catch(() => null);
      }, 'the speaker');
      room.forget();
      const sounds = [5, 6].map((byte) => ({ samples: Buffer.alloc(32_000, byte), rate: 16_000 }));
      const plays = sounds.map((sound, at) =>
        hub.loudspeakers.add({
          site,
          turn: `${mark}-${at}`,
          last: true,
          signal: never,
          play: (id) => hub.play(site, sound, id, never),
        }),
      );
      await Promise.all(plays);
      for (const sound of sounds) assert.deepEqual(await room.heard(), wavOf(sound));
    });

    test('announcements and states travel over the broker', async () => {
      const hub = hubAt(peer('MQTT_URL'), protocol);
      await connected(hub);
      const other = await mqtt.connectAsync(peer('MQTT_URL'), { protocolVersion: protocol });
      try {
        const said = new Promise<string>((resolve) => hub.on('say', ({ text }) => resolve(text)));
        await other.publishAsync(`jarvis-${mark}/say`, JSON.stringify({ text: 'Dinner', rooms: [site] }), { qos: 1 });
        assert.equal(await said, 'Dinner');
        // Only the state of a room that was heard is kept.
        await until(() => hub.site(site), 'the room to be heard');
        hub.setStage(site, 'listening');
        // Retained: it is there for those who come later.
        const state = new Promise<string>((resolve) =>
          other.on('message', (_topic, payload) => resolve(String(payload))),
        );
        await other.subscribeAsync(`jarvis-${mark}/${site}/state`);
        assert.equal(await state, 'listening');
        await other.publishAsync(`jarvis-${mark}/${site}/state`, '', { retain: true });
      } finally {
        await other.endAsync(true);
      }
    });
  });
}

describe('a mosquitto with TLS, user and password', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'jarvis-mosquitto-'));
  const file = (name: string) => path.join(folder, name);
  const account = { user: 'jarvis', password: 'a long secret' };
  let port = 0;
  let broker: ChildProcess | undefined;
  let ca = '';

  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  const start = async () => {
    broker = spawn('mosquitto', ['-c', file('mosquitto.conf')], {
      stdio: 'ignore',
      env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin:/usr/local/sbin` },
    });
    await until(() => answers(port), 'mosquitto with TLS');
  };
  const kill = () =>
    new Promise<void>((resolve) => {
      if (!broker || broker.exitCode !== null || broker.signalCode !== null) return resolve();
      broker.once('exit', () => resolve());
      broker.kill('SIGKILL');
    });

  before(async () => {
    port = await freePort();
    openssl(...'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=lab -keyout ca.key -out ca.pem'.split(' '));
    openssl(...'req -newkey rsa:2048 -nodes -subj /CN=127.0.0.1 -keyout broker.key -out broker.csr'.split(' '));
    writeFileSync(file('names'), 'subjectAltName=IP:127.0.0.1');
    openssl(
      ...'x509 -req -days 2 -in broker.csr -CA ca.pem -CAkey ca.key -CAcreateserial -extfile names -out broker.pem'.split(
        ' ',
      ),
    );
    execFileSync('mosquitto_passwd', ['-b', '-c', file('passwords'), account.user, account.password], {
      stdio: 'ignore',
    });
    const settings = [
      `listener ${port} 127.0.0.1`,
      ...['cafile ca.pem', 'certfile broker.pem', 'keyfile broker.key', 'password_file passwords'].map((line) => {
        const [key, name] = line.split(' ');
        return `${key} ${file(name ?? '')}`;
      }),
      'allow_anonymous false',
      'persistence false',
      'user root',
    ];
    writeFileSync(file('mosquitto.conf'), settings.join('\n'));
    ca = readFileSync(file('ca.pem'), 'utf8');
    await start();
  });
  after(async () => {
    await kill();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const protocol of [4, 5] as const) {
    test(`MQTT ${protocol}: the certificate and the account are checked, and what is wrong is said`, async () => {
      const url = `mqtts://127.0.0.1:${port}`;
      await connected(hubAt(url, protocol, { ...account, ca }));
      await connected(hubAt(url, protocol, { ...account, verify: false }));
      const says = async (hub: SatelliteHub, what: RegExp) => {
        await disconnected(hub);
        assert.match(hub.status().detail, what);
        assert.ok(!hub.status().detail.includes(account.password));
      };
      await says(hubAt(url, protocol, account), /certificate/);
      await says(hubAt(url, protocol, { ...account, password: 'wrong', ca }), /Check user and password/);
    });

    test(`MQTT ${protocol}: killed during a playback and started again, everything goes on`, async () => {
      const hub = hubAt(`mqtts://127.0.0.1:${port}`, protocol, { ...account, ca });
      await connected(hub);
      const cut = hub.play('kitchen', second, 'cut', never);
      const refused = assert.rejects(
        cut,
        (thrown) => thrown instanceof JarvisError && thrown.code === 'satellite-unreachable',
      );
      await kill();
      await refused;
      await disconnected(hub);
      const later = hub.play('kitchen', second, 'later', never);
      await start();
      const satellite = await mqtt.connectAsync(`mqtts://127.0.0.1:${port}`, {
        ca,
        username: account.user,
        password: account.password,
        protocolVersion: protocol,
      });
      try {
        await satellite.subscribeAsync('hermes/audioServer/kitchen/playBytes/+');
        satellite.on('message', (topic) => {
          const id = topic.split('/').pop();
          satellite.publish('hermes/audioServer/kitchen/playFinished', JSON.stringify({ id }));
        });
        await later;
        await connected(hub);
        await hub.play('kitchen', second, 'heard', never);
      } finally {
        await satellite.endAsync(true);
      }
    });
  }
});

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
