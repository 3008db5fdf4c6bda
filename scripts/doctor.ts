import { z } from 'zod';
import { type Finding, STAGES } from '../lib/doctor/findings.js';
import { type Checks, walk } from '../lib/doctor/walk.js';
import { checkHome } from '../lib/home/open.js';
import { openOllama } from '../lib/llm/ollama.js';
import { openOpenAi } from '../lib/llm/openai.js';
import { shownAddress } from '../lib/turn/address.js';
import { JarvisError, reasonOf } from '../lib/turn/errors.js';

const WALK_MS = 240_000;
const QUICK_MS = 10_000;
const findings = z
  .array(z.object({ stage: z.enum(STAGES), outcome: z.enum(['ok', 'failed', 'skipped']), told: z.string().max(4000) }))
  .max(STAGES.length);
const SIGNS = { ok: 'ok     ', failed: 'FAILED ', skipped: 'skipped' } as const;

/**
 * Prints what the self-test of the running Node-RED finds; without one, what can be seen from here.
 * @param address of Node-RED's editor; the login comes from JARVIS_USER and JARVIS_PASSWORD, or a token from NODE_RED_TOKEN
 * @returns 1 where a stage fails, else 0
 */
export async function doctor(address: string, env: NodeJS.ProcessEnv, print = console.log): Promise<number> {
  const base = address.replace(/\/$/, '');
  let found: Finding[];
  try {
    found = await asked(base, env);
  } catch (thrown) {
    if (thrown instanceof JarvisError) throw thrown;
    print(`No Node-RED answers at ${shownAddress(base)} (${reasonOf(thrown)}): start it, or give its address.`);
    found = await walk(withoutNodeRed(env), new AbortController().signal);
  }
  for (const { stage, outcome, told } of found) print(`${SIGNS[outcome]}  ${stage.padEnd(10)}  ${shownAddress(told)}`);
  return found.some(({ outcome }) => outcome === 'failed') ? 1 : 0;
}

async function asked(base: string, env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const token = env['NODE_RED_TOKEN'] || (await tokenOf(base, env));
  const answer = await fetch(`${base}/jarvis/admin/self-test`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: '{}',
    signal: AbortSignal.timeout(WALK_MS),
  });
  if (answer.status === 401) {
    throw new JarvisError(
      'bad-input',
      'Node-RED wants a login: set JARVIS_USER and JARVIS_PASSWORD, or NODE_RED_TOKEN.',
    );
  }
  const body = findings.safeParse(await answer.json().catch(() => undefined));
  if (body.success) return body.data;
  throw new JarvisError('failed', `Node-RED answered with status ${answer.status}, and not with a self-test.`);
}

async function tokenOf(base: string, env: NodeJS.ProcessEnv): Promise<string> {
  const password = env['JARVIS_PASSWORD'];
  if (!password) return '';
  const answer = await fetch(`${base}/auth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: 'node-red-admin',
      grant_type: 'password',
      scope: '*',
      username: env['JARVIS_USER'] || 'admin',
      password,
    }),
    signal: AbortSignal.timeout(QUICK_MS),
  });
  const read = z.object({ access_token: z.string() }).safeParse(await answer.json().catch(() => undefined));
  return read.data?.access_token ?? '';
}

/** What can be checked with the settings of the environment alone. */
function withoutNodeRed(env: NodeJS.ProcessEnv): Checks {
  const [home, token] = [env['JARVIS_HOME_URL'], env['JARVIS_HOME_TOKEN']];
  return {
    model: {
      ms: QUICK_MS,
      run: async (signal) => {
        const url = env['JARVIS_MODEL_URL'] || 'http://127.0.0.1:11434';
        const isOpenAi = env['JARVIS_MODEL_PROVIDER'] === 'openai';
        const server = isOpenAi
          ? openOpenAi({ url, key: env['JARVIS_MODEL_KEY'] ?? '' })
          : openOllama({ url, keepAlive: '30m' });
        try {
          const models = await server.models(signal);
          return { outcome: 'ok', told: `${models.length} models at ${server.url}` };
        } finally {
          server.close();
        }
      },
    },
    home: {
      ms: 2 * QUICK_MS,
      run: async () => {
        if (!home) return { outcome: 'skipped', told: 'JARVIS_HOME_URL is not set here.' };
        const { ok, message } = await checkHome(home, token);
        if (!ok) throw new JarvisError('home-unreachable', message);
        return { outcome: 'ok', told: message };
      },
    },
  };
}
