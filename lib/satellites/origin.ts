import type { IncomingHttpHeaders } from 'node:http';

/**
 * True when the page that asks was served by the host it asks: other sites' pages must not talk to the house.
 * A proxy's X-Forwarded-Host counts too, as no page can set it.
 */
export function isOwnOrigin(headers: IncomingHttpHeaders): boolean {
  const origin = headers.origin ?? '';
  if (!URL.canParse(origin)) return false;
  const { protocol, host } = new URL(origin);
  const forwarded = String(headers['x-forwarded-host'] ?? '').split(',')[0] ?? '';
  return [headers.host ?? '', forwarded.trim()].some((own) => {
    // Both through URL, so that a default port is left out of both.
    const address = `${protocol}//${own}`;
    return own !== '' && URL.canParse(address) && new URL(address).host === host;
  });
}
