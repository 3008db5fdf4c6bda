import type { IncomingHttpHeaders } from 'node:http';
import { hostname, networkInterfaces } from 'node:os';
import { isLoopback } from './addresses.js';

/** A request as far as it says who asks. */
export interface Asked {
  method?: string | undefined;
  headers: IncomingHttpHeaders;
}

/**
 * Why a request may not come from where it says, for the person who reads it; undefined when it may: not by a strange
 * name (see `nameRefusalOf`), and not from a page of another host, of which only links to here are followed.
 * X-Forwarded-Host counts for nothing: Node-RED's CORS answer lets every page send it; a proxy's public name belongs in
 * `names`.
 * @param names more hosts, comma separated; with a port where the proxy has one of its own
 */
export function refusalOf(asked: Asked, names: string): string | undefined {
  const { method = 'GET', headers } = asked;
  const strange = nameRefusalOf(asked, names);
  if (strange !== undefined) return strange;
  const { origin } = headers;
  if (origin !== undefined) {
    const forwarded = isIngress(headers) ? [String(headers['x-forwarded-host'] ?? '')] : [];
    if (isOrigin(origin, [headers.host ?? '', ...listOf(names), ...forwarded])) return undefined;
    return `A page of ${shown(origin)} may not do this. If it is yours, with a proxy in front of Node-RED, add its name to JARVIS_HOSTS and restart Node-RED.`;
  }
  const from = headers['sec-fetch-site'];
  if (from !== 'cross-site' && from !== 'same-site') return undefined;
  const isLink =
    method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  return isLink ? undefined : 'A page of another site may not do this.';
}

/**
 * Why a request may not come by its Host; undefined when that is a name or an address of this machine, or one of `names`
 * (see `refusalOf`). A page whose own name was made to lead here (DNS rebinding) comes by that name.
 */
export function nameRefusalOf({ headers }: Asked, names: string): string | undefined {
  const { host = '' } = headers;
  if (isIngress(headers) || isOwnHost(nameOf(host), listOf(names).map(nameOf))) return undefined;
  return `${shown(host)} is not known as a name of this machine, so this may be another site's page. If the name is yours, add it to JARVIS_HOSTS and restart Node-RED.`;
}

/** Home Assistant has asked for a login before it passes such a request on to an add-on, whatever name it has itself. */
function isIngress(headers: IncomingHttpHeaders): boolean {
  return process.env['SUPERVISOR_TOKEN'] !== undefined && headers['x-ingress-path'] !== undefined;
}

function listOf(names: string): string[] {
  return names.split(/[\s,]+/).filter(Boolean);
}

/** The name of `name:port`, as URLs have it; empty when it is none. */
function nameOf(host: string): string {
  const url = `http://${host}`;
  if (host === '' || /[/\\@?#\s]/.test(host) || !URL.canParse(url)) return '';
  return new URL(url).hostname.replace(/^\[|\]$|\.$/g, '');
}

function isOwnHost(name: string, named: readonly string[]): boolean {
  if (name === '') return false;
  const self = hostname().toLowerCase();
  const label = self.split('.')[0] ?? self;
  if (isLoopback(name) || named.includes(name) || [self, label, `${label}.local`].includes(name)) return true;
  // Read anew each time: machines get other addresses while we run.
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return addresses.some(({ address, family }) => nameOf(family === 'IPv6' ? `[${address}]` : address) === name);
}

function isOrigin(origin: string, hosts: readonly string[]): boolean {
  if (!/^https?:\/\//.test(origin) || !URL.canParse(origin)) return false;
  const { protocol, host } = new URL(origin);
  return hosts.some((own) => {
    // Both through URL, so that a default port is left out of both.
    const address = `${protocol}//${own}`;
    return nameOf(own) !== '' && URL.canParse(address) && new URL(address).host === host;
  });
}

function shown(what: string): string {
  return `"${what.slice(0, 100)}"`;
}
