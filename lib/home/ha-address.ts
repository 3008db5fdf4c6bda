import { JarvisError } from '../turn/errors.js';

/** Where a Home Assistant is and how to get in. */
export interface Address {
  /** For people and for HTTP: "http://homeassistant.local:8123", without a slash at the end. */
  url: string;
  /** The WebSocket's address. */
  socket: string;
  token: string;
}

const SUPERVISOR = 'http://supervisor/core';

/**
 * The address in the form it is used, from what people write: with or without http://, a slash at the end, a path in
 * front (a proxy), /api/websocket or ws://. Without a URL, the supervisor's, where we run as an add-on.
 * @throws JarvisError not-configured when there is no URL or it is none; home-unauthorised without a token.
 */
export function addressOf(url: string | undefined, token: string | undefined): Address {
  const supervisor = process.env['SUPERVISOR_TOKEN'];
  const written = url?.trim() || (supervisor ? SUPERVISOR : '');
  if (written === '') {
    throw new JarvisError(
      'not-configured',
      'No Home Assistant is configured: set its URL, e.g. http://homeassistant.local:8123.',
    );
  }
  const base = baseOf(written);
  const own = base === SUPERVISOR;
  const secret = token?.trim() || (own ? supervisor : undefined);
  if (!secret) {
    throw new JarvisError(
      'home-unauthorised',
      `There is no token for Home Assistant at ${base}. Create a long-lived access token on your profile page there (Security) and paste it.`,
    );
  }
  return { url: base, socket: `${base.replace(/^http/, 'ws')}${own ? '' : '/api'}/websocket`, token: secret };
}

function baseOf(written: string): string {
  const withScheme = /^[a-z]+:\/\//i.test(written) ? written : `http://${written}`;
  const parsed = URL.canParse(withScheme) ? new URL(withScheme) : undefined;
  const scheme = { 'http:': 'http', 'ws:': 'http', 'https:': 'https', 'wss:': 'https' }[parsed?.protocol ?? ''];
  if (!parsed || !scheme || parsed.hostname === '') {
    throw new JarvisError(
      'not-configured',
      `"${written}" is not the URL of a Home Assistant. It looks like http://homeassistant.local:8123.`,
    );
  }
  const path = parsed.pathname.replace(/\/+$/, '').replace(/(\/api)?\/websocket$|\/api$/, '');
  return `${scheme}://${parsed.host}${path}`;
}

/** The origin that an address leads to. @throws JarvisError not-configured when it is none */
export function originOf(url: string): string {
  return new URL(baseOf(url.trim())).origin;
}
