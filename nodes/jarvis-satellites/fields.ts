import { readFileSync } from 'node:fs';
import type { Node, NodeAPI } from 'node-red';
import { z } from 'zod';
import { type AssistDoors, isOpenToOthers } from '../../lib/satellites/assist/assist.js';
import type { RoomsOptions } from '../../lib/satellites/esphome-device/rooms.js';
import { type FormSetting, formSetting } from '../../lib/satellites/form-settings.js';
import { jsonOf } from '../../lib/satellites/hermes-messages.js';
import { hashPassword, isHashed } from '../../lib/satellites/passwords.js';
import { reasonOf } from '../../lib/turn/errors.js';
import { setting } from '../settings.js';
import { assistVoice } from './assist-voice.js';

export interface SatelliteCredentials {
  user?: string;
  password?: string;
  /** JSON: site id to the password of its own account at the built-in broker. */
  accounts?: string;
  /** JSON: site id to the encryption key of the ESPHome device. */
  keys?: string;
  /** What Home Assistant must know to have the rooms as voice devices: 32 bytes in base64. */
  assistKey?: string;
}

/** Site id to what is entered of it; what can't be read is told at the node, and the others have theirs. */
export function formSettingsOf(node: Node, json: string | undefined): Record<string, FormSetting> {
  const found: Record<string, FormSetting> = {};
  const given = z
    .record(z.string(), z.unknown())
    .catch({})
    .parse(jsonOf(json || '{}'));
  for (const [site, entered] of Object.entries(given)) {
    const parsed = formSetting.safeParse(entered);
    if (parsed.success) found[site] = parsed.data;
    else
      node.error(`What is entered of the satellite "${site.slice(0, 64)}" can't be read: ${problemOf(parsed.error)}.`);
  }
  return found;
}

/** The field that is wrong, and of ours why: "language (no language tag: deutsch; …)". */
function problemOf({ issues: [issue] }: z.ZodError): string {
  const field = issue?.path.join('.') ?? '';
  return issue?.code === 'custom' ? `${field} (${issue.message})` : field;
}

/** Site id to what is said of it. */
export const texts = z.record(z.string(), z.string());

/** The certificate in a file, in PEM. */
export function authority(node: Node, file: string | undefined): string | undefined {
  if (!file) return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch (thrown) {
    node.error(`The certificate authority "${file}" can't be read: ${reasonOf(thrown)}`);
    return undefined;
  }
}

/** Where Home Assistant finds this flow as its conversation agent, ears and voice; its protocols have no login. */
export function assistDoors(node: Node, def: { assistWyoming?: string; assistOllama?: string }): AssistDoors {
  const wyoming = setting('JARVIS_ASSIST_WYOMING', def.assistWyoming);
  const ollama = setting('JARVIS_ASSIST_OLLAMA', def.assistOllama);
  for (const door of [wyoming, ollama]) {
    if (isOpenToOthers(door)) node.warn(`Whoever reaches ${door} may talk to this flow as if they stood in a room.`);
  }
  return { wyoming, ollama, names: () => setting('JARVIS_HOSTS', undefined), voice: assistVoice };
}

/** Where Home Assistant finds the rooms as voice devices, which it must have the key for. */
export function roomsOf(
  node: Node<SatelliteCredentials>,
  def: { assistRooms?: string },
  language: string,
): RoomsOptions {
  const address = setting('JARVIS_ASSIST_ROOMS', def.assistRooms);
  return { address, key: setting('JARVIS_ASSIST_KEY', node.credentials?.assistKey), house: node.id, language };
}

/** Site id to area name. */
export function areasOf(node: Node, json: string | undefined): Record<string, string> {
  try {
    return texts.parse(JSON.parse(json || '{}'));
  } catch (thrown) {
    node.error(`The areas of the satellites can't be read: ${reasonOf(thrown)}`);
    return {};
  }
}

/** Site id to hashed password. What was typed in the form is hashed here once, so that the editor never gets it back. */
export function accountsOf(RED: NodeAPI, node: Node<SatelliteCredentials>): Record<string, string> {
  const given = node.credentials?.accounts || '{}';
  try {
    const accounts = Object.entries(texts.parse(JSON.parse(given))).filter(([site, password]) => site && password);
    const hashed = accounts.map(([site, password]) => [site, isHashed(password) ? password : hashPassword(password)]);
    const kept = JSON.stringify(Object.fromEntries(hashed));
    if (kept !== given) RED.nodes.addCredentials(node.id, { ...node.credentials, accounts: kept });
    return Object.fromEntries(hashed);
  } catch (thrown) {
    // Nobody is to come in by an account that can't be read, and nobody without one.
    node.error(`The accounts of the satellites can't be read: ${reasonOf(thrown)}`);
    return { '': '' };
  }
}
