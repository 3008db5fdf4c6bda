import type { Hub } from '../../lib/satellites/types.js';

/** Stands for what names no satellite. */
const NO_SITE = '';
const MAX_BROKEN = 200;

/** Sites that sent something wrong and nothing right since; the node's red ring stays as long. @param mended Shows the state again. */
export function brokenSites({ site: known }: Pick<Hub, 'site'>, mended: () => void) {
  const broken = new Set<string>();
  return {
    fails(site: string): void {
      if (broken.size >= MAX_BROKEN) broken.clear();
      broken.add(known(site) ? site : NO_SITE);
    },
    works(site: string): void {
      if (broken.size === 0) return;
      broken.delete(site);
      broken.delete(NO_SITE);
      if (broken.size === 0) mended();
    },
  };
}
