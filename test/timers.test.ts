import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { openPage, type Page } from './page.js';
import { type Runtime, startRuntime } from './runtime.js';
import { openSatellite } from './satellite.js';
import { must, until } from './until.js';

const data = mkdtempSync(path.join(tmpdir(), 'jarvis-timers-'));
const env = { JARVIS_MODEL_URL: 'http://127.0.0.1:9', JARVIS_DATA: data };
after(() => rmSync(data, { recursive: true, force: true }));

const MINUTE = 60_000;
interface Kept {
  name?: string;
  due: number;
}
const file = () => path.join(data, must(readdirSync(data).find((name) => /^timers-[^.]+\.json$/.test(name))));
const kept = () => JSON.parse(readFileSync(file(), 'utf8')) as Kept[];
const says = (page: Page, pattern: RegExp) =>
  page.messages.filter(({ type, kind, text }) => type === 'show' && kind === 'reply' && pattern.test(String(text)));
/** The timers that the page shows. */
const shows = (page: Page) =>
  (page.messages.findLast(({ type }) => type === 'timers')?.['timers'] ?? []) as { ringing?: boolean }[];

/** Ends the process as a power cut does, and moves what is kept. */
async function killed(runtime: Runtime, due: (timer: Kept) => number): Promise<void> {
  process.kill(runtime.pid, 'SIGKILL');
  await until(() => !runtime.running(), 'the process to end');
  writeFileSync(file(), JSON.stringify(kept().map((timer) => ({ ...timer, due: due(timer) }))));
  await runtime.stop();
}

test('timers outlive kill -9: one that came due meanwhile rings at once with an apology, in its room, and only once', async () => {
  let runtime = await startRuntime({ env });
  try {
    let page = await openPage(runtime.url);
    await page.type('set a 1 hour timer for eggs');
    await page.gets('show', { kind: 'reply' });
    await page.type('set a 2 hour timer for pizza');
    await until(() => kept().length === 2, 'both to be kept');
    assert.equal(statSync(file()).mode & 0o777, 0o600);
    await killed(runtime, ({ name, due }) => (name === 'eggs' ? Date.now() - 10 * MINUTE : due));

    runtime = await startRuntime({ env });
    page = await openPage(runtime.url);
    const other = await openPage(runtime.url, 'browser-0000000b');
    await until(() => says(page, /^Sorry, this is late.*Eggs timer is done/).length > 0, 'the apology');
    await until(() => page.sound() > 40_000, 'its sound and words');
    await until(() => !kept().some(({ name }) => name === 'eggs'), 'it to be over');
    assert.deepEqual([says(other, /./).length, other.sound()], [0, 0]);
    await killed(runtime, () => Date.now() + 10 * MINUTE);

    runtime = await startRuntime({ env });
    page = await openPage(runtime.url);
    await runtime.jump(10 * MINUTE);
    await until(() => says(page, /Pizza timer is done/).length > 0, 'the pizza timer to ring');
    assert.deepEqual(says(page, /Eggs|Sorry/), []);
    await page.type('stop');
    await page.type('set a 9 second timer for tea');
    await until(() => kept().some(({ name }) => name === 'tea'), 'the tea timer to be kept');
    await until(() => !shows(page).some(({ ringing }) => ringing), 'the stop');
    // Later than the pizza would have rung again.
    await runtime.jump(9_000);
    await until(() => says(page, /Tea timer is done/).length > 0, 'the tea timer to ring');
    assert.equal(says(page, /Pizza/).length, 1);
    await until(() => kept().length === 0, 'nothing to be left');
    await page.close();
  } finally {
    await runtime.stop();
  }
});

test('a timer set in a room rings there; heard between two rings, without the wake word, a snooze and a stop end it', async () => {
  const runtime = await startRuntime({ env });
  const satellite = await openSatellite(runtime.mqttPort);
  const states = () =>
    satellite.heard.filter(({ topic }) => topic === 'jarvis/kitchen/state').map(({ payload }) => `${payload}`);
  const hears = (text: string) => satellite.say('hermes/asr/textCaptured', { siteId: 'kitchen', text });
  const playBytes = 'hermes/audioServer/kitchen/playBytes/';
  const said = () => satellite.heard.filter(({ topic }) => topic.startsWith(playBytes));
  let played = 0;
  /** Plays what comes, piece after piece, until the states end so; the bytes of each sound. */
  const plays = async (end: string) => {
    const [from, before] = [played, states().length];
    await until(
      async () => {
        for (; played < said().length; played++)
          await satellite.played('kitchen', must(said()[played]).topic.slice(playBytes.length));
        return played > from && states().slice(before).join().endsWith(end);
      },
      () => states().join(),
    );
    const sounds = new Map<string, number>();
    for (const { topic, payload } of said().slice(from)) {
      const sound = must(topic.split('/').at(-1)).replace(/\.\d+$/, '');
      sounds.set(sound, (sounds.get(sound) ?? 0) + payload.length);
    }
    return [...sounds.values()];
  };
  /** Sets a timer by voice, and waits for its first ring to be over. */
  const rings = async () => {
    const others = kept().length;
    await satellite.say('hermes/hotword/hey_jarvis/detected', { siteId: 'kitchen', modelId: 'hey_jarvis' });
    await hears('set a timer for one minute');
    assert.equal((await plays('speaking,idle,listening')).length, 1);
    assert.equal(kept().length, others + 1);
    await runtime.jump(MINUTE);
    const [chime, words, more] = await plays('speaking,idle,listening');
    assert.ok(must(chime) > 20_000 && must(words) > 20_000);
    assert.equal(more, undefined);
  };
  try {
    await runtime.warm();
    await satellite.say('hermes/audioServer/toggleOn', { siteId: 'kitchen' });
    await rings();
    await hears('five more minutes');
    await plays('idle');
    await until(() => kept().length === 1, 'the snooze');
    // One minute has passed.
    assert.ok(Math.abs(must(kept()[0]).due - Date.now() - 6 * MINUTE) < MINUTE / 2);
    await rings();
    await hears('stop');
    await until(() => states().at(-1) === 'idle', 'the stop');
    assert.equal(kept().length, 1);
    // What rang twice before the next one is over would be one sound too many.
    await rings();
    await hears('stop');
    await until(() => states().at(-1) === 'idle', 'the stop');
  } finally {
    await satellite.close();
    await runtime.stop();
  }
});
