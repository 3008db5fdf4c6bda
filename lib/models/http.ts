import { STATUS_CODES } from 'node:http';
import { JarvisError, reasonOf } from '../turn/errors.js';
import { shorten } from '../turn/shorten.js';

const MAX_REDIRECTS = 5;

/**
 * The answer to a GET, whatever its status, after its redirects. They are followed on the same server, or to https: whoever
 * answers there has proven its name, so that a source can't have other servers in the house asked.
 * @throws JarvisError failed for any other redirect; Error when nobody answers; what the signal aborts with.
 */
export async function get(url: string, headers: Record<string, string>, signal: AbortSignal): Promise<Response> {
  let at = new URL(url);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await fetch(at, { headers, signal, redirect: 'manual' }).catch((thrown: unknown) => {
      if (signal.aborted) throw thrown;
      throw new Error(plain(reasonOf(thrown)));
    });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || !location) return response;
    await response.body?.cancel().catch(() => {});
    const next = URL.canParse(location, at.href) ? new URL(location, at) : undefined;
    if (!next || !mayLead(at, next)) {
      throw new JarvisError(
        'failed',
        `${at.href} leads to ${quoted(location)}: refused. Redirects may stay on the server or go to an https address.`,
      );
    }
    at = next;
  }
  throw new JarvisError('failed', `${url} leads from one address to the next without end.`);
}

function mayLead(from: URL, to: URL): boolean {
  if (to.username || to.password) return false;
  return to.protocol === 'https:' || (to.protocol === 'http:' && from.protocol === 'http:' && to.host === from.host);
}

/** A status in words of our own: a server may write anything beside the number. */
export function statusOf({ status }: Response): string {
  return `${status} ${STATUS_CODES[status] ?? ''}`.trim();
}

/** Text of a peer for an error: quoted and short. */
export function quoted(text: string): string {
  return `"${shorten(plain(text), 100)}"`;
}

/** Without what a terminal obeys or a log takes for a new line. */
function plain(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim();
}
