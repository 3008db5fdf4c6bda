import type { Node } from 'node-red';
import type { LinkedSatellite } from '../../lib/satellites/linked/types.js';
import { isSiteId } from '../../lib/satellites/sites.js';
import { type SatelliteCredentials, texts } from './fields.js';

/** Where satellites of each kind listen, if nothing else is said. */
const PORTS = { esphome: 6053, wyoming: 10_700 } as const;

/**
 * The satellites that listen at addresses of their own: `esphome://host[:port]`, `wyoming://host[:port]`. What can't be read
 * is told at the node, and the others are connected to.
 * @param json site id to address
 */
export function linkedOf(node: Node<SatelliteCredentials>, json: string | undefined): LinkedSatellite[] {
  const keys = readTexts(node.credentials?.keys);
  return Object.entries(readTexts(json)).flatMap(([site, address]) => {
    const at = URL.canParse(address) ? new URL(address) : undefined;
    const kind = at?.protocol.slice(0, -1);
    if (!at?.hostname || (kind !== 'esphome' && kind !== 'wyoming') || !isSiteId(site)) {
      node.error(`The satellite "${site}" has no address like esphome://192.168.1.20 or wyoming://192.168.1.30.`);
      return [];
    }
    // Without the brackets of IPv6.
    const host = at.hostname.replace(/^\[|\]$/g, '');
    return [{ site, kind, host, port: Number(at.port) || PORTS[kind], key: keys[site] || undefined }];
  });
}

function readTexts(json: string | undefined): Record<string, string> {
  try {
    return texts.parse(JSON.parse(json || '{}'));
  } catch {
    return {};
  }
}
