import { type Board, type BoardName, board } from '../test/peers-tests/esphome-board.js';
import { askHomeAssistant, atHomeAssistant, rest, stateOf } from '../test/peers-tests/home-assistant.js';
import { addPipeline, entityOf, flow, removeEntry } from '../test/peers-tests/home-assistant-setup.js';
import { homeToken, peer } from '../test/peers-tests/peers.js';
import { startRuntime } from '../test/runtime.js';
import { must, until } from '../test/until.js';

/** An assistant with a board of its own. */
export interface Side {
  name: 'ours' | 'assist';
  board: Board;
  close(): Promise<void>;
}

const OURS: BoardName = 'den';
const ASSIST: BoardName = 'loft';
/** Of the shipped flow. */
const SATELLITES = 'jarvis0000000010';
const VOICE = 'en_US-joe-medium';

/** The flow as shipped, with embedded Whisper and the same Piper voice; only that it doesn't listen on after a reply, to be quicker. */
export async function openOurs(): Promise<Side> {
  const device = board(OURS);
  const { host, port, key } = device.address;
  const logged = device.logging();
  const runtime = await startRuntime({
    change: (nodes) =>
      nodes.map((node) => {
        if (node.type === 'jarvis-satellite-out') return { ...node, listenOn: '0' };
        if (node.id !== SATELLITES) return node;
        return { ...node, addresses: JSON.stringify({ [OURS]: `esphome://${host}:${port}` }) };
      }),
    credentials: { [SATELLITES]: { keys: JSON.stringify({ [OURS]: key }) } },
    env: {
      JARVIS_HOME_URL: peer('HA_URL'),
      JARVIS_HOME_TOKEN: homeToken(),
      JARVIS_STT: 'whisper',
      JARVIS_STT_MODEL: `${peer('JARVIS_TEST_MODELS')}/whisper-base`,
      JARVIS_TTS: 'piper',
      JARVIS_VOICE: peer('PIPER_VOICE'),
    },
  });
  try {
    await runtime.warm();
    await until(() => logged('Jarvis for Node-RED (127.0.0.1): connected'), 'our connection to the board');
  } catch (thrown) {
    await runtime.stop();
    throw thrown;
  }
  return { name: 'ours', board: device, close: runtime.stop };
}

/** Home Assistant's own integration with the board, its own agent, and the peers' faster-whisper and Piper over Wyoming. */
export async function openAssist(): Promise<Side> {
  const ends: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  const adopt = async (handler: string, address: { host: string; port: number }, key?: string) => {
    const { result: begun } = await flow({ handler });
    let { result: step } = await flow(address, begun.flow_id);
    if (key) ({ result: step } = await flow({ noise_psk: key }, step.flow_id));
    if (!step.result) throw new Error(`Home Assistant's ${handler} doesn't take it: ${JSON.stringify(step)}`);
    const { entry_id } = step.result;
    ends.push(() => removeEntry(entry_id));
    return entry_id;
  };
  try {
    await forget(['esphome', 'wyoming']);
    const stt = await adopt('wyoming', placeOf(peer('STT_URI')));
    const tts = await adopt('wyoming', placeOf(peer('TTS_URI')));
    const [ears, voice] = await Promise.all([
      until(() => entityOf(stt, /^stt\./), 'the speech to text'),
      until(() => entityOf(tts, /^tts\./), 'the voice'),
    ]);
    // Of this run: one that was interrupted leaves its own.
    const name = `Duel ${Date.now()}`;
    const pipeline = await addPipeline({
      ...{ name, conversation_engine: 'conversation.home_assistant', prefer_local_intents: false },
      ...{ stt_engine: ears.entity_id, stt_language: await languageOf('stt', ears.entity_id) },
      ...{ tts_engine: voice.entity_id, tts_language: await languageOf('tts', voice.entity_id), tts_voice: VOICE },
    });
    ends.push(pipeline.remove);
    const device = board(ASSIST);
    const { key, ...address } = device.address;
    const entry = await adopt('esphome', address, key);
    const entity = async (like: RegExp) => (await until(() => entityOf(entry, like), `${like}`)).entity_id;
    const satellite = await entity(/^assist_satellite\./);
    await until(async () => (await stateOf(satellite)) === 'idle', 'the satellite');
    const choose = async (like: RegExp, option: string) =>
      atHomeAssistant('select/select_option', { entity_id: await entity(like), option });
    await choose(/^select\..*-pipeline$/, name);
    await choose(/^select\..*-wake_word$/, 'Hey Jarvis');
    return { name: 'assist', board: device, close };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

/** Takes out what an interrupted run left in Home Assistant. */
async function forget(domains: readonly string[]): Promise<void> {
  for (const domain of domains) {
    const { result } = await rest<{ entry_id: string }[]>('GET', `config/config_entries/entry?domain=${domain}`);
    for (const { entry_id } of result) await removeEntry(entry_id);
  }
}

/** Host and port of tcp://host:port. */
function placeOf(uri: string): { host: string; port: number } {
  const { hostname: host, port } = new URL(uri);
  return { host, port: Number(port) };
}

/** English, as an engine calls it. */
async function languageOf(kind: 'stt' | 'tts', engine: string): Promise<string> {
  const { providers } = await askHomeAssistant<{ providers: { engine_id: string; supported_languages: string[] }[] }>({
    type: `${kind}/engine/list`,
  });
  const known = must(providers.find(({ engine_id }) => engine_id === engine)).supported_languages;
  return must(known.find((tag) => /^en[-_]US$/.test(tag)) ?? known.find((tag) => tag === 'en'));
}
