import { randomUUID } from 'node:crypto';
import { type Pcm, secondsOf } from '../audio/pcm.js';
import { wavOf } from '../audio/wav.js';
import type { Stage } from '../conversation/turns.js';
import { clock } from '../turn/clock.js';
import { closeAll } from '../turn/closing.js';
import { JarvisError } from '../turn/errors.js';
import { redact } from '../turn/redaction.js';
import { abortError } from '../turn/wait.js';
import { hermesInbox, SOURCE } from './hermes-inbox.js';
import { PIECE, pieceEnd } from './hermes-pieces.js';
import { type DiscoveryOptions, type HouseDevices, openHouseDevices } from './house-devices.js';
import type { KeptSettings } from './kept-settings.js';
import { type BrokerAddress, openLink } from './mqtt.js';
import { openPlaybacks } from './playbacks.js';
import type { Problems } from './problems.js';
import type { Answer } from './questions.js';
import type { Rates } from './rates.js';
import { openSessions } from './sessions.js';
import { type ShownStates, shownStates } from './shown-states.js';
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
  answer(answer: Answer): void;
  /** Sites were forgotten: what was kept of them goes too. */
  sitesChanged(): void;
  /** The sites as devices of Home Assistant, where they are to be. */
  readonly devices: HouseDevices | undefined;
  /** @param isRemoved it doesn't come back: nothing of it stays at the broker */
  close(isRemoved?: boolean): Promise<void>;
}

/** How long a playback waits for a lost connection, in milliseconds. */
const CONNECTION_MS = 30_000;
/** What a satellite may take longer than the sound is, in milliseconds. */
const GRACE_MS = 10_000;
/** The same for a piece that more follows: its answer may have been lost, and what follows waits there by itself. */
const PIECE_GRACE_MS = 1_000;
/** A connection younger than this may have come back before the satellite's own, in milliseconds. */
const FRESH_MS = 30_000;
const FRESH_GRACE_MS = 2_000;

/** Connects to the broker and listens to its satellites. Never throws: see `status()`. */
export function openHermes(options: {
  address: (signal: AbortSignal) => Promise<BrokerAddress>;
  prefix: string;
  sites: Sites;
  settings: KeptSettings;
  problems: Problems;
  rates: Rates;
  emit: Emit;
  discovery?: DiscoveryOptions | undefined;
  /** Whether announcements from outside are spoken by somebody. */
  canSay: () => boolean;
  /** A site begins to play a piece of sound. */
  onPiece: (site: string, piece: Pcm) => void;
}): Hermes {
  const { prefix, sites, emit } = options;
  const playbacks = openPlaybacks();
  /** What each satellite plays: one thing at a time. */
  const playing = new Map<string, string>();
  const stages = new Map<string, Stage>();
  /** When a satellite will be done with what an aborted playback left it, in milliseconds since the epoch. */
  const busyUntil = new Map<string, number>();
  /** Satellites that say when they have finished. */
  const answering = new Set<string>();
  let connectedAt = Number.NEGATIVE_INFINITY;

  const json = (topic: string, message: Record<string, unknown>) => link.publish(topic, JSON.stringify(message));
  const states: ShownStates = shownStates({
    prefix,
    sites,
    publish: (topic, state, retain) => link.publish(topic, state, retain),
  });
  const tellStage = (site: string) => states.show(site, stages.get(site) ?? 'idle');

  const sessions = openSessions({
    publish: (name, message) => json(`hermes/dialogueManager/${name}`, message),
    say: (request) => emit('say', request),
    listen: (site) => emit('wake', site, { word: null, by: 'asked' }),
    hush: (site) => emit('hush', site),
  });

  const inbox = hermesInbox({
    ...options,
    sessions,
    publish: json,
    playFinished(site, id) {
      // A satellite that names no id means what it is playing.
      const current = playing.get(site);
      answering.add(site);
      if (current !== undefined && (id === undefined || id === current)) playbacks.finish(current);
    },
  });

  const devices =
    options.discovery &&
    openHouseDevices({ ...options, ...options.discovery, publish: (...message) => link.publish(...message) });

  const link = openLink({
    address: options.address,
    topics: [...inbox.topics, states.topic, ...(devices?.topics ?? [])],
    will: devices?.will,
    onMessage(topic, payload, retained) {
      if (states.receive(topic, payload, retained) || devices?.receive(topic, payload, retained)) return;
      // What happened once happened before we came, although the broker kept it.
      if (!retained) inbox.receive(topic, payload);
    },
    onStatus(status) {
      if (status.state === 'connected') {
        connectedAt = clock.steady();
        states.connected();
        devices?.connected();
        for (const site of sites.all()) if (site.via === 'mqtt') tellStage(site.id);
      } else {
        const lost = new JarvisError(
          'satellite-unreachable',
          `The connection to the satellites was lost during a playback. ${status.detail}`,
        );
        playbacks.failAll(lost);
      }
      emit('status', status);
    },
  });

  /** Resolves when the satellite has played a piece, or must have. */
  const playPiece = async (
    site: string,
    piece: Pcm,
    id: string,
    graceMs: number,
    signal: AbortSignal,
  ): Promise<void> => {
    const wav = wavOf(piece);
    const soundMs = Math.max(0, (busyUntil.get(site) ?? 0) - clock.now()) + secondsOf(piece) * 1000;
    busyUntil.delete(site);
    playing.set(site, id);
    try {
      for (;;) {
        if (!link.publish(`hermes/audioServer/${site}/playBytes/${id}`, wav)) {
          throw new JarvisError(
            'satellite-unreachable',
            `"${site}" did not get the sound: the connection to the MQTT broker is full, or was just lost.`,
          );
        }
        options.onPiece(site, piece);
        // After a lost connection ours may be back first: a satellite that used to answer and doesn't never got it.
        const fresh = answering.has(site) && clock.steady() - connectedAt < FRESH_MS;
        const finished = await playbacks.begin(id, soundMs + (fresh ? FRESH_GRACE_MS : graceMs), signal, () => {
          // Hermes knows no stop: the satellite plays on, and what comes next waits for it there.
          busyUntil.set(site, clock.now() + soundMs);
        });
        if (finished || !fresh) return;
      }
    } finally {
      playing.delete(site);
    }
  };

  return {
    status: link.status,
    devices,
    async play(site, sound, id, signal) {
      await link.whenConnected(CONNECTION_MS, signal);
      const playId = /^[^/+#\0]{1,100}$/.test(id) && !playbacks.has(id) ? id : randomUUID();
      const { samples, rate } = sound;
      for (let from = 0, count = 0; from < samples.length; count++) {
        if (signal.aborted) throw abortError(signal);
        // One that never says when it has finished can't be asked for the next piece at the right time.
        const end = answering.has(site) ? pieceEnd(sound, from, PIECE) : samples.length;
        const piece = { samples: samples.subarray(from, end), rate };
        const grace = end < samples.length ? PIECE_GRACE_MS : GRACE_MS;
        await playPiece(site, piece, count === 0 ? playId : `${playId}.${count}`, grace, signal);
        from = end;
      }
    },
    show(site, kind, text) {
      if (kind !== 'error' && text !== '')
        // Whoever listens to the broker may log and keep it.
        link.publish(`${prefix}/${site}/${kind === 'heard' ? 'heard' : 'spoken'}`, redact(text));
    },
    setStage(site, stage) {
      if (stage === 'idle') stages.delete(site);
      else stages.set(site, stage);
      tellStage(site);
      sessions.stage(site, stage);
    },
    captured(site, text, likelihood = 1, seconds = 0, sessionId = sessions.current(site) ?? '') {
      json('hermes/asr/textCaptured', { text, likelihood, seconds, siteId: site, sessionId, source: SOURCE });
    },
    answer: (answer) => json(`${prefix}/answer`, { ...answer }),
    sitesChanged() {
      inbox.sitesChanged();
      states.sitesChanged();
      devices?.sitesChanged();
      for (const kept of [stages, busyUntil]) {
        for (const site of kept.keys()) if (!sites.get(site)) kept.delete(site);
      }
      for (const site of answering) if (!sites.get(site)) answering.delete(site);
    },
    async close(isRemoved = false) {
      const closed = new JarvisError('satellite-unreachable', 'The connection to the satellites was closed.');
      await closeAll(
        [() => playbacks.failAll(closed), sessions.clear, states.close, () => devices?.close(isRemoved)],
        [link.close],
        [inbox.close],
      );
    },
  };
}
