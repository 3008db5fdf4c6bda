import { randomUUID } from 'node:crypto';
import { type Pcm, secondsOf } from '../audio/pcm.js';
import { wavOf } from '../audio/wav.js';
import { JarvisError } from '../turn/errors.js';
import type { Stage } from '../turn/live.js';
import { abortError } from '../turn/wait.js';
import { hermesInbox } from './hermes-inbox.js';
import { type BrokerAddress, openLink } from './mqtt.js';
import type { Problems } from './problems.js';
import { openSessions } from './sessions.js';
import type { Sites } from './sites.js';
import type { Emit, HubStatus } from './types.js';

/** The satellites behind the MQTT broker, on Hermes' topics and ours. */
export interface Hermes {
  status(): HubStatus;
  /** As `Hub.play`, for a site of MQTT; the caller keeps the order. */
  play(site: string, sound: Pcm, id: string, signal: AbortSignal): Promise<void>;
  show(site: string, kind: 'heard' | 'reply' | 'error', text: string): void;
  setStage(site: string, stage: Stage): void;
  captured(site: string, text: string, likelihood?: number, seconds?: number, sessionId?: string): void;
  /** Sites were forgotten: what was kept of them goes too. */
  sitesChanged(): void;
  close(): Promise<void>;
}

/** How long a playback waits for a lost connection, in milliseconds. */
const CONNECTION_MS = 30_000;
/** What a satellite may take longer than the sound is, in milliseconds. */
const GRACE_MS = 10_000;

/** One playback that waits for its `playFinished`. */
interface Playback {
  site: string;
  finished(): void;
  failed(error: Error): void;
}

/** Connects to the broker and listens to its satellites. Never throws: see `status()`. */
export function openHermes(options: {
  address: (signal: AbortSignal) => Promise<BrokerAddress>;
  prefix: string;
  sites: Sites;
  problems: Problems;
  emit: Emit;
}): Hermes {
  const { prefix, sites, emit } = options;
  const playbacks = new Map<string, Playback>();
  const stages = new Map<string, Stage>();
  /** When a satellite will be done with what an aborted playback left it, in milliseconds since the epoch. */
  const busyUntil = new Map<string, number>();

  const json = (topic: string, message: Record<string, unknown>) => link.publish(topic, JSON.stringify(message));
  const tellStage = (site: string) => link.publish(`${prefix}/${site}/state`, stages.get(site) ?? 'idle', true);

  const sessions = openSessions({
    publish: (name, message) => json(`hermes/dialogueManager/${name}`, message),
    say: (request) => emit('say', request),
    listen: (site) => emit('wake', site, { word: null, by: 'follow-up' }),
    hush: (site) => emit('hush', site),
  });

  const inbox = hermesInbox({
    ...options,
    sessions,
    publish: json,
    playFinished(site, id) {
      // A satellite that names no id means what it is playing, and that is one thing at a time.
      const playback = id ? playbacks.get(id) : [...playbacks.values()].find((playing) => playing.site === site);
      if (playback?.site === site) playback.finished();
    },
  });

  const link = openLink({
    address: options.address,
    topics: inbox.topics,
    onMessage: inbox.receive,
    onStatus(status) {
      if (status.state === 'connected') {
        for (const site of sites.all()) if (site.via === 'mqtt') tellStage(site.id);
      } else {
        const lost = new JarvisError(
          'satellite-unreachable',
          `The connection to the satellites was lost during a playback. ${status.detail}`,
        );
        for (const playback of [...playbacks.values()]) playback.failed(lost);
      }
      emit('status', status);
    },
  });

  /** Resolves with `playFinished`, or when the satellite must be done. */
  const finished = (site: string, id: string, limitMs: number, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const settle = (how: () => void) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        playbacks.delete(id);
        how();
      };
      const onAbort = () =>
        settle(() => {
          // Hermes knows no stop: the satellite plays on, and what comes next waits for it there.
          busyUntil.set(site, Date.now() + limitMs - GRACE_MS);
          reject(abortError(signal));
        });
      const timer = setTimeout(() => settle(resolve), limitMs);
      signal.addEventListener('abort', onAbort, { once: true });
      playbacks.set(id, { site, finished: () => settle(resolve), failed: (error) => settle(() => reject(error)) });
    });

  return {
    status: link.status,
    async play(site, sound, id, signal) {
      await link.whenConnected(CONNECTION_MS, signal);
      if (signal.aborted) throw abortError(signal);
      const playId = /^[^/+#\0]{1,100}$/.test(id) && !playbacks.has(id) ? id : randomUUID();
      const left = Math.max(0, (busyUntil.get(site) ?? 0) - Date.now());
      busyUntil.delete(site);
      const played = finished(site, playId, left + secondsOf(sound) * 1000 + GRACE_MS, signal);
      if (!link.publish(`hermes/audioServer/${site}/playBytes/${playId}`, wavOf(sound))) {
        const full = 'The MQTT broker takes sound more slowly than it is spoken, or was just lost.';
        playbacks.get(playId)?.failed(new JarvisError('satellite-unreachable', full));
      }
      await played;
    },
    show(site, kind, text) {
      if (kind !== 'error' && text !== '')
        link.publish(`${prefix}/${site}/${kind === 'heard' ? 'heard' : 'spoken'}`, text);
    },
    setStage(site, stage) {
      if (stage === 'idle') stages.delete(site);
      else stages.set(site, stage);
      tellStage(site);
      sessions.stage(site, stage);
    },
    captured(site, text, likelihood = 1, seconds = 0, sessionId = sessions.current(site) ?? '') {
      json('hermes/asr/textCaptured', { text, likelihood, seconds, siteId: site, sessionId, source: inbox.source });
    },
    sitesChanged() {
      inbox.sitesChanged();
      for (const kept of [stages, busyUntil]) {
        for (const site of kept.keys()) if (!sites.get(site)) kept.delete(site);
      }
    },
    async close() {
      const closed = new JarvisError('satellite-unreachable', 'The connection to the satellites was closed.');
      for (const playback of [...playbacks.values()]) playback.failed(closed);
      sessions.clear();
      await link.close();
      inbox.close();
    },
  };
}
