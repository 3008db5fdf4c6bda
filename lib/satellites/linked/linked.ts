import { closeAll } from '../../turn/closing.js';
import type { Link, LinkedSatellite, LinkTools, OpenLink } from './types.js';

/** The satellites that this flow connects to, by site. */
export interface LinkedSatellites {
  get(site: string): Link | undefined;
  /** Sites appeared, changed or went. */
  sitesChanged(): void;
  close(): Promise<void>;
}

/** @param openers how each kind is connected to */
export function openLinked(
  satellites: readonly LinkedSatellite[],
  openers: Readonly<Record<LinkedSatellite['kind'], OpenLink>>,
  tools: LinkTools,
): LinkedSatellites {
  const links = new Map<string, Link>();
  for (const satellite of satellites) {
    if (!links.has(satellite.site)) links.set(satellite.site, openers[satellite.kind](satellite, tools));
  }
  return {
    get: (site) => links.get(site),
    sitesChanged() {
      for (const link of links.values()) link.roomChanged?.();
    },
    close: () => closeAll([...links.values()].map((link) => () => link.close())),
  };
}
