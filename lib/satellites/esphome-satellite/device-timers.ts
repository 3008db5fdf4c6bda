import { clock } from '../../turn/clock.js';
import * as messages from '../esphome-device/messages.js';
import type { Written } from '../esphome-device/protobuf.js';
import type { ShownTimer } from '../linked/types.js';

type TimerEvent = Written<typeof messages.timerEvent.fields>;

/** The timers on a device's display: it counts them down by itself, and rings when it is told that one is over. */
export interface DeviceTimers {
  /** Those that it is to show. */
  show(timers: readonly ShownTimer[]): void;
  /** A connection began; `send` is false when nothing can be sent on it any more. */
  connected(send: (event: TimerEvent) => boolean): void;
  disconnected(): void;
  /** Rings for one of them. False when the device can't be told. */
  ring(id: string): boolean;
}

const { TIMER } = messages;

/** What a device has is remembered from one connection to the next: it counts on meanwhile. */
export function openDeviceTimers(): DeviceTimers {
  let wanted: readonly ShownTimer[] = [];
  /** Timers that the device may have. */
  const there = new Set<string>();
  /** How it was told of them on this connection. */
  const told = new Map<string, string>();
  /** It has forgotten these as they began to ring. */
  const rung = new Set<string>();
  let send: ((event: TimerEvent) => boolean) | undefined;

  const tell = () => {
    const ids = new Set(wanted.map(({ id }) => id));
    for (const id of rung) if (!ids.has(id)) rung.delete(id);
    for (const id of there) if (!ids.has(id) && send?.({ event: TIMER.cancelled, id })) forget(id);
    for (const timer of wanted) {
      const text = JSON.stringify(timer);
      if (rung.has(timer.id) || told.get(timer.id) === text) continue;
      const event = told.has(timer.id) ? TIMER.updated : TIMER.started;
      if (!send?.({ event, ...fields(timer) })) return;
      told.set(timer.id, text);
      there.add(timer.id);
    }
  };
  const forget = (id: string) => {
    there.delete(id);
    told.delete(id);
  };
  return {
    show(timers) {
      wanted = timers;
      tell();
    },
    connected(to) {
      send = to;
      // It may have been switched off.
      told.clear();
      tell();
    },
    disconnected() {
      send = undefined;
    },
    ring(id) {
      const timer = wanted.find((one) => one.id === id);
      const known = timer ? fields(timer) : { id };
      if (!send?.({ event: TIMER.finished, ...known, secondsLeft: 0, isActive: false })) return false;
      forget(id);
      rung.add(id);
      return true;
    },
  };
}

function fields({ id, name, due, length, paused }: ShownTimer): TimerEvent {
  const left = Math.max(0, paused ?? due - clock.now());
  return {
    id,
    name,
    totalSeconds: Math.round(length / 1000),
    secondsLeft: Math.round(left / 1000),
    isActive: paused === undefined,
  };
}
