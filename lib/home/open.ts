import { pluralForm } from '../language/plural.js';
import { clock } from '../turn/clock.js';
import { reasonOf } from '../turn/errors.js';
import { openDemoHome } from './demo.js';
import { openHomeAssistant } from './home-assistant.js';
import type { Home, HomeStatus } from './types.js';

export interface HomeOptions {
  /** "auto" is Home Assistant when there is a URL or a supervisor, and the demo house otherwise. */
  kind: 'auto' | 'home-assistant' | 'demo';
  url?: string | undefined;
  token?: string | undefined;
}

/** Opens the house; a Home Assistant connects in the background. */
export function openHome({ kind, url, token }: HomeOptions): Home {
  const hasAddress = Boolean(url?.trim() || process.env['SUPERVISOR_TOKEN']);
  if (kind === 'demo' || (kind === 'auto' && !hasAddress)) return openDemoHome();
  return openHomeAssistant({ url, token });
}

const CHECK_MS = 20_000;

/** Tries URL and token once, for the editor's Check button: what was found, or what is wrong and what to do. */
export async function checkHome(
  url: string | undefined,
  token: string | undefined,
): Promise<{ ok: boolean; message: string }> {
  const home = openHomeAssistant({ url, token });
  try {
    return await new Promise((resolve) => {
      const timer = clock.limit(CHECK_MS, () => done());
      const done = () => {
        timer.cancel();
        const { state, detail } = home.status();
        if (state !== 'connected') return resolve({ ok: false, message: detail });
        const { areas, entities } = home.house();
        const none = entities.length === 0 ? ' Expose some to Assist (Settings, Voice assistants, Expose).' : '';
        const message = `Connected: ${count(entities, ['device', 'devices'])} in ${count(areas, ['area', 'areas'])} may be spoken about.${none}`;
        resolve({ ok: true, message });
      };
      const settled = ({ state }: HomeStatus) => {
        if (state !== 'connecting') done();
      };
      home.onStatus(settled);
      settled(home.status());
    });
  } catch (thrown) {
    return { ok: false, message: reasonOf(thrown) };
  } finally {
    await home.close();
  }
}

function count({ length }: readonly unknown[], what: readonly string[]): string {
  return `${length} ${pluralForm(length, what, 'en')}`;
}
