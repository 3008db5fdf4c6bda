import assert from 'node:assert/strict';
import { wyomingServer } from '../lib/listening/wyoming.test.helper.js';
import { type Bench, bench, caught, closedPort, closeLater, counts, unload, until } from './node.test.helper.js';

type Answer = Parameters<typeof wyomingServer>[0];

/** A Wyoming server for a test of a node; closed by `unload`. */
export async function server(answer: Answer) {
  const opened = await wyomingServer(answer);
  closeLater(opened.close);
  return opened;
}

/** What servers do that mean harm or are none, when they are asked for something. */
const HOSTILE: Record<string, Answer> = {
  'sends garbage': (_event, _send, socket) => void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'),
  'sends an event that has no end': (_event, _send, socket) => void socket.write('x'.repeat(70_000)),
  'closes in the middle of an event': (_event, _send, socket) =>
    void socket.end('{"type":"transcript","data_length":500}\n{"te'),
  'closes at once': (_event, _send, socket) => void socket.end(),
  'tells an error': (_event, send) => send({ type: 'error', data: { text: 'out of memory' } }),
};

/** One message to the node for each server that fails: each is told once, to Catch nodes, with one of the codes, and nothing is sent. */
export async function againstHostile(
  subject: { type: string; outputs: number },
  payload: unknown,
  codes: readonly string[],
): Promise<void> {
  const urls = {
    'is not there': (await closedPort()).replace('http', 'tcp'),
    'has a wrong address': 'localhost:10300',
  };
  const ways = [
    ...Object.entries(HOSTILE).map(([how, answer]) => [how, async () => (await server(answer)).url] as const),
    ...Object.entries(urls).map(([how, url]) => [how, async () => url] as const),
  ];
  for (const [how, open] of ways) {
    const node = await bench({ ...subject, server: await open() });
    node.send({ payload });
    const { code, message } = await caught(node);
    assert.ok(codes.includes(code), `a server that ${how}: ${code}`);
    assert.notEqual(message, '');
    assert.deepEqual(counts(node), { out: [0], caught: 1, completed: 0 }, how);
    await until(
      () => node.statuses.some(({ fill, shape }) => fill === 'red' && shape === 'ring'),
      `the red ring: ${how}`,
    );
    await node.stop();
    await unload();
  }
}

/** More messages than may wait at a server that never answers: those over are refused, the others end with the flow, untold. */
export async function againstHanging(subject: { type: string; outputs: number }, payload: unknown): Promise<void> {
  const hanging = await server(() => {});
  const node: Bench = await bench({ ...subject, server: hanging.url });
  for (let count = 0; count < 23; count++) node.send({ payload });
  await caught(node, 2);
  await until(() => hanging.connections() > 0, 'the request');
  assert.equal(hanging.connections(), 1);
  assert.match((await caught(node)).message, /too slow: 20 messages wait/);
  await node.stop();
  await until(() => hanging.connections() === 0, 'the end of the request');
  assert.deepEqual([node.out[0]?.length, node.caught.length], [0, 2]);
  assert.deepEqual(node.statuses.at(-1), {});
}
