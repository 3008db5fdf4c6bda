import type { Node } from 'node-red';
import type { Intercom } from '../../lib/deciding/intercom/intercom.js';
import { openQuestions } from '../../lib/deciding/questions/questions.js';
import type { Home } from '../../lib/home/types.js';
import type { SayRequest, Site } from '../../lib/satellites/types.js';
import { announcer } from '../../lib/speaking/announce.js';
import { onClose, reportFailure } from '../adapter.js';
import { assistantName } from '../entered-once.js';
import { first } from '../running.js';

/**
 * What speaks and asks in other rooms, until the node closes: what is said there leaves output 1. Gives it for a house;
 * undefined where no satellites are deployed.
 */
export function openIntercom(node: Node): (home: Home) => Intercom | undefined {
  const failed = (error: unknown) => reportFailure(node, error, {});
  const announce = announcer([], failed);
  const say = (request: SayRequest, sites?: readonly Site[]): string[] => {
    const satellites = first('satellites');
    const told = satellites ? announce(request, satellites, sites) : [];
    for (const one of told) node.send([one as never, null]);
    return told.map(({ turn }) => turn.id);
  };
  let house: Home | undefined;
  const questions = openQuestions({
    hub: {
      sitesIn: (rooms) => first('satellites')?.hub.sitesIn(rooms) ?? [],
      listen: (site) => first('satellites')?.hub.listen(site),
    },
    say,
    house: () => house?.house(),
    name: () => assistantName(),
    failed,
  });
  onClose(node, () => questions.close());
  return (home) => {
    house = home;
    const hub = first('satellites')?.hub;
    const tell: Intercom['tell'] = (text, sites, language) => void say({ text, rooms: [], language }, sites);
    return hub && { hub, tell, ask: questions.ask };
  };
}
