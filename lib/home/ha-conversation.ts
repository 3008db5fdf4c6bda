import { z } from 'zod';
import { JarvisError, toJarvisError } from '../turn/errors.js';
import { headOf, shorten } from '../turn/shorten.js';
import type { Session } from './ha-link.js';
import type { RawState } from './ha-states.js';
import type { Conversation } from './types.js';

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

/** What Home Assistant answers when a sentence or a name in it means nothing to it. */
const NOT_UNDERSTOOD = ['no_intent_match', 'no_valid_targets'];

/**
 * Asks Home Assistant's own recogniser; null when it doesn't know the sentence. Its "done" may name devices that failed.
 * @throws JarvisError home-unreachable, home-refused, timeout; AbortError.
 */
export async function converse(
  session: Session,
  text: string,
  language: string,
  signal: AbortSignal,
): Promise<Conversation | null> {
  const result = await session.ask<unknown>({ type: 'conversation/process', text, language }, signal);
  const { data: parsed } = answer.safeParse(result);
  if (!parsed) throw new JarvisError('home-refused', 'Home Assistant answered the sentence in a form not known here.');
  const { response_type: type, speech, data } = parsed.response;
  if (type === 'error' && NOT_UNDERSTOOD.includes(data.code ?? '')) return null;
  const acted = type === 'action_done';
  const said = spokenLine(speech.plain?.speech ?? '');
  if (said === '' && !acted) return null;
  return {
    speech: said,
    acted,
    ok: type !== 'error' && data.failed.length === 0,
    targets: data.success.flatMap((each) => (each.type === 'entity' && each.id ? [each.id] : [])).slice(0, MAX_TARGETS),
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
