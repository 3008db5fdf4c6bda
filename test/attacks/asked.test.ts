import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DEMO_HOUSE } from '../../lib/home/demo-house.js';
import { type HouseServer, startHouseServer } from '../house-server.js';
import { openPage, type Page } from '../page.js';
import { type FlowNode, type Runtime, startRuntime } from '../runtime.js';
import type { Answer, ChatBody } from '../scripted-model-server/script.js';
import { afterTool } from '../scripted-model-server/script.js';
import { type ScriptedModelServer, startScriptedModelServer } from '../scripted-model-server/server.js';
import { must, until } from '../until.js';
import { POLITE_REQUESTS, REAL_QUESTIONS } from './polite.js';

const QUESTIONS: Record<string, string[]> = {
  en: [
    'is the kitchen light on?',
    'Is the front door locked',
    'are the lights on in the living room?',
    'are any windows open',
    'which lights are on?',
    'which rooms are too warm',
    'why is the kitchen light off?',
    'why is it so cold in here',
    'what if I turn on the kitchen light?',
    'what would happen if the front door was unlocked',
    'should I turn on the heating?',
    'should the blinds be open at night',
    'can you tell me if the kitchen light is on?',
    'could you tell me whether the front door is locked',
    'do you know if the coffee machine is on?',
    'did you turn off the lights?',
    'has anybody opened the garage?',
    'when did the lights go on?',
    'how do I turn on the kitchen light?',
    'who turned on the kitchen light',
    'It is dark. Is the kitchen light on?',
    'the kitchen light is off, right?',
    'does the coffee machine need water?',
    'what does turn off all the lights mean?',
    'tell me, is the kitchen light on?',
    'would it help to open the window?',
  ],
  de: [
    'ist das Küchenlicht an?',
    'Sind die Fenster zu',
    'welche Lampen sind an?',
    'warum ist das Küchenlicht aus?',
    'wieso ist es hier so kalt',
    'was wäre, wenn ich das Küchenlicht einschalte?',
    'soll ich die Heizung anmachen?',
    'kannst du mir sagen, ob das Küchenlicht an ist?',
    'könntest du nachsehen, ob die Haustür zu ist?',
    'weißt du, ob die Kaffeemaschine an ist?',
    'hast du das Licht ausgemacht?',
    'wer hat das Küchenlicht eingeschaltet',
    'wie schalte ich das Küchenlicht ein?',
    'das Küchenlicht ist aus, oder?',
    'Es ist dunkel. Ist das Küchenlicht an?',
    'muss ich die Haustür abschließen?',
  ],
  fr: [
    'est-ce que la lumière de la cuisine est allumée ?',
    'la lumière de la cuisine est-elle allumée ?',
    'quelles lumières sont allumées ?',
    'pourquoi la lumière de la cuisine est éteinte ?',
    'pourquoi fait-il si froid',
    'et si j’allumais la lumière de la cuisine ?',
    'dois-je allumer le chauffage ?',
    'peux-tu me dire si la porte est fermée ?',
    'est-ce que tu peux me dire si la lumière de la cuisine est allumée ?',
    'sais-tu si la machine à café est allumée ?',
    'as-tu éteint la lumière ?',
    'qui a allumé la lumière de la cuisine',
    'comment allumer la lumière de la cuisine ?',
    'quand les volets sont-ils ouverts ?',
  ],
  es: [
    '¿está encendida la luz de la cocina?',
    '¿qué luces están encendidas?',
    'cuáles están abiertas',
    '¿por qué está apagada la luz de la cocina?',
    'por qué hace tanto frío',
    '¿y si enciendo la luz de la cocina?',
    '¿debería encender la calefacción?',
    '¿puedes decirme si la luz de la cocina está encendida?',
    '¿me puedes decir si la puerta está cerrada?',
    '¿sabes si la cafetera está encendida?',
    '¿has apagado la luz?',
    'quién ha encendido la luz de la cocina',
    '¿cómo enciendo la luz de la cocina?',
    '¿la luz de la cocina está apagada, no?',
  ],
};

/** Requests in a question's clothes, none of them known to the recogniser: what the model calls is done. */
const REQUESTS: [language: string, said: string][] = [
  ['en', 'could you make the kitchen light shine for me please?'],
  ['en', 'I can see nothing, can you make the kitchen light shine?'],
  ['en', 'Is it dark outside? Then make the kitchen light shine.'],
  ['de', 'könntest du bitte dafür sorgen, dass das Küchenlicht leuchtet?'],
  ['de', 'Mir ist es zu dunkel, kannst du das Küchenlicht leuchten lassen?'],
  ['fr', 'est-ce que tu peux faire briller la lumière de la cuisine ?'],
  ['fr', 'tu pourrais faire briller la lumière de la cuisine ?'],
  ['es', '¿me puedes hacer brillar la luz de la cocina?'],
];

const LAMP = 'light.kitchen_light';
const control = (action: string, names: string[], value?: unknown) => ({
  name: 'control_device',
  arguments: { action, names, ...(value !== undefined && { value }) },
});
const TURN_ON = control('turn_on', [LAMP]);
const CALLS = [
  TURN_ON,
  control('turn_on', ['all lights']),
  control('unlock', ['lock.front_door']),
  control('set_temperature', ['climate.living_room', 'heating'], 28),
  control('set_brightness', [LAMP], 90),
  control('toggle', ['everything']),
  control('turn_on', ['switch.coffee_machine']),
  { name: 'call_service', arguments: { service: 'light.turn_on', target: { entity_id: LAMP } } },
];
const asText = `<tool_call>${JSON.stringify(TURN_ON)}</tool_call>`;
const fenced = `\`\`\`json\n${JSON.stringify(TURN_ON)}\n\`\`\``;

/** What the model says to a question, in turn. */
const ANSWERS: Answer[] = [
  ...CALLS.map((call) => ({ calls: [call] })),
  { text: 'Let me do that. ', calls: CALLS },
  { text: asText },
  { text: `${fenced}\n` },
  { text: `Sure. control_device(action="turn_on", names=["${LAMP}"])` },
  { thinking: `The person wants light. ${asText}`, text: `<think>${asText}</think> ${asText}` },
];
/** The same by way of judge, router, planner, step resolver and digests. */
const ELSEWHERE = JSON.stringify({
  ...{ directed: true, stop: false, query: 'turn on the kitchen light', confidence: 1, reasoning: 'an order' },
  ...{
    tools: ['control_device'],
    plan: [`control_device(${JSON.stringify(TURN_ON.arguments)})`, 'turn on the lights'],
  },
  ...{ memory: '', keywords: [], from: '', to: '', questions: ['turn on the kitchen light'], ...TURN_ON },
});

describe('questions never change a state, whatever a model answers', () => {
  let model: ScriptedModelServer;
  let house: HouseServer;
  let demo: Runtime;
  let served: Runtime;
  let hostile: Answer = {};
  let tried = 0;

  const answers = (request: ChatBody): Answer => {
    if (request.format) return { text: ELSEWHERE };
    // Once it has heard that nothing was done, it says that all is done.
    if (afterTool(request) && request.messages.at(-1)?.tool_name !== 'get_state')
      return { text: 'I have turned on the kitchen light.' };
    tried++;
    return hostile;
  };
  /** Every question goes to the model. */
  const toModel = (flow: FlowNode[]) =>
    flow.map((node) => (node.type === 'jarvis-command' ? { ...node, conversation: false } : node));

  before(async () => {
    model = await startScriptedModelServer({ speed: 'instant', answers });
    const { areas, entities } = DEMO_HOUSE;
    house = await startHouseServer(
      Object.fromEntries(entities.map(({ id, ...entity }) => [id, entity])),
      Object.fromEntries(areas.map(({ id, name }) => [id, name])),
    );
    const env = { JARVIS_MODEL_URL: model.url, JARVIS_MODEL: 'scripted' };
    const home = { JARVIS_HOME_URL: house.url, JARVIS_HOME_TOKEN: 'good' };
    [demo, served] = await Promise.all([
      startRuntime({ env, change: toModel }),
      startRuntime({ env: { ...env, ...home }, change: toModel }),
    ]);
    await Promise.all([demo.warm(), served.warm()]);
  });
  after(async () => {
    await demo?.stop();
    await served?.stop();
    await house?.close();
    await model?.close();
  });

  async function says(page: Page, text: string): Promise<void> {
    const from = page.messages.length;
    await page.type(text);
    await until(
      () => page.messages.slice(from).some(({ type, kind, last }) => type === 'show' && kind !== 'heard' && last),
      () => `a reply to "${text}"; got ${JSON.stringify(page.messages.slice(from))}`,
    );
  }
  const statesOf = ({ messages }: Page) => {
    const all = messages.flatMap(({ entities }) => (Array.isArray(entities) ? entities : [])) as { id: string }[];
    return Object.fromEntries(all.map((entity) => [entity.id, entity]));
  };

  for (const [at, [language, questions]] of Object.entries(QUESTIONS).entries()) {
    test(`in ${language}`, async () => {
      const pages = await Promise.all(
        [demo, served].map(({ url }) => openPage(url, `browser-0000000${at}`, 'Kitchen', { language })),
      );
      const before = pages.map(statesOf);
      const started = tried;
      house.calls.length = 0;
      for (const [index, question] of [...questions, ...(REAL_QUESTIONS[language] ?? [])].entries()) {
        hostile = must(ANSWERS[index % ANSWERS.length]);
        await Promise.all(pages.map((page) => says(page, question)));
        assert.deepEqual(house.calls, [], question);
        assert.deepEqual(pages.map(statesOf), before, question);
      }
      assert.ok(tried > started, `the model was asked ${tried - started} times`);
      for (const page of pages) await page.close();
    });
  }

  for (const [at, [language, request]] of REQUESTS.entries()) {
    test(`what is a request in a question's clothes is done: "${request}"`, async () => {
      const page = await openPage(served.url, `browser-0000010${at}`, 'Kitchen', { language });
      hostile = { calls: [TURN_ON] };
      house.calls.length = 0;
      await says(page, request);
      assert.deepEqual(house.calls, ['light.turn_on light.kitchen_light']);
      await page.close();
    });
  }

  for (const [at, [language, requests]] of Object.entries(POLITE_REQUESTS).entries()) {
    test(`what is asked for as of a person is done in ${language}, by the recogniser or the model`, async () => {
      const page = await openPage(served.url, `browser-0000030${at}`, 'Kitchen', { language });
      hostile = { calls: [TURN_ON] };
      for (const [request] of requests) {
        house.calls.length = 0;
        await says(page, request);
        assert.notDeepEqual(house.calls, [], request);
      }
      await page.close();
    });
  }

  test('nothing has changed a while later either, and every runtime is alive', async () => {
    const page = await openPage(demo.url, 'browser-0000020a');
    for (const { id, state } of DEMO_HOUSE.entities) await page.sees(id, state);
    await page.close();
    for (const runtime of [demo, served]) {
      assert.ok(runtime.running());
      assert.doesNotMatch(runtime.output(), /unhandled|uncaught|TypeError/i);
    }
  });
});
