import type { NodeAPI } from 'node-red';
import { hearingUnderstands, voiceSpeaks, wakeHears } from '../lib/doctor/own-voice.js';
import { brokerThere, microphoneLevels, playsSilence } from '../lib/doctor/satellites.js';
import { type Check, type Checks, walk } from '../lib/doctor/walk.js';
import { JarvisError, reasonOf } from '../lib/turn/errors.js';
import { adminRoute, jsonOf } from './admin-route.js';
import { first } from './running.js';

const LISTEN_MS = 2000;
const QUICK_MS = 10_000;
/** A speech model may have to be loaded first. */
const LOADED_MS = 45_000;

const NOT_THERE = (what: string): Check => ({
  ms: QUICK_MS,
  run: async () => ({ outcome: 'skipped', told: `No ${what} node is deployed.` }),
});

/** The checks of what is deployed; none of them changes anything in the house. */
export function deployedChecks(): Checks {
  const [satellites, voice, model, home] = [first('satellites'), first('voice'), first('model'), first('home')];
  const of = (check: Check['run'], ms = QUICK_MS): Check => ({ ms, run: check });
  const hub = satellites?.hub;
  return {
    microphone: hub ? of((signal) => microphoneLevels(hub, LISTEN_MS, signal)) : NOT_THERE('satellites'),
    broker: hub ? of(async () => brokerThere(hub)) : NOT_THERE('satellites'),
    ...(voice && {
      wake: of(async (signal) => {
        if (!voice.wake) return { outcome: 'skipped', told: 'The satellites wake by themselves.' };
        return wakeHears(voice.wake, voice.wakeWords[0] ?? '', { tts: voice.tts, language: 'en', signal });
      }, LOADED_MS),
      hearing: of(async (signal) => {
        const [missing] = await voice.missing();
        if (missing !== undefined) throw new JarvisError('library-missing', missing);
        return hearingUnderstands(voice.stt, { tts: voice.tts, language: voice.language, signal });
      }, LOADED_MS),
      voice: of((signal) => voiceSpeaks({ tts: voice.tts, language: voice.language, signal }), LOADED_MS),
    }),
    model: model
      ? of(async (signal) => {
          const there = await model.provider.models(signal);
          const { chat } = await model.models(signal);
          if (!there.some((name) => name === chat || name === `${chat}:latest`)) {
            throw new JarvisError('model-missing', `The model server at ${model.provider.url} has no model "${chat}".`);
          }
          return { outcome: 'ok', told: `${chat} at ${model.provider.url}` };
        })
      : NOT_THERE('model'),
    home: home
      ? of(async (signal) => {
          if (home.home.kind === 'demo') return { outcome: 'skipped', told: 'This is the demo house.' };
          await home.home.ready(signal);
          return { outcome: 'ok', told: 'Connected.' };
        })
      : NOT_THERE('home'),
    playback: hub ? of((signal) => playsSilence(hub, signal)) : NOT_THERE('satellites'),
  };
}

/** The route that walks the stages, once at a time; it ends when whoever asked goes. */
export function selfTestRoute(RED: NodeAPI): void {
  let walking = false;
  const open = adminRoute(RED, (res, thrown) => res.status(400).json({ ok: false, message: reasonOf(thrown) }));
  open('post', 'self-test', async (req, res) => {
    jsonOf(req);
    if (walking) throw new JarvisError('bad-input', 'A self-test runs already.');
    walking = true;
    const gone = new AbortController();
    res.once('close', () => gone.abort());
    try {
      res.json(await walk(deployedChecks(), gone.signal));
    } finally {
      walking = false;
    }
  });
}
