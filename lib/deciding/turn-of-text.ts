import { turns } from '../conversation/turns.js';
import { spokenAt } from '../satellites/room-languages.js';
import type { SiteText } from '../satellites/types.js';
import { clock } from '../turn/clock.js';
import { newTurn, type Turn, type Wake } from '../turn/turn.js';
import { type Speakers, spokenLanguage } from './spoken-language.js';

/** It was woken by itself, and understands by itself. */
const UNDERSTOOD: Wake = { word: null, by: 'satellite' };

/**
 * Begins the turn of words that a satellite understood by itself, or that were typed there. What it understood belongs to the
 * turn that it was woken for.
 * @param node The node that takes the words.
 */
export function beginTurn(
  { site, text, by, door, language }: SiteText,
  { hub, language: usual, languages, names }: Speakers,
  node: string,
): Turn {
  const known = hub.site(site);
  const current = turns.current(site);
  const conversation = turns.conversation(site);
  const isAwaited = by === 'captured' && current?.stage === 'listening';
  const own = isAwaited ? (current.wake ?? UNDERSTOOD) : undefined;
  // It may have said both at once: then no turn has begun with the wake yet, or one still listens on after a reply.
  const wake = by !== 'captured' ? undefined : own && own.by !== 'follow-up' ? own : (conversation.woken ?? own);
  if (wake) conversation.take(wake);
  const turn = newTurn({
    ...(isAwaited && { id: current.id }),
    ...(wake && { wake }),
    ...{ site, door },
    ...(known?.area !== undefined && { area: known.area }),
    source: by === 'typed' ? 'text' : 'voice',
    language: language ?? spokenLanguage(text, spokenAt(known ?? {}) ?? languages, known?.language ?? usual, names),
    ...(by === 'captured' && { heard: { text, to: clock.now() } }),
  });
  turns.begin(turn).trace.of(node).mark('text', { by });
  turns.stage(turn.id, 'thinking');
  turns.show(turn, 'heard', text);
  return turn;
}
