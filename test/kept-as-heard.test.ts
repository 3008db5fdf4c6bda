import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type FlowNode, type Runtime, startRuntime } from './runtime.js';
import { openSatellite, type Satellite } from './satellite.js';
import { type ScriptedModelServer, startScriptedModelServer } from './scripted-model-server/server.js';
import { storedWords } from './stored-words.js';
import { until } from './until.js';

const QUESTION = 'how old is the tower?';
const SENTENCES = ['The tower is old.', 'It is 96 metres tall.', 'Nobody lives there.'];
const AGENT = `const sentences = ${JSON.stringify(SENTENCES)};
sentences.forEach((payload, index) => {
  const isLast = index === sentences.length - 1;
  const turn = isLast ? { ...msg.turn, reply: { text: sentences.join(' ') } } : msg.turn;
  const parts = { id: turn.id, index, ...(isLast && { count: sentences.length }) };
  node.send([{ ...msg, payload, turn, parts }, null]);
});`;

/** Where remember stands, and who answers. */
const FLOWS: Record<string, (flow: FlowNode[]) => FlowNode[]> = {
  'remember behind the agent': (flow) => flow,
  'remember behind satellite out': (flow) => {
    const idOf = (type: string) => flow.find((node) => node.type === type)?.id ?? '';
    const wires: Record<string, string[][]> = {
      'jarvis-agent': [[idOf('jarvis-speak')], [idOf('jarvis-digest')]],
      'jarvis-satellite-out': [[idOf('jarvis-remember')]],
    };
    return flow.map((node) => ({ ...node, ...(wires[node.type] && { wires: wires[node.type] }) }));
  },
  'an agent of its own': (flow) =>
    flow.map((node) =>
      node.type === 'jarvis-agent' ? { ...node, type: 'function', name: 'agent', func: AGENT, outputs: 2 } : node,
    ),
};

describe('what is kept of a spoken reply is what was heard', () => {
  let data: string;
  let server: ScriptedModelServer;
  let runtime: Runtime;
  let satellite: Satellite;
  let shipped: FlowNode[];
  /** What the diary is to have of each room. */
  const expected = new Map<string, string[]>();

  before(async () => {
    data = mkdtempSync(path.join(tmpdir(), 'jarvis-heard-'));
    server = await startScriptedModelServer({ speed: 'instant', answers: [{ answer: SENTENCES.join(' ') }] });
    runtime = await startRuntime({
      env: { JARVIS_DATA: data, JARVIS_MODEL_URL: server.url, JARVIS_MODEL: 'scripted' },
    });
    await runtime.warm();
    shipped = await runtime.flows();
    satellite = await openSatellite(runtime.mqttPort);
  });
  after(async () => {
    await satellite?.close();
    await runtime?.stop();
    await server?.close();
    if (data) rmSync(data, { recursive: true, force: true });
  });

  const wake = async (site: string, text: string) => {
    // Rooms that wake at the same time hear the same person.
    await runtime.jump(3_000);
    await satellite.say('hermes/hotword/hey_jarvis/detected', { siteId: site, modelId: 'hey_jarvis' });
    await satellite.say('hermes/asr/textCaptured', { siteId: site, text });
  };

  /** Asks in a room of its own, hears so many sentences to their end, and cuts the next one off, where there is one. */
  async function cut(site: string, heard: number, how: string): Promise<void> {
    await wake(site, QUESTION);
    for (let at = 1; at <= heard; at++) await satellite.played(site, (await hearsSound(site, at)).id);
    if (heard < SENTENCES.length) {
      await hearsSound(site, heard + 1);
      // The whole reply stands on the screens: all of it has been sent on by then.
      await until(() => shownIn(site).join(' ') === SENTENCES.join(' '), 'the reply');
      await wake(site, how);
    }
    const said = SENTENCES.slice(0, heard).join(' ');
    expected.set(site, said === '' ? [QUESTION] : [QUESTION, said]);
    await until(
      () => (storedWords(data, site).said.at(-1) ?? '') === (expected.get(site) ?? []).at(-1),
      () => `${site}: ${JSON.stringify(storedWords(data, site))}`,
    );
  }
  /** As the satellite's; says what became of the turn where nothing is heard. */
  const hearsSound = (site: string, count: number) =>
    satellite.hearsSound(site, count).catch(async (cause: Error) => {
      const turns = (await runtime.turns()).filter((turn) => turn.site === site);
      const printed = runtime.output().slice(-2_000);
      throw new Error(`${cause.message}\n${JSON.stringify(turns)}\n${printed}`, { cause });
    });
  const shownIn = (site: string) =>
    satellite.heard.flatMap(({ topic, payload }) => (topic === `jarvis/${site}/spoken` ? [`${payload}`] : []));

  for (const [at, [name, change]] of Object.entries(FLOWS).entries()) {
    describe(name, () => {
      before(() => runtime.deploy(change(shipped), 'nodes'));

      for (const heard of [1, 2, 3]) {
        test(`${heard} of ${SENTENCES.length} sentences heard, then "stop"`, async () => {
          const site = `room-${at}-${heard}`;
          await cut(site, heard, 'stop');
          if (heard < SENTENCES.length)
            await until(() => storedWords(data, site).dialogue.length === 0, 'a new dialogue');
        });
      }

      test('cut off by an order: the dialogue knows where', async () => {
        const site = `room-${at}-order`;
        await cut(site, 1, 'turn on the kitchen light');
        const kept = () => storedWords(data, site).dialogue.join();
        await until(() => /"The tower is old\. \[interrupted\]"/.test(kept()), kept);
        assert.doesNotMatch(kept(), /96 metres/);
      });
    });
  }

  test('and nothing has come behind it', () => {
    for (const [site, said] of expected) assert.deepEqual(storedWords(data, site).said, said, site);
  });
});
