import { readBytes, ServerError, send } from '../llm/http.js';
import { JarvisError, reasonOf } from '../turn/errors.js';
import { abortError, within } from '../turn/wait.js';
import type { Address } from './ha-address.js';

/** Home Assistant itself gives a camera ten seconds. */
const LIMIT_MS = 11_000;
/** Most bytes of a picture: a JPEG of twelve million pixels has about four million. */
export const MAX_PICTURE = 10 * 1024 * 1024;

/**
 * What a camera of Home Assistant shows now, as its camera proxy gives it: a JPEG, of some cameras a PNG.
 * @throws JarvisError home-refused, home-unauthorised, home-unreachable; AbortError.
 */
export async function pictureOf({ url, token }: Address, camera: string, signal: AbortSignal): Promise<Buffer> {
  const limit = {
    ms: LIMIT_MS,
    what: `Home Assistant's picture of ${camera}`,
    code: 'home-unreachable',
    signal,
  } as const;
  return await within(limit, async (inner) => {
    try {
      const headers = { authorization: `Bearer ${token}` };
      const at = `${url}/api/camera_proxy/${encodeURIComponent(camera)}`;
      return await readBytes(await send(at, { method: 'GET', headers, signal: inner }), MAX_PICTURE);
    } catch (thrown) {
      if (inner.aborted) throw abortError(inner);
      throw refusalOf(thrown, camera);
    }
  });
}

function refusalOf(thrown: unknown, camera: string): JarvisError {
  if (!(thrown instanceof ServerError)) {
    const why = `Home Assistant gave no picture of ${camera}: ${reasonOf(thrown)}`;
    return new JarvisError('home-unreachable', why, { cause: thrown });
  }
  if (thrown.status === 401) {
    const why = 'Home Assistant refused its token for a picture. Create a new one on your profile page there.';
    return new JarvisError('home-unauthorised', why, { cause: thrown });
  }
  const why = `Home Assistant has no picture of ${camera} now (status ${thrown.status}). See whether it shows one itself.`;
  return new JarvisError('home-refused', why, { cause: thrown });
}
