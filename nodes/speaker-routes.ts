import { z } from 'zod';
import type { Speakers } from '../lib/listening/speakers/speakers.js';
import { JarvisError } from '../lib/turn/errors.js';
import type { Answering } from './admin.js';
import { running } from './running.js';

const named = z.object({ name: z.string().max(100) });
const inRoom = named.extend({ site: z.string().min(1).max(64) });

/** The routes of the list of people in the voice config node. Who learns a voice gives it the memory and the doors: an owner's permission. */
export function speakerRoutes(route: Answering): void {
  route('get', 'speakers', () => {
    const speakers = deployed();
    return { isOn: speakers !== undefined, names: speakers?.names() ?? [], learning: speakers?.learning() };
  });
  route('post', 'speakers/learn', (body) => {
    const { name, site } = inRoom.parse(body);
    speakersNow().learn(name, site);
    return { ok: true };
  });
  route('post', 'speakers/forget', (body) => {
    speakersNow().forget(named.parse(body).name);
    return { ok: true };
  });
}

function deployed(): Speakers | undefined {
  for (const { speakers } of running.voice) if (speakers) return speakers;
  return undefined;
}

/** @throws JarvisError not-configured */
function speakersNow(): Speakers {
  const speakers = deployed();
  if (speakers) return speakers;
  throw new JarvisError(
    'not-configured',
    'Voices are not told apart yet. Tick the box, deploy, and open this form again.',
  );
}
