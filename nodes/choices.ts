import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { NodeAPI } from 'node-red';
import { z } from 'zod';
import { wyomingOffer } from '../lib/audio/wyoming-offer.js';
import { MICRO_WORDS } from '../lib/listening/micro-wake/micro-wake.js';
import { PRETRAINED_WORDS, trainedFolder, trainedWords, wakeModels } from '../lib/listening/wake-models.js';
import { espeakVoices } from '../lib/speaking/espeak.js';
import { openAiVoices } from '../lib/speaking/openai-voices.js';
import { JarvisError, reasonOf } from '../lib/turn/errors.js';
import { within } from '../lib/turn/wait.js';
import { checkedModel, type Target, targetOf } from './checks.js';
import { openProvider } from './jarvis-model/jarvis-model.js';
import type { VoiceNode } from './jarvis-voice/jarvis-voice.js';
import { running } from './running.js';
import { dataFolder, setting } from './settings.js';

const PATIENCE_MS = 12_000;
const MAX_CHOICES = 500;

const short = z.string().max(200).default('');
const server = {
  engine: short,
  url: z.string().max(2000).default(''),
  id: short,
  key: z.string().max(5000).default(''),
};
const wanted = z.discriminatedUnion('of', [
  z.object({ of: z.literal('models'), ...server, provider: short }),
  z.object({ of: z.enum(['wakeWords', 'voices', 'sttModels', 'ttsModels']), ...server }),
  z.object({ of: z.enum(['wyomingWakeWords', 'wyomingVoices']), url: server.url }),
]);
type Wanted = z.infer<typeof wanted>;
type OfServer = Exclude<Extract<Wanted, { engine: string }>, { of: 'models' }>;

/**
 * What the editor's forms offer to choose from: wake words, voices, models of speech servers. Empty
 * where there is nothing; `why` says what can't be asked. A saved key goes only where the deployed node sends it.
 * @throws what zod says of a body that isn't one
 */
export async function choices(RED: NodeAPI, body: unknown): Promise<{ choices: string[]; why: string }> {
  const asked = wanted.parse(body);
  try {
    return { choices: await found(RED, asked), why: '' };
  } catch (thrown) {
    return { choices: [], why: reasonOf(thrown) };
  }
}

async function found(RED: NodeAPI, asked: Wanted): Promise<string[]> {
  const names = await within({ ms: PATIENCE_MS, what: 'What there is to choose from' }, async (signal) => {
    switch (asked.of) {
      case 'models':
        return (await checkedModel(asked)).models;
      case 'wakeWords':
        return await wakeWords(RED, asked, signal);
      case 'voices':
        return await voices(RED, asked, signal);
      case 'wyomingWakeWords':
        return (await wyomingOffer(needed(asked.url), 'wake-failed', signal)).wakeWords;
      case 'wyomingVoices':
        return (await wyomingOffer(needed(asked.url), 'tts-unreachable', signal)).voices;
      default:
        return asked.of === 'sttModels' && asked.engine === 'whisper'
          ? modelFolders(RED, /^generation_config\.json$/)
          : await speechModels(asked, signal);
    }
  });
  return names.slice(0, MAX_CHOICES);
}

async function wakeWords(RED: NodeAPI, { engine, url }: OfServer, signal: AbortSignal): Promise<string[]> {
  if (engine === 'wyoming') {
    const { wakeWords } = await wyomingOffer(needed(setting('JARVIS_WAKE_URL', url)), 'wake-failed', signal);
    return wakeWords;
  }
  if (engine === 'micro') return [...MICRO_WORDS];
  // Says where they are to be had when their package isn't installed.
  wakeModels([...PRETRAINED_WORDS]);
  return [...new Set([...trainedWords(trainedFolder(dataFolder(RED))), ...PRETRAINED_WORDS])];
}

async function voices(RED: NodeAPI, asked: OfServer, signal: AbortSignal): Promise<string[]> {
  switch (asked.engine) {
    case 'piper':
      return modelFolders(RED, /\.onnx\.json$/);
    case 'wyoming':
      return (await wyomingOffer(needed(setting('JARVIS_TTS_URL', asked.url)), 'tts-unreachable', signal)).voices;
    case 'openai': {
      const { url, secret } = speechServer(asked);
      return await openAiVoices({ url: needed(url), key: secret }, signal);
    }
    default:
      return await espeakVoices();
  }
}

async function speechModels(asked: OfServer, signal: AbortSignal): Promise<string[]> {
  const { url, secret } = speechServer(asked);
  const provider = openProvider({ provider: 'openai', url: needed(url), key: secret, keepAlive: '' });
  try {
    return await provider.models(signal);
  } finally {
    provider.close();
  }
}

/** Where a form's speech server is, and its key if that may go there. */
function speechServer({ of, url, id, key }: OfServer): Target {
  const node: VoiceNode | undefined = [...running.voice].find((one) => one.id === id);
  const hears = of === 'sttModels';
  const secret = hears ? node?.credentials?.sttKey : node?.credentials?.ttsKey;
  const deployed = { url: (hears ? node?.sttUrl : node?.ttsUrl) ?? '', secret: secret ?? '' };
  const fixed = setting(hears ? 'JARVIS_STT_URL' : 'JARVIS_TTS_URL', undefined);
  return targetOf({ url, secret: key }, deployed, fixed, (at) => (URL.canParse(at) ? new URL(at).origin : at));
}

function needed(url: string): string {
  if (url) return url;
  throw new JarvisError('not-configured', 'Enter the address of the server first.');
}

/** Names of the downloaded or brought models that have such a file. */
function modelFolders(RED: NodeAPI, file: RegExp): string[] {
  const folder = path.join(dataFolder(RED), 'models');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .filter(({ name }) => readdirSync(path.join(folder, name)).some((one) => file.test(one)))
    .map(({ name }) => name)
    .sort();
}
