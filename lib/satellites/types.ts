import type { Pcm } from '../audio/pcm.js';
import type { Stage } from '../conversation/turns.js';
import type { Door, Wake } from '../turn/turn.js';
import type { FormSetting } from './form-settings.js';
import type { PlaybackQueue } from './playback-queue.js';
import type { Answer, AskRequest, ConverseRequest } from './questions.js';
import type { PlaceLanguages } from './room-languages.js';

/** A room's ear and mouth as the hub sees it. Sites appear by themselves with their first message. */
export interface Site extends Pick<FormSetting, 'voice' | 'wakeWords' | 'sureness' | 'quiet'>, PlaceLanguages {
  id: string;
  /** Name or id of the area it stands in; undefined until someone says. */
  area?: string | undefined;
  via: 'mqtt' | 'browser' | 'assist' | 'esphome' | 'wyoming';
  /** Milliseconds since the epoch; 0 until it has sent something. */
  lastSeen: number;
  /** `hermes/hotword/toggleOff`: its sound counts only while it is listened to, not for the wake word. */
  wakeOff?: boolean;
  /** `hermes/audioServer/toggleOff`: what it should play is passed over. */
  muted?: boolean;
  /** Its microphone is switched off: nothing it hears is used, not even that it woke. */
  deaf?: boolean | undefined;
  /** How loud it plays what it is sent, 0 to 100 percent; undefined is 100, as it was made. */
  volume?: number | undefined;
  /** The only wake word that it is woken by, as chosen in Home Assistant; undefined is any, or what the form has. */
  wakeWord?: string | undefined;
  /** The wake words that its device can hear by itself; undefined until that is known. */
  deviceWords?: readonly string[] | undefined;
}

/** Words that came without sound: typed on the page, or captured by a satellite's own speech to text. */
export interface SiteText {
  site: string;
  text: string;
  /** "typed" text is meant for us; "captured" text still goes through the judge. */
  by: 'typed' | 'captured';
  door: Door;
  /** Only where the satellite says in which language it understood. */
  language?: string | undefined;
}

/** An announcement that came from outside: `jarvis/say`, `hermes/tts/say`. */
export interface SayRequest {
  text: string;
  /** Area names, site ids, or "all"; empty means everywhere. */
  rooms: string[];
  language?: string | undefined;
  /** Called with true when it has been heard everywhere, false when not (Hermes wants `hermes/tts/sayFinished`). */
  finished?: (ok: boolean) => void;
}

export interface HubEvents {
  /**
   * 16 kHz mono PCM as it arrived, any length. The Buffer is the receiver's to keep.
   * @param erle by how much our own voice has been taken out of it, as `EchoCanceller.erle`
   */
  audio: [site: string, samples: Buffer, erle?: number];
  text: [SiteText];
  /** The satellite woke by itself (`hermes/hotword/<id>/detected`), or listening was asked for without a wake word. */
  wake: [site: string, wake: Wake];
  say: [SayRequest];
  /** `jarvis/ask`; what came of it is told to whoever asked, where it didn't come by MQTT. */
  ask: [AskRequest, told?: (answer: Answer) => void];
  /** `jarvis/converse`. */
  converse: [ConverseRequest];
  /** Someone asked for silence: stop speaking and cancel the site's turn. */
  hush: [site: string];
  /** `hermes/asr/stopListening`: what was said until now is the whole utterance. */
  stopListening: [site: string];
  /** A site appeared, changed or (browser) went. */
  sites: [Site[]];
  /** Connection of the hub as a whole. */
  status: [HubStatus];
  /** Something a satellite sent was wrong. Emitted once per kind and site until it is right again. */
  problem: [site: string, error: Error];
}

/** Emits an event of the hub; a listener that throws harms nobody. */
export type Emit = <K extends keyof HubEvents>(event: K, ...args: HubEvents[K]) => void;

export interface HubStatus {
  state: 'connecting' | 'connected' | 'disconnected' | 'off';
  detail: string;
}

/** All satellites of one config node. */
export interface Hub {
  on<K extends keyof HubEvents>(event: K, listener: (...args: HubEvents[K]) => void): unknown;
  off<K extends keyof HubEvents>(event: K, listener: (...args: HubEvents[K]) => void): unknown;
  status(): HubStatus;
  sites(): Site[];
  site(id: string): Site | undefined;
  /** Sites in the given rooms (area names in any case, site ids, "all"); empty input means all. */
  sitesIn(rooms: readonly string[]): Site[];
  setArea(site: string, area: string | undefined): void;
  /**
   * Takes a site's microphone: until the result is called nobody else gets its sound, and neither its wakes nor the words it
   * understands count. `hear` must not throw.
   */
  tap(site: string, hear: (samples: Buffer) => void): () => void;
  /** What is heard at a site goes through here, one after another. */
  readonly loudspeakers: PlaybackQueue;
  /**
   * Plays a stretch of sound at once ("loudspeakers" waits for what plays already) and resolves when the satellite says it is finished (or its length plus 10 s has passed).
   * Waits up to 30 s for a lost connection first.
   * @throws JarvisError satellite-unreachable; AbortError when the signal fires (the browser stops at once).
   */
  play(site: string, sound: Pcm, id: string, signal: AbortSignal): Promise<void>;
  /** Shows words on satellites that have a screen: what was heard, what is answered. */
  show(site: string, what: { kind: 'heard' | 'reply' | 'error'; text: string; turn: string; last?: boolean }): void;
  setStage(site: string, stage: Stage): void;
  /** Another site answers what this one woke for: it is told at once, and makes no sound. */
  dismiss(site: string): void;
  /** Asks a site to listen without the wake word, for up to `seconds`. Emits "wake" with by: "follow-up". */
  listen(site: string): void;
  /**
   * The bell that a satellite has for its timers; undefined where it has none, or isn't there. Called with a timer's id it
   * rings until somebody stops it there; false when it couldn't be told.
   */
  bell?(site: string): ((timer: string) => boolean) | undefined;
  /** Tells Hermes what we transcribed (`hermes/asr/textCaptured`). */
  captured?(site: string, text: string, likelihood?: number, seconds?: number, sessionId?: string): void;
  close(): Promise<void>;
}
