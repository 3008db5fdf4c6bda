import { connectWyoming, type WyomingConnection, type WyomingEvent } from '../../audio/wyoming.js';
import { clock, type Timer } from '../../turn/clock.js';
import { JarvisError, reasonOf, toJarvisError } from '../../turn/errors.js';
import { backoff, sleep } from '../../turn/wait.js';
import { lengthOf, type Microphone, openMicrophone, soundFormat } from '../assist/microphone.js';
import type { OpenLink } from '../linked/types.js';
import { openRates } from '../rates.js';
import { playPaced } from './playback.js';

/** How often a satellite is asked for a sign of life, and after which silence it is lost, in milliseconds. */
const ASK_MS = 5_000;
const LOST_MS = 20_000;
/** A satellite that woke by itself streams until it has its transcript: so long after the turn it may be listened to again. */
const LINGER_MS = 1_500;
/** A wake that nobody takes up in this time was heard better elsewhere, or isn't wanted, in milliseconds. */
const TAKEN_MS = 3_000;

/** A satellite of `wyoming-satellite`: it listens at an address and streams to whoever connects first. */
export const openWyomingSatellite: OpenLink = ({ site, host, port }, { sites, problems, emit }) => {
  const closing = new AbortController();
  const rates = openRates(problems);
  const url = `tcp://${host.includes(':') ? `[${host}]` : host}:${port}`;
  let connection: WyomingConnection | undefined;
  let detail = 'connecting';
  let microphone: Microphone | undefined;
  /** The satellite found the wake word itself, and streams until it gets its transcript. */
  let streamsOnce = false;
  /** The wake word that it found; newer ones tell, before they ask to be listened to. */
  let word: string | null = null;
  let isFollowUp = false;
  let isPaused = false;
  let heard = '';
  let lingering: Timer | undefined;

  const tell = (type: string, data: Record<string, unknown> = {}) => connection?.send({ type, data });
  const release = () => {
    if (streamsOnce) tell('transcript', { text: heard });
    streamsOnce = false;
    heard = '';
  };
  const hear = ({ data, payload }: WyomingEvent) => {
    if (!payload) return;
    const format = soundFormat(data);
    if (!rates.sound(site, lengthOf(payload.length, format))) return;
    microphone ??= openMicrophone((samples) => emit('audio', site, samples));
    microphone.write(payload, format);
  };
  const take = (event: WyomingEvent) => {
    if (event.type === 'audio-chunk') hear(event);
    else if (event.type === 'ping') tell('pong', event.data);
    else if (event.type === 'detection') word = wakeWordOf(event.data['name']);
    else if (event.type === 'run-pipeline' && event.data['start_stage'] === 'asr' && rates.message(site, 'listen')) {
      lingering?.cancel();
      lingering = clock.after(TAKEN_MS, release);
      streamsOnce = true;
      emit('wake', site, { word, by: 'satellite' });
      word = null;
    }
  };
  /** Asks for a sign of life, and has the satellite pause where its microphone is switched off. */
  const ask = () => {
    const isDeaf = sites.get(site)?.deaf === true;
    if (isDeaf !== isPaused) tell(isDeaf ? 'pause-satellite' : 'run-satellite');
    isPaused = isDeaf;
    tell('describe');
  };

  const serve = async (): Promise<void> => {
    const opened = await connectWyoming(url, { signal: closing.signal, code: 'satellite-unreachable' });
    connection = opened;
    isPaused = false;
    tell('describe');
    tell('run-satellite');
    const asking = clock.every(ASK_MS, ask);
    const silence = clock.limit(LOST_MS, () => opened.close());
    try {
      for await (const event of opened.events()) {
        silence.refresh();
        sites.touch(site, 'wyoming');
        take(event);
        if (event.type !== 'info') continue;
        problems.right(site, 'connection');
      }
      throw new JarvisError(
        'satellite-unreachable',
        `The satellite at ${url} closed the connection. Is Home Assistant or another server connected to it?`,
      );
    } finally {
      asking.cancel();
      silence.cancel();
      lingering?.cancel();
      opened.close();
      connection = undefined;
      microphone?.close();
      microphone = undefined;
      streamsOnce = false;
      heard = '';
    }
  };
  const keep = async (): Promise<void> => {
    for (let attempt = 0; !closing.signal.aborted; attempt++) {
      const began = clock.steady();
      try {
        await serve();
      } catch (thrown) {
        if (closing.signal.aborted) return;
        detail = reasonOf(thrown);
        problems.report(site, 'connection', toJarvisError(thrown, 'satellite-unreachable', `The satellite at ${url}`));
      }
      if (clock.steady() - began > LOST_MS) attempt = 0;
      await sleep(backoff(attempt), closing.signal).catch(() => {});
    }
  };
  const kept = keep();

  return {
    async play(sound, _id, signal) {
      const playing = connection;
      if (!playing) throw new JarvisError('satellite-unreachable', `"${site}" can't be reached: ${detail}`);
      await playPaced(playing, sound, AbortSignal.any([signal, closing.signal]));
      if (connection !== playing) {
        throw new JarvisError('satellite-unreachable', `"${site}" was lost while it played: ${detail}`);
      }
    },
    setStage(stage) {
      lingering?.cancel();
      if (stage === 'listening' && !streamsOnce && !isFollowUp) tell('detection');
      if (stage === 'listening') tell('voice-started');
      if (stage === 'thinking') tell('voice-stopped');
      if (stage !== 'listening') isFollowUp = false;
      if (stage === 'idle' && streamsOnce) lingering = clock.after(LINGER_MS, release);
    },
    dismiss() {
      if (!streamsOnce) return;
      lingering?.cancel();
      streamsOnce = false;
      // Its transcript would be followed by a sound that means "done"; this only has it wait for the wake word again.
      tell('run-satellite');
    },
    show({ kind, text }) {
      if (kind === 'error') tell('error', { text });
      else if (kind === 'reply') tell('synthesize', { text });
      // Its transcript would end the sound of a satellite with a wake word of its own, and with it what is answered.
      else if (streamsOnce) heard = text;
      else tell('transcript', { text });
    },
    listen() {
      lingering?.cancel();
      isFollowUp = true;
    },
    async close() {
      release();
      closing.abort();
      await kept;
    },
  };
};

/** The name of a wake word as it is called here: "hey_jarvis_v0.1" is "hey_jarvis". */
function wakeWordOf(name: unknown): string | null {
  return typeof name === 'string' && name !== '' ? name.slice(0, 64).replace(/_v\d+(\.\d+)*$/, '') : null;
}
