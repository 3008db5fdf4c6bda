import assert from 'node:assert/strict';
import type { WyomingConnection, WyomingEvent } from '../lib/audio/wyoming.js';
import { must } from './until.js';

/** All events up to the first of a type. */
export async function eventsTo(connection: WyomingConnection, last: string): Promise<WyomingEvent[]> {
  const events: WyomingEvent[] = [];
  for await (const event of connection.events()) {
    events.push(event);
    if (event.type === last) return events;
  }
  return assert.fail(`${last} didn't come, but ${JSON.stringify(events)}`);
}

/** "NAME LANGUAGES" of what a server has of a kind, e.g. the "models" of "asr". */
export function namesIn({ data }: WyomingEvent, kind: string, what: string): string[] {
  const programs = data[kind] as Record<string, { name: string; languages: string[] }[]>[];
  return programs.flatMap((program) => must(program[what]).map(({ name, languages }) => `${name} ${languages}`));
}

/** Has a server speak words that come in pieces. @returns 16-bit mono sound */
export async function spokenBy(connection: WyomingConnection): Promise<{ spoken: Buffer; rate: number }> {
  connection.send({ type: 'synthesize-start', data: {} });
  for (const text of ['Turn on ', 'the **kitchen** light. It is ', 'twenty degrees.'])
    connection.send({ type: 'synthesize-chunk', data: { text } });
  connection.send({ type: 'synthesize-stop' });
  const events = await eventsTo(connection, 'synthesize-stopped');
  return {
    spoken: Buffer.concat(events.flatMap(({ payload }) => payload ?? [])),
    rate: Number(must(events[0]).data['rate']),
  };
}

export function piecesOf(sound: Buffer, bytes: number): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at < sound.length; at += bytes) pieces.push(sound.subarray(at, at + bytes));
  return pieces;
}
