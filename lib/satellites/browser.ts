import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import { MIC_RATE, type Pcm, secondsOf } from '../audio/pcm.js';
import { turns } from '../conversation/turns.js';
import { type QuestionListener, wordFor } from '../home/confirmation.js';
import type { Phones } from '../home/phones.js';
import type { Command } from '../home/types.js';
import { LANGUAGES } from '../language/folders.js';
import { clock } from '../turn/clock.js';
import { JarvisError, reasonOf } from '../turn/errors.js';
import { type TokenBucket, tokenBucket } from '../turn/token-bucket.js';
import { abortError } from '../turn/wait.js';
import { type PageMessage, readPageMessage } from './browser-messages.js';
import { openPageHistory } from './page-history.js';
import { openPageTimers, type RoomTimers } from './page-timers.js';
import { crowdedOut, type Place } from './places.js';
import { openPlaybacks, type Playbacks } from './playbacks.js';
import type { Problems } from './problems.js';
import type { Rates } from './rates.js';
import type { Sites } from './sites.js';
import type { Emit } from './types.js';

/** The house as the page shows it. */
export interface HouseView {
  snapshot(): { areas: readonly { id: string; name: string }[]; [more: string]: unknown };
  /** As `Home.areaOf` and `Home.satellites`. */
  areaOf?(id: string): string | undefined;
  satellites?(): { asking: string | undefined } | undefined;
  /** The listener gets the entities that changed, or nothing when all is to be shown anew. Gives the way to stop it. */
  onChange(listener: (changed?: readonly object[]) => void): () => void;
  /**
   * A tap on a device. What opens the house waits for `confirm` of the same asker: then the question to ask is returned.
   * @throws JarvisError whose message the page shows.
   */
  command(command: Command, asker: string, language: string): Promise<string | undefined>;
  /** The answer to that question. False when nothing waits for it any more. @throws as `command`. */
  confirm(asker: string, yes: boolean): Promise<boolean>;
  /** As `Confirmations.onChange`: of the questions that are put to a site in words too. */
  onQuestion(listener: QuestionListener): () => void;
  /** On which it can be answered too. */
  readonly phones?: Phones | undefined;
  readonly timers?: RoomTimers | undefined;
  /** The asker is gone: nothing that it or its site was asked waits for an answer any more. */
  leave(asker: string, site: string): void;
}

/** The pages that are open: satellites over WebSocket. */
export interface BrowserSatellites {
  /**
   * Takes an upgrade that may be taken (see `refusalOf`), of a page of this session. False when it was refused; the
   * socket is answered either way.
   */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, session: string): boolean;
  /** As `Hub.play`, for a browser's site; the caller keeps the order. */
  play(site: string, sound: Pcm, id: string, signal: AbortSignal): Promise<void>;
  /** Sends a message to the page of a site, if it is open. */
  send(site: string, message: { type: string; [field: string]: unknown }): void;
  /** Shows a house on every page, or none. */
  setHouse(house: HouseView | undefined): void;
  /** Says on every page what is missing to be heard; null when nothing is. */
  setEars(ears: Ears | null): void;
  close(): Promise<void>;
}

/** Why nobody would be heard: a code, and the name of the speech model that isn't there. */
export interface Ears {
  code: string;
  model?: string | undefined;
}

/** One open page. */
interface Page extends Place {
  socket: WebSocket;
  /** Names this socket alone among those who are asked for a yes; never told to anybody. */
  readonly asker: string;
  /** Id of the question it was asked last about a tap. */
  asked?: string | undefined;
  /** Id of the question that waits for an answer in words, or a tap on one of its buttons. */
  question?: string | undefined;
  /** Taps that are being carried out. */
  commands: number;
  /** What is over its rate isn't even read. */
  frames: TokenBucket;
  playbacks: Playbacks;
}

const MAX_FRAME_BYTES = 64 * 1024;
/** Bytes of one frame of sound to the page. */
const SOUND_BYTES = 32 * 1024;
/** Unsent bytes at which a playback waits for the page, and at which a page is given up. */
const WAIT_AT_BYTES = 1024 * 1024;
const MAX_UNSENT = 8 * 1024 * 1024;
const MAX_COMMANDS = 20;
/** A microphone sends fifty at most, and some more after a pause of the network. */
const FRAMES_PER_SECOND = 200;
const MAX_BURST_FRAMES = 2_000;
const HELLO_MS = 10_000;
const PING_MS = 30_000;
const GRACE_MS = 10_000;
/** Close codes the page knows: another tab has taken its place; another session has its site. */
const TAKEN = 4000;
const OCCUPIED = 4001;

export function openBrowserSatellites(options: {
  sites: Sites;
  problems: Problems;
  rates: Rates;
  emit: Emit;
}): BrowserSatellites {
  const { sites, problems, rates, emit } = options;
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES, clientTracking: false });
  const pages = new Set<Page>();
  const bySite = new Map<string, Page>();
  let house: HouseView | undefined;
  let ears: Ears | null = null;
  let unwatch = () => {};
  const history = openPageHistory(() => turns.traces());
  const timers = openPageTimers(options, (site, message) => {
    const page = bySite.get(site);
    if (page) send(page, message);
  });
  let closed = false;

  const send = (page: Page, message: object | Buffer, sent: () => void = () => {}) => {
    if (page.socket.readyState !== WebSocket.OPEN) return sent();
    if (page.socket.bufferedAmount > MAX_UNSENT) {
      page.socket.terminate();
      return sent();
    }
    page.socket.send(Buffer.isBuffer(message) ? message : JSON.stringify(message), sent);
  };

  /** Tells the page why and closes it. */
  const refuse = (page: Page, why: string) => {
    if (page.socket.readyState !== WebSocket.OPEN) return;
    problems.report(page.site ?? 'browser', 'page', new JarvisError('bad-input', `A page was closed: ${why}`));
    send(page, { type: 'notice', level: 'error', text: why });
    page.socket.close(1003);
  };

  const hello = (page: Page, { site, language, area }: Extract<PageMessage, { type: 'hello' }>) => {
    if (page.site !== undefined) throw new Error('A page says hello once.');
    const older = bySite.get(site);
    if (older && older.session !== page.session) {
      problems.report(
        'browser',
        'owner',
        new JarvisError('bad-input', `Another browser wanted to be "${site}", which is open.`),
      );
      return page.socket.close(OCCUPIED, 'open in another browser');
    }
    if (older) leave(older, TAKEN);
    bySite.set(site, page);
    page.site = site;
    sites.touch(site, 'browser');
    sites.update(site, { ...(language && { language }), ...(area && { area }) });
    const areas = house?.snapshot().areas.map(({ id, name }) => ({ id, name })) ?? [];
    send(page, { type: 'welcome', site, languages: LANGUAGES, areas });
    const past = history.of(site, page.session);
    if (past.length > 0) send(page, { type: 'history', turns: past });
    if (ears) send(page, { type: 'ears', ears });
    if (house) send(page, { type: 'house', ...house.snapshot() });
    timers.begin(site);
  };

  /** What a tap asks of the house; what goes wrong is told to the page. */
  const acting = async (page: Page, work: (house: HouseView) => Promise<void>) => {
    const notice = (text: string) => send(page, { type: 'notice', level: 'error', text });
    if (!house) return notice('No house is connected to this page.');
    if (page.commands >= MAX_COMMANDS) return notice('Too many commands at once.');
    page.commands++;
    try {
      await work(house);
    } catch (thrown) {
      notice(reasonOf(thrown));
    } finally {
      page.commands--;
    }
  };

  const command = (page: Page, { action, target, value }: Extract<PageMessage, { type: 'command' }>) =>
    acting(page, async (house) => {
      const language = sites.get(page.site ?? '')?.language ?? 'en';
      const tapped = { action, targets: target ? [target] : [], value: value ?? undefined };
      const text = await house.command(tapped, page.asker, language);
      if (!text) return;
      page.asked = randomUUID();
      send(page, { type: 'confirm', id: page.asked, text });
    });

  /** A question that was put in words is answered in words, as if they had been typed. */
  const answerInWords = (page: Page, yes: boolean, site: string) => {
    page.question = undefined;
    const language = sites.get(site)?.language;
    emit('text', { site, text: wordFor(yes, language), by: 'typed', door: 'page', language });
  };

  /** Tells a page of the question that its site is asked in words, and when a question is over. */
  const asked = (asker: string, id: string | undefined) => {
    const page = bySite.get(asker);
    if (page) {
      if (id) send(page, { type: 'question', id });
      else if (page.question) send(page, { type: 'settled', id: page.question });
      page.question = id;
      return;
    }
    const tapped = id ? undefined : [...pages].find((one) => one.asker === asker);
    if (tapped?.asked) send(tapped, { type: 'settled', id: tapped.asked });
  };

  const confirm = (page: Page, { id, yes }: Extract<PageMessage, { type: 'confirm' }>) =>
    acting(page, async (house) => {
      const isAsked = page.asked === id;
      if (isAsked) page.asked = undefined;
      if (!isAsked || !(await house.confirm(page.asker, yes))) {
        throw new Error('Nothing was done: this question is not open any more. Tap the device again.');
      }
    });

  const receive = (page: Page, frame: Buffer, isBinary: boolean) => {
    const { site } = page;
    if (isBinary) {
      if (site === undefined) throw new Error('Sound came before hello.');
      if (frame.length % 2 !== 0) throw new Error('Sound must be whole samples of 16 bit.');
      sites.touch(site, 'browser');
      if (frame.length > 0 && rates.sound(site, frame.length / 2 / MIC_RATE)) emit('audio', site, frame);
      return;
    }
    const message = readPageMessage(frame.toString('utf8'));
    if (message.type === 'hello') return hello(page, message);
    if (site === undefined) throw new Error('The first message must be hello.');
    sites.touch(site, 'browser');
    const tell = () =>
      send(page, { type: 'notice', level: 'warning', text: 'Too much at once: some of it was dropped.' });
    if (!rates.message(site, message.type, tell)) return;
    switch (message.type) {
      case 'text':
        return emit('text', { site, text: message.text, by: 'typed', door: 'page' });
      case 'listen':
        return emit('wake', site, { word: null, by: 'asked' });
      case 'hush':
        return emit('hush', site);
      case 'area':
        sites.update(site, { area: message.area ?? undefined });
        return timers.refresh(site);
      case 'language':
        sites.update(site, { language: message.language });
        return timers.refresh(site);
      case 'command':
        void command(page, message);
        return;
      case 'confirm':
        if (message.id === page.question) return answerInWords(page, message.yes, site);
        void confirm(page, message);
        return;
      case 'end-timer':
        void acting(page, async (house) => {
          const room = sites.get(site);
          if (room) house.timers?.end(message.id, room);
        });
        return;
      case 'played':
        return page.playbacks.finish(message.id);
    }
  };

  /** The page is gone, or another one has taken its place. */
  const leave = (page: Page, code?: number) => {
    pages.delete(page);
    if (code !== undefined) page.socket.close(code);
    const gone = new JarvisError('satellite-unreachable', `The page "${page.site}" was closed during a playback.`);
    page.playbacks.failAll(gone);
    if (page.site === undefined || bySite.get(page.site) !== page) return;
    house?.leave(page.asker, page.site);
    bySite.delete(page.site);
    timers.leave(page.site);
    if (code === undefined) sites.remove(page.site);
  };

  const welcome = (socket: WebSocket, who: Pick<Page, 'session' | 'address'>) => {
    const page: Page = {
      ...who,
      socket,
      asker: randomUUID(),
      activeAt: clock.steady(),
      commands: 0,
      frames: tokenBucket(FRAMES_PER_SECOND, MAX_BURST_FRAMES),
      playbacks: openPlaybacks(),
    };
    const crowded = crowdedOut(pages, page.session);
    if (crowded) {
      leave(crowded);
      crowded.socket.terminate();
    }
    pages.add(page);
    const patience = clock.limit(HELLO_MS, () => {
      if (page.site === undefined) refuse(page, 'No hello came within 10 seconds.');
    });
    patience.unref();
    // ws closes a broken connection itself; its error must only be heard.
    socket.on('error', () => {});
    const silence = clock.limit(2 * PING_MS, () => socket.terminate()).unref();
    socket.on('pong', () => silence.refresh());
    socket.on('close', () => {
      silence.cancel();
      patience.cancel();
      leave(page);
    });
    socket.on('message', (data, isBinary) => {
      if (!pages.has(page) || !page.frames.take()) return;
      page.activeAt = clock.steady();
      try {
        receive(page, data as Buffer, isBinary);
      } catch (thrown) {
        refuse(page, reasonOf(thrown));
      }
    });
  };

  const heartbeat = clock.every(PING_MS, () => {
    for (const { socket } of pages) if (socket.readyState === WebSocket.OPEN) socket.ping();
  });
  heartbeat.unref();

  const stream = async (page: Page, id: string, sound: Pcm) => {
    send(page, { type: 'play', id, rate: sound.rate });
    for (let at = 0; at < sound.samples.length && page.playbacks.has(id); at += SOUND_BYTES) {
      const frame = sound.samples.subarray(at, at + SOUND_BYTES);
      if (page.socket.bufferedAmount < WAIT_AT_BYTES) send(page, frame);
      else await new Promise<void>((resolve) => send(page, frame, resolve));
    }
    if (page.playbacks.has(id)) send(page, { type: 'play-end', id });
  };

  return {
    handleUpgrade(request, socket, head, session) {
      if (closed) {
        socket.on('error', () => {});
        socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
        return false;
      }
      const address = request.socket.remoteAddress ?? '';
      server.handleUpgrade(request, socket, head, (opened) => welcome(opened, { session, address }));
      return true;
    },
    async play(site, sound, id, signal) {
      if (signal.aborted) throw abortError(signal);
      const page = bySite.get(site);
      if (!page) throw new JarvisError('satellite-unreachable', `The page "${site}" is not open.`);
      const limitMs = secondsOf(sound) * 1000 + GRACE_MS;
      const played = page.playbacks.begin(id, limitMs, signal, () => send(page, { type: 'stop', id }));
      void stream(page, id, sound);
      await played;
    },
    send(site, message) {
      const page = bySite.get(site);
      if (page) send(page, message);
    },
    setEars(now) {
      ears = now;
      for (const page of bySite.values()) send(page, { type: 'ears', ears });
    },
    setHouse(view) {
      unwatch();
      house = view;
      const toAll = (message: object) => {
        for (const page of bySite.values()) send(page, message);
      };
      const showAll = () => house && toAll({ type: 'house', ...house.snapshot() });
      const stop = [
        view?.onChange((changed) => (changed ? toAll({ type: 'entities', entities: changed }) : showAll())),
        view?.onQuestion(asked),
      ];
      unwatch = () => {
        for (const end of stop) end?.();
      };
      showAll();
      timers.setTimers(view?.timers);
    },
    async close() {
      closed = true;
      heartbeat.cancel();
      unwatch();
      timers.close();
      const open = [...pages];
      const gone = open.map(({ socket }) => new Promise<void>((resolve) => socket.once('close', resolve)));
      for (const page of open) page.socket.close(1001);
      // A page that doesn't answer is not waited for.
      const timer = clock.limit(1_000, () => {
        for (const { socket } of open) socket.terminate();
      });
      await Promise.all(gone);
      timer.cancel();
      server.close();
    },
  };
}
