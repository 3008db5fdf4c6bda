// Types only, with no import: the editor reads them too.

/**
 * Why nothing came of what a satellite heard:
 * - "no-sound": none came while it was listened to; "muted": it was digital silence
 * - "no-speech": nobody spoke; "noise": it was so loud there that nobody could be heard
 * - "unclear": no words could be made of it; "not-addressed": it was meant for somebody else; "echo": it was our own voice
 * - "elsewhere": another satellite heard the wake word better
 * - "stopped": somebody stopped it, or said something else; "failed": something broke
 */
export type Drop =
  | 'no-sound'
  | 'muted'
  | 'no-speech'
  | 'noise'
  | 'unclear'
  | 'not-addressed'
  | 'echo'
  | 'elsewhere'
  | 'stopped'
  | 'failed';

/** A satellite as its owner looks after it. */
export interface SiteReport {
  id: string;
  area?: string | undefined;
  via: 'mqtt' | 'browser' | 'assist' | 'esphome' | 'wyoming';
  /** "waiting": it was never heard from; "silent": not for a minute; "failed": its connection is lost. */
  health: 'connected' | 'silent' | 'waiting' | 'failed';
  /** Milliseconds since the epoch; 0 until it has sent something. */
  lastSeen: number;
  /** What is wrong there now, why, and what to do. */
  problem?: string | undefined;
  /** Its microphone is switched off. */
  deaf?: boolean | undefined;
  stage: 'idle' | 'listening' | 'thinking' | 'speaking';
  /** Loudness of the last second, in dBFS; missing where no sound came, or nobody has looked for it yet. */
  level?: number | undefined;
  /** What was understood there last, without secrets. */
  heard?: { at: number; text: string } | undefined;
  /** Why nothing came of what was heard last; missing where it was answered. */
  dropped?: { at: number; why: Drop; detail?: string | undefined } | undefined;
}

/** How a microphone does: no sound came at all, digital silence, too quiet to be understood well, good, so loud that it is cut. */
export type Verdict = 'none' | 'silent' | 'quiet' | 'good' | 'clipping';

export interface MicrophoneTest {
  verdict: Verdict;
  /** Loudness of the loudest 80 ms, in dBFS. */
  level: number;
}

/** What `GET jarvis/admin/satellites/<id of the config node>` gives. */
export interface SatelliteList {
  /** How the connection to MQTT does. */
  broker: { state: 'connecting' | 'connected' | 'disconnected' | 'off'; detail: string };
  sites: SiteReport[];
}
