import { entityIndex } from '../../home/entity-index.js';
import { kindsNamed, nameWords } from '../../home/names.js';
import type { Command } from '../../home/types.js';
import { clausesOf } from '../../language/compound.js';
import { fold } from '../../language/fold.js';
import { isCalled } from './by-name.js';
import { changeOf } from './follow-up.js';
import { type Phrase, readPhrase } from './phrase.js';
import {
  languagesOf,
  MAX_LETTERS,
  type RecogniseOptions,
  recognise,
  recogniseIn,
  withoutFillers,
} from './recognise.js';
import { type Place, scopeOf } from './scope.js';
import { tableOf } from './tables.js';
import { spokenWords } from './values.js';

/** Orders and devices of one sentence, as they are joined by "and". */
const MAX_PARTS = 6;

/**
 * The commands that a sentence certainly is, in the order they are said: one as `recognise` finds it, or several ("turn
 * off the kitchen light and lock the front door"). Empty when any part of it is none. Never throws.
 */
export function recogniseAll(text: string, options: RecogniseOptions): Command[] {
  const one = recognise(text, options);
  if (one) return [one];
  if (text.length > MAX_LETTERS) return [];
  for (const language of languagesOf(options.language)) {
    const { joint, and } = tableOf(language);
    const [part = '', ...parts] = text.replace(/[\s?!.]+$/, '').split(joint);
    if (parts.length === 0 || parts.length >= MAX_PARTS) continue;
    const asked = /\?\s*$/.test(text);
    // "the TV, the lamp and the fan" is a list of one command
    const list = recogniseIn(language, [part, ...parts].join(` ${and} `) + (asked ? '?' : ''), options);
    if (list) return [list];
    const { words } = withoutFillers(spokenWords(part), tableOf(language));
    const verb = words.trim().split(' ', 1)[0] ?? '';
    const commands = inTurn([part, ...parts], language, options, asked, { and, verb });
    if (commands.length > 1) return commands;
  }
  return [];
}

const areaIn = ({ house, area }: Place) => (area === undefined ? undefined : entityIndex(house).area(area));

function phraseIn(said: string, language: string, { house, area }: Place): Phrase {
  const { words } = withoutFillers(spokenWords(said), tableOf(language));
  return readPhrase(words.trim(), scopeOf(house, area, language, tableOf(language).words));
}

/** Id of the area that a part of a sentence names. */
const areaNamed = (said: string, language: string, place: Place) => phraseIn(said, language, place).area?.id;

/** Whether a part has a verb of its own. */
function hasVerb(said: string, language: string): boolean {
  const [first = ''] = spokenWords(said).trim().split(' ');
  return clausesOf(language)?.starters.has(first) === true;
}

const saysHere = (said: string, language: string) => tableOf(language).words.here.test(` ${spokenWords(said).trim()} `);

/** "Close the blinds in the bedroom and the light on": whether a part goes on in the room that was named before it; music plays here. */
function goesOnThere(next: string, language: string, place: Place): boolean {
  if (hasVerb(next, language) || saysHere(next, language)) return false;
  const { rest } = phraseIn(next, language, place);
  return !rest.some((word) => kindsNamed(word, language).includes('media_player'));
}

/** "The light on and the fan off in the bathroom": whether the next part has no verb, and ends with a place that may be that of both. */
function isPlaceOfBoth(said: string, next: string, language: string, place: Place): boolean {
  if (hasVerb(next, language) || saysHere(said, language)) return false;
  const { area, rest } = phraseIn(next, language, place);
  const end = spokenWords(next).trim();
  const telling = nameWords(end);
  const isName = entityIndex(place.house)
    .named(end)
    .some((entity) => isCalled(entity, telling));
  return (
    area !== undefined &&
    rest.length > 0 &&
    !isName &&
    area.id !== areaIn(place)?.id &&
    [area.name, ...area.aliases].some((name) => end.endsWith(` ${fold(name)}`))
  );
}

/** The commands of the parts of a sentence, each as many parts as make one; empty when some are none. */
function inTurn(
  parts: readonly string[],
  language: string,
  options: Place,
  asked: boolean,
  { and, verb }: { and: string; verb: string },
  before?: Command,
): Command[] {
  for (let length = parts.length - (before ? 0 : 1); length > 0; length--) {
    const said = parts.slice(0, length).join(` ${and} `);
    const mark = asked ? '?' : '';
    const command =
      (before && changeOf(said, language, options, before)) ??
      recogniseIn(language, said + mark, options, before) ??
      // "turn the lamp red and the one in the hall blue" leaves its verb out
      (before && recogniseIn(language, `${verb} ${said}${mark}`, options, before));
    if (!command) continue;
    const rest = parts.slice(length);
    if (rest.length === 0) return [command];
    // "could you turn off the lamp and lock the door?" asks nothing in its second part either
    const isQuestion = command.action === 'get_state' || command.action === 'list_on';
    const [next = ''] = rest;
    // "everything but the TV and the lamp" excepts both
    if (tableOf(language).words.except.test(spokenWords(said)) && !hasVerb(next, language)) return [];
    const named = areaNamed(said, language, options);
    // "the light on and the fan off in the bathroom": the light is hardly this room's
    const isHere = named === undefined && command.area !== undefined && command.area === areaIn(options)?.id;
    if (isHere && isPlaceOfBoth(said, next, language, options)) return [];
    const isThere = named !== undefined && goesOnThere(next, language, options);
    const place = { house: options.house, area: (isThere ? named : options.area) ?? command.area };
    const others = inTurn(rest, language, place, asked && isQuestion, { and, verb }, command);
    if (others.length > 0) return [command, ...others];
  }
  return [];
}
