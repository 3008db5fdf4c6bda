import { z } from 'zod';
import { fold } from '../language/fold.js';
import { JarvisError, toJarvisError } from '../turn/errors.js';
import { headOf, shorten } from '../turn/shorten.js';
import { within } from '../turn/wait.js';
import { refusal, SWITCHABLE } from './actions.js';
import { outcome, type Watched } from './ha-commands.js';
import type { Session } from './ha-link.js';
import type { RawState } from './ha-states.js';
import type { Action, Command, Conversation, Domain, Entity, Reading } from './types.js';

/** Somebody waits, and most sentences are no business of the house. */
const ANSWER_MS = 3_000;
const target = z.object({ type: z.string().optional(), id: z.string().nullish() });
const answer = z.object({
  response: z.object({
    response_type: z.string(),
    speech: z.object({ plain: z.object({ speech: z.string() }).optional() }).catch({}),
    data: z
      .object({
        code: z.string().optional(),
        success: z.array(target).default([]),
        failed: z.array(target).default([]),
      })
      .catch({ success: [], failed: [] }),
  }),
});

/** Characters of an answer that are spoken: a minute of them. */
const MAX_SPEECH = 1_000;
const MAX_TARGETS = 50;

function spokenLine(speech: string): string {
  return shorten(
    headOf(speech, 4 * MAX_SPEECH)
      .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
      .trim(),
    MAX_SPEECH,
  );
}

const recognised = z.object({
  intent: z.object({ name: z.string() }).optional(),
  /** What is in its slots, numbers as such. */
  details: z
    .record(z.string(), z.object({ value: z.unknown(), text: z.string().optional().catch(undefined) }))
    .catch({}),
  /** The devices it is about. */
  targets: z.record(z.string(), z.unknown()).catch({}),
  match: z.boolean().catch(true),
  fuzzy_match: z.boolean().nullish().catch(undefined),
});
type Recognised = z.infer<typeof recognised>;
/** Where the recogniser doesn't say. */
const UNSAID: Recognised = { details: {}, targets: {}, match: true };

/** What intents do that set something, and the slot with the value. */
const SETS: Readonly<Record<string, readonly [action: Action, slot: string]>> = {
  HassLightSet: ['set_brightness', 'brightness'],
  HassClimateSetTemperature: ['set_temperature', 'temperature'],
  HassSetPosition: ['set_position', 'position'],
  HassSetVolume: ['set_volume', 'volume_level'],
};
/** What switching on and off means for what isn't switched. */
const SWITCHES: Readonly<Record<string, Partial<Record<Domain, Action>>>> = {
  HassTurnOn: { cover: 'open', lock: 'lock' },
  HassTurnOff: { cover: 'close', lock: 'unlock' },
};

/** The command that a recognised sentence is for a device; undefined where nothing can be read back. */
function commandOf({ intent, details }: Recognised, { id, domain }: Entity): Command | undefined {
  const name = intent?.name ?? '';
  const targets = [id];
  const [sets, slot] = SETS[name] ?? [];
  const value = slot === undefined ? undefined : details[slot]?.value;
  if (sets) return typeof value === 'number' ? { action: sets, targets, value } : undefined;
  const isSwitched = SWITCHABLE.includes(domain) && domain !== 'other';
  const action = SWITCHES[name]?.[domain] ?? (isSwitched && name === 'HassTurnOn' ? 'turn_on' : undefined);
  if (action) return { action, targets };
  return isSwitched && name === 'HassTurnOff' ? { action: 'turn_off', targets } : undefined;
}

/** Home Assistant's own intents; those that only tell something touch nothing. */
const BUILT_IN = /^Hass[A-Z]/;
const TELLS = /^Hass\w*(?:Get|Status)/;

function readingOf(known: Recognised): Reading {
  const { intent, targets } = known;
  if (known === UNSAID) return { targets: undefined, isOwn: false };
  if (!intent || !BUILT_IN.test(intent.name)) return { targets: undefined, isOwn: true };
  return { targets: TELLS.test(intent.name) ? [] : Object.keys(targets), isOwn: false };
}

/** Intents that are about devices, and have done nothing where they name none. */
const NEEDS_DEVICE =
  /^Hass(?:Turn|Toggle|Light|Set|ClimateSet|Media|Vacuum|LawnMower|Fan|Broadcast|Nevermind|Cancel|GetState)/;

function ask(session: Session, message: Parameters<Session['ask']>[0], signal: AbortSignal): Promise<unknown> {
  const limit = { ms: ANSWER_MS, what: 'The recogniser of Home Assistant', signal };
  return within(limit, (own) => session.ask<unknown>(message, own));
}

/** A sentence for the recogniser. */
interface Said {
  text: string;
  language: string;
  /** Id of a device that stands where it is said: Home Assistant is told rooms only so. */
  device?: string | undefined;
}

/**
 * What the recogniser makes of a sentence before anything is done; null for what it only guesses, or can't do anything
 * with; what is believed where it doesn't say.
 */
async function recognise(
  session: Session,
  { text, language, device }: Said,
  signal: AbortSignal,
): Promise<Recognised | null> {
  try {
    const message = {
      type: 'conversation/agent/homeassistant/debug',
      sentences: [text],
      language,
      device_id: device ?? null,
    };
    const { data } = z
      .object({ results: z.array(recognised.nullable()) })
      .safeParse(await ask(session, message, signal));
    const found = data?.results[0] ?? UNSAID;
    return found.match && !found.fuzzy_match ? found : null;
  } catch (thrown) {
    if (thrown instanceof JarvisError && thrown.code === 'home-refused') return UNSAID;
    throw thrown;
  }
}

/**
 * An area that nobody said. Home Assistant before 2026.11 keeps what a sentence meant in one room (of a satellite, say), and takes
 * it for that in all rooms: the area is the first room's.
 */
function isOfSomeRoom({ details }: Recognised, { text, device }: Said): boolean {
  const { text: said, value } = details['area'] ?? {};
  return !device && value !== undefined && !fold(text).includes(fold(said || String(value)));
}

/** Home Assistant before 2026.11 refuses a device with `conversation/process`, before it does anything. */
function isUnknownKey(thrown: unknown): boolean {
  return thrown instanceof JarvisError && thrown.message.endsWith('[invalid_format]');
}

/**
 * Asks Home Assistant's own recogniser; null when it doesn't know the sentence, only guesses it, or can't do it: its errors
 * are its own and not for people. What it says it has done is read back, as it names devices that did nothing.
 * @param may whether a reading may be done, asked before anything is
 * @throws JarvisError home-unreachable, home-refused, timeout; AbortError.
 */
export async function converse(
  watched: Watched,
  session: Session,
  said: Said,
  signal: AbortSignal,
  may: (reading: Reading) => boolean = () => true,
): Promise<Conversation | null> {
  const known = await recognise(session, said, signal);
  if (!known || isOfSomeRoom(known, said) || !may(readingOf(known))) return null;
  // "… in ten minutes" takes whatever stands before it for a command
  const delayed = known.details['conversation_command']?.value;
  if (typeof delayed === 'string') {
    const command = await recognise(session, { ...said, text: delayed }, signal);
    if (!command || command === UNSAID || !may(readingOf(command))) return null;
  }
  const needsDevice = NEEDS_DEVICE.test(known.intent?.name ?? '');
  const targets = Object.keys(known.targets);
  if (needsDevice && targets.length === 0) return null;
  const before = new Map(watched.house().entities.map((entity) => [entity.id, entity]));
  const given = (id: string) => {
    const entity = before.get(id);
    const command = entity && commandOf(known, entity);
    return command ? [{ before: entity, command, refused: refusal(entity, command) }] : [];
  };
  const refused = targets.flatMap(given).filter((one) => one.refused !== undefined);
  if (targets.length > 0 && refused.length === targets.length) {
    const failed = refused.map((one) => ({ entity: one.before, reason: one.refused ?? '' }));
    return { speech: '', acted: true, ok: false, targets, failed };
  }
  const { text, language, device } = said;
  let result: unknown;
  try {
    const message = { type: 'conversation/process', text, language, ...(device && { device_id: device }) };
    result = await ask(session, message, signal);
  } catch (thrown) {
    if (!device || !isUnknownKey(thrown)) throw thrown;
    return await converse(watched, session, { text, language }, signal, may);
  }
  const { data: parsed } = answer.safeParse(result);
  if (!parsed) throw new JarvisError('home-refused', 'Home Assistant answered the sentence in a form not known here.');
  const { response_type: type, speech, data } = parsed.response;
  if (type === 'error') return null;
  const acted = type === 'action_done';
  const spoken = spokenLine(speech.plain?.speech ?? '');
  if (data.success.length === 0 && data.failed.length === 0 && (needsDevice || spoken === '')) return null;
  if (spoken === '' && !acted) return null;
  const ids = (list: readonly z.infer<typeof target>[]) =>
    list.flatMap((each) => (each.type === 'entity' && each.id ? [each.id] : [])).slice(0, MAX_TARGETS);
  const steps = acted ? ids(data.success).flatMap(given) : [];
  const { failed } = await outcome(watched, steps, session, signal);
  for (const id of ids(data.failed)) {
    const entity = before.get(id);
    if (entity) failed.push({ entity, reason: 'it did not react' });
  }
  return {
    speech: spoken,
    acted,
    ok: data.failed.length === 0 && failed.length === 0,
    targets: ids(data.success),
    failed,
  };
}

/**
 * Speaks through a media player with one of Home Assistant's text-to-speech engines (`tts.speak`).
 * @throws JarvisError tts-failed when player or engine don't exist or refuse; home-unreachable; AbortError.
 */
export async function speak(
  session: Session,
  states: ReadonlyMap<string, RawState>,
  { text, language, player, engine }: { text: string; language: string; player: string; engine: string },
  signal: AbortSignal,
): Promise<void> {
  for (const id of [player, engine]) {
    const state = states.get(id)?.state;
    if (state !== undefined && state !== 'unavailable') continue;
    const why = state === undefined ? 'does not exist' : 'is unavailable';
    throw new JarvisError('tts-failed', `Home Assistant can't speak: ${id} ${why}. Choose another player or engine.`);
  }
  const say = (data: Record<string, unknown>) =>
    session.ask(
      {
        type: 'call_service',
        domain: 'tts',
        service: 'speak',
        service_data: { media_player_entity_id: player, message: text, ...data },
        target: { entity_id: engine },
      },
      signal,
    );
  try {
    await say({ language });
  } catch (thrown) {
    if (!(thrown instanceof JarvisError) || thrown.code !== 'home-refused') throw thrown;
    if (!/language/i.test(thrown.message)) throw asTtsError(thrown);
    // an engine that wants "en-GB" refuses "en": let it use its own
    await say({}).catch((again) => {
      throw asTtsError(again);
    });
  }
}

function asTtsError(thrown: unknown): unknown {
  if (!(thrown instanceof JarvisError) || thrown.code !== 'home-refused') return thrown;
  return toJarvisError(new Error(thrown.message), 'tts-failed', "Home Assistant can't speak");
}
