import type { Node } from 'node-red';
import type { SayRequest } from '../../lib/satellites/types.js';
import { announcer } from '../../lib/speaking/announce.js';
import { openUnheard } from '../../lib/speaking/unheard.js';
import { onClose, reportFailure, type Send, showStatus } from '../adapter.js';
import type { SatellitesNode } from '../jarvis-satellites/jarvis-satellites.js';

type House = Pick<SatellitesNode, 'hub' | 'language' | 'languages'>;

/**
 * What announces for a node until that closes.
 * @param house throws JarvisError not-configured where there is none
 */
export function openSaying(node: Node, own: readonly string[], house: () => House, known: () => House | undefined) {
  const announce = announcer(own, (error) => reportFailure(node, error, {}));
  const unheard = openUnheard({
    hub: () => known()?.hub,
    own,
    failed: (thrown, { text }) => reportFailure(node, thrown, { payload: text }),
  });
  onClose(node, unheard.close);
  /** Says it now. @returns ids of its turns @throws JarvisError */
  const say = (request: SayRequest, send: Send): string[] => {
    const told = announce(request, house());
    if (told.length > 0) showStatus(node, 'green', 'dot', 'speaking');
    for (const one of told) send(one);
    return told.map(({ turn }) => turn.id);
  };
  /** Says it as soon as somebody is there. @throws JarvisError */
  const announceTo = (request: SayRequest, send: Send): void => {
    if (unheard.hold(request, (later) => say(later, send))) showStatus(node, 'yellow', 'ring', 'unheard');
    else say(request, send);
  };
  return { say, announceTo };
}
