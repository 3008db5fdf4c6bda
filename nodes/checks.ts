import { z } from 'zod';
import { originOf as homeOrigin } from '../lib/home/ha-address.js';
import { checkHome } from '../lib/home/open.js';
import { ServerError } from '../lib/llm/http.js';
import { JarvisError, reasonOf } from '../lib/turn/errors.js';
import { within } from '../lib/turn/wait.js';
import { openProvider } from './jarvis-model/jarvis-model.js';
import { running } from './running.js';
import { setting } from './settings.js';

/** What a Check button of the editor is told. */
interface Outcome {
  ok: boolean;
  message: string;
}

/** Where a check goes, and with what. */
export interface Target {
  url: string;
  secret: string;
  /** A secret is saved, but for another address. */
  withheld: boolean;
}

const CHECK_MS = 10_000;
const KEEP_ALIVE = '30m';
/** What a password field holds when it wasn't changed. */
const UNCHANGED = /^(__PWRD__)?$/;
const modelCheck = z.object({
  id: z.string().optional(),
  provider: z.string().max(20),
  url: z.string().max(2000),
  key: z.string().max(5000).optional(),
});
const homeCheck = z.object({
  id: z.string().optional(),
  url: z.string().max(2000),
  token: z.string().max(5000).optional(),
});

/**
 * A secret typed in goes where it says. A saved one, or the environment's, goes only to the origin that the deployed
 * node uses it for: whoever asks may name any address.
 */
export function targetOf(
  typed: { url: string; secret: string },
  deployed: { url: string; secret: string },
  fixedUrl: string,
  originOf: (url: string) => string,
): Target {
  if (!UNCHANGED.test(typed.secret)) return { ...typed, withheld: false };
  const url = fixedUrl || typed.url;
  const isSame = deployed.url !== '' && originOf(url) === originOf(deployed.url);
  return { url, secret: isSame ? deployed.secret : '', withheld: !isSame && deployed.secret !== '' };
}

/** Tries a Home Assistant for the editor. */
export async function checkedHome(body: unknown): Promise<Outcome> {
  const { id, url, token = '' } = homeCheck.parse(body);
  const node = [...running.home].find((one) => one.id === id);
  const deployed = {
    url: setting('JARVIS_HOME_URL', node?.url),
    secret: setting('JARVIS_HOME_TOKEN', node?.credentials?.token),
  };
  const target = targetOf({ url, secret: token }, deployed, setting('JARVIS_HOME_URL', undefined), homeOrigin);
  return told(target, await checkHome(target.url, target.secret));
}

/** Tries a model server for the editor. @throws JarvisError that says why there are no models */
export async function checkedModel(body: unknown): Promise<Outcome & { models: string[] }> {
  const { id, provider, url, key = '' } = modelCheck.parse(body);
  const node = [...running.model].find((one) => one.id === id);
  const open = (at: string, secret: string) => openProvider({ provider, url: at, key: secret, keepAlive: KEEP_ALIVE });
  const fixedUrl = setting('JARVIS_MODEL_URL', undefined);
  const deployed = {
    url: fixedUrl || (node?.provider.url ?? ''),
    secret: setting('JARVIS_MODEL_KEY', node?.credentials?.key),
  };
  const target = targetOf({ url, secret: key }, deployed, fixedUrl, (at) => new URL(open(at, '').url).origin);
  const server = open(target.url, target.secret);
  try {
    const what = `The model server at ${server.url}`;
    return { ok: true, models: await within({ ms: CHECK_MS, what }, (signal) => server.models(signal)), message: '' };
  } catch (thrown) {
    throw new JarvisError('failed', told(target, { ok: false, message: withoutBody(thrown, server.url) }).message);
  } finally {
    server.close();
  }
}

function told({ withheld }: Target, { ok, message }: Outcome): Outcome {
  const why = ' The saved secret was not sent: it was saved for another address. Enter it to try it here.';
  return { ok, message: !ok && withheld ? message + why : message };
}

/** Why there is no list of models; nothing of what was answered, which may be a page that isn't ours to show. */
function withoutBody(thrown: unknown, url: string): string {
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  if (cause instanceof ServerError) {
    const refused = cause.status === 401 || cause.status === 403;
    return refused
      ? `The model server at ${url} refused the key (status ${cause.status}).`
      : `${url} is not a model server of the chosen kind (status ${cause.status}).`;
  }
  const strange = thrown instanceof Error && 'code' in thrown && thrown.code === 'model-failed';
  return strange ? `What answers at ${url} is not a model server of the chosen kind.` : reasonOf(thrown);
}
