import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDemoHome } from '../home/demo.js';
import { guarded } from '../home/guard.js';
import { phonesOf } from '../home/phones.js';
import { houseView } from './house-view.js';
import { openHub } from './hub.js';
import type { SiteText } from './types.js';

interface Sent {
  service: string;
  title?: string;
  message: string;
  data: { tag: string; actions?: { action: string; title: string }[] };
}

/** A house with two phones, and the rooms that ask. */
async function ask() {
  const sent: Sent[] = [];
  const failures: string[] = [];
  let press = (_: Record<string, unknown>) => {};
  const home = guarded(openDemoHome());
  const phones = phonesOf(
    {
      async call({ service, data }) {
        if (service === 'notify.lost') throw new Error('no such service');
        sent.push({ service, ...(data as unknown as Omit<Sent, 'service'>) });
      },
      onEvent(_type, listener) {
        press = listener;
        return () => {
          press = () => {};
        };
      },
    },
    ['anna', 'lost'],
    (why) => failures.push(why),
  );
  const hub = openHub({
    broker: { kind: 'external', url: '', protocol: 4, verify: true },
    areas: { shelf: 'Küche' },
    house: houseView(home, () => '', phones),
  });
  const said: SiteText[] = [];
  hub.on('text', (text) => said.push(text));
  const hold = (asker = 'shelf') =>
    home.confirmations.hold(
      asker,
      { action: 'unlock', targets: ['lock.front_door'] },
      { question: 'Soll ich die Haustür wirklich aufschließen?', language: 'de' },
    );
  return { home, hub, hold, sent, failures, said, press: (action: unknown) => press({ action }) };
}

test('what a room is asked is asked on the phones, and the first answer is said in that room', async () => {
  const { hub, hold, sent, failures, said, press } = await ask();
  hold();
  const [question] = sent;
  assert.equal(question?.title, 'Küche');
  assert.match(question.message, /Haustür/);
  const [yes, no] = question.data.actions ?? [];
  assert.deepEqual([yes?.title, no?.title], ['Ja', 'Nein']);
  press(yes?.action);
  press(no?.action);
  assert.deepEqual(said, [{ site: 'shelf', text: 'Ja', by: 'typed', door: 'phone', language: 'de' }]);
  assert.equal(sent.at(-1)?.message, 'clear_notification');
  assert.equal(sent.at(-1)?.data.tag, question.data.tag);
  await new Promise(setImmediate);
  assert.match(failures[0] ?? '', /^lost: no such service/);
  await hub.close();
});

test('a question that is over leaves the phones, and no press answers it', async () => {
  const { home, hub, hold, sent, said, press } = await ask();
  hold();
  const [yes] = sent[0]?.data.actions ?? [];
  home.confirmations.settle('shelf', false);
  assert.equal(sent.at(-1)?.message, 'clear_notification');
  for (const action of [yes?.action, 'JARVIS_YES_1', { yes: true }, undefined, 'x'.repeat(200)]) press(action);
  assert.deepEqual(said, []);
  await hub.close();
});

test('taps on a page are asked about on that page alone', async () => {
  const { hub, hold, sent } = await ask();
  hold('a page');
  assert.deepEqual(sent, []);
  await hub.close();
});
