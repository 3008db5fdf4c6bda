import { z } from 'zod';
import { isOn, isPlaying } from '../../home/actions.js';
import type { LastCommand } from '../../home/last-commands.js';
import { isFiller } from '../../home/names.js';
import type { Area, Command, Entity, House } from '../../home/types.js';
import { clausesOf } from '../../language/compound.js';
import { fold, stem, words } from '../../language/fold.js';
import { LANGUAGES, languageTable, listed, oneOf } from '../../language/folders.js';
import { numberIn } from '../../language/numbers.js';
import { primaryLanguage } from '../../language/tags.js';
import { isStop } from '../stop-command.js';
import { commandFor, wantedBy } from './command-for.js';
import { ONES, placeAndKind, readPhrase } from './phrase.js';
import { type Match, matches, ownMatches, phraseOf, recognise, recogniseIn } from './recognise.js';
import { group, type Place, type Scope, scopeOf, type Target } from './scope.js';
import { tableOf, wordsOfTable } from './tables.js';
import { resolve } from './targets.js';
import { compile } from './template.js';
import type { Does } from './types.js';

/** Longer sentences say what they are about. */
const MAX_WORDS = 10;
/** Of a sentence that leaves out what it is about. */
const MAX_ELLIPTIC_WORDS = 5;

export interface FollowUpOptions {
  /** BCP 47 tag. */
  language: string;
  /** Id or name of the area the speaker is in. */
  area?: string | undefined;
  house: House;
  /** What was done or asked last in the room. */
  last: LastCommand;
}

/** What a sentence wants that is about the command before it. */
export interface FollowUp {
  /** Missing where the last command is only taken back. */
  command?: Command;
  /** The last command was wrong: what it changed, and this doesn't, is put back first. */
  undo: boolean;
}

/**
 * What a sentence certainly means after the room's last command: "turn it off again", "a bit brighter", "and in the
 * kitchen?", "no, the reading lamp", "undo that". Null for sentences that say themselves what they are about. Never throws.
 */
export function followUp(text: string, { language: tag, area, house, last }: FollowUpOptions): FollowUp | null {
  const language = LANGUAGES.find((known) => known === primaryLanguage(tag));
  const folded = fold(text);
  if (!language || folded === '' || folded.split(' ').length > MAX_WORDS) return null;
  const speech = speechOf(language);
  const said = ` ${folded}`;
  const isKnown = last.action !== undefined || last.before.length > 0;
  if (isKnown && isUndo(text, language)) return { undo: true };
  const scope = scopeOf(house, area, language, tableOf(language).words);
  const place = { language, area, house };
  const itself = (words: string) => recognise(words, place);
  const corrected = said.replace(speech.instead, '');
  const denied = speech.denied.exec(text)?.[1];
  const meant = denied === undefined ? corrected : ` ${fold(denied)}`;
  if (meant !== said) {
    // "no, turn on the reading lamp", "not the kitchen light, the reading lamp"
    const isOrder = !speech.noForbids || denied !== undefined || /^[^\s,.!]+[,.!]/u.test(text.trim());
    const command =
      (isOrder ? (itself(meant) ?? itChanged(meant, scope, last)) : null) ??
      inPlace(withoutAnd(meant, language), scope, last);
    return command && { command, undo: replaces(command, last) };
  }
  if (isStop(text, { speaking: false, language }) && itself(text)?.action === 'pause') {
    const about = last.targets.flatMap((id) => scope.index.entity(id) ?? []);
    const isMoving = last.action === 'open' || last.action === 'close' || last.action === 'set_position';
    const moving = about.filter(({ domain }) => domain === 'cover' || domain === 'valve').map(({ id }) => id);
    if (isMoving && moving.length > 0) return { command: { action: 'pause', targets: moving }, undo: false };
    // "stop" alone switches no lamp off
    if (!folded.includes(' ') && about.every(({ domain }) => domain === 'light')) return null;
  }
  const it = itChanged(said, scope, last);
  const own = it ? null : itself(text);
  const changed = it ?? stronger(said, scope, last, own);
  if (changed) return { command: changed, undo: false };
  const phrase = withoutAnd(said, language);
  if (own) {
    const alike = phrase === said || !isOne(phrase, scope) ? null : likeLast(phrase, place, last);
    return alike && JSON.stringify(alike) !== JSON.stringify(own) ? { command: alike, undo: false } : null;
  }
  const plain = withoutAgain(folded, language);
  const isGoneOn = phrase !== said && phrase.trim() !== '';
  // "and now off", "and in the kitchen?"; "the kitchen light back on" says itself what it is about
  const command =
    (isGoneOn
      ? (itChanged(phrase, scope, last) ?? itselfThere(phrase, place, last) ?? inPlace(phrase, scope, last))
      : null) ?? (plain === folded ? null : itself(plain));
  return command && { command, undo: false };
}

/** Whether words take back what was just done, whatever it was: "undo that". */
export function isUndo(text: string, tag: string): boolean {
  const language = LANGUAGES.find((known) => known === primaryLanguage(tag));
  if (!language) return false;
  const folded = fold(text);
  const takesBack = (words: string) =>
    speechOf(language).undo.some((pattern) => pattern.test(bare(` ${words}`, language)));
  return takesBack(folded) || takesBack(withPlainVerbs(folded, language));
}

/** What words change of a command before them in their sentence: "… and set it to 30 percent". Null when they say what they are about. */
export function changeOf(said: string, language: string, { area, house }: Place, before: Command): Command | null {
  const scope = scopeOf(house, area, language, tableOf(language).words);
  return itChanged(` ${fold(said)}`, scope, { ...before, before: [] });
}

/** Whether a correction takes the place of the last command: the same for other devices. */
function replaces({ action, targets }: Command, last: LastCommand): boolean {
  return action === last.action && last.before.length > 0 && !targets.some((id) => last.targets.includes(id));
}

const LIST = z.string().default('').transform(listed);

/** How a language speaks of what was just done, as its folder has it; with | between words for one thing. */
const FOLLOW_UP = z.object({
  /** What stands for the devices: "it". The first is put where a sentence leaves it out ("turn off"). */
  it: LIST,
  /** Of no meaning beside a change of what was just changed: "back", "again". */
  again: LIST,
  /** Verbs that say "again" themselves, and the plain ones: "rallume". */
  plain: z.record(z.string(), z.string()).default({}),
  /** Sentences that a value alone is short for: "blue" is "make it blue". */
  short: z.array(z.string()).default([]),
  /** Before and after what the same is wanted for: "and …", "… too". */
  and: LIST,
  too: LIST,
  /** Before what was meant instead: "no, …", "I meant …". */
  instead: LIST,
  /** "No" before a verb forbids, too: an order behind it needs a comma. */
  noForbids: z.boolean().default(false),
  /** Before what was not meant, with what was behind a comma: "not the kitchen light, …". */
  not: z.string().default('(?!)'),
  /** Whole sentences that take back what was done; `[optional]` and `(one|other)` as in the tables. */
  undo: z.array(z.string()).default([]),
});

interface Speech extends Pick<z.output<typeof FOLLOW_UP>, 'plain' | 'short' | 'noForbids'> {
  it: ReadonlySet<string>;
  again: RegExp;
  and: RegExp;
  too: RegExp;
  instead: RegExp;
  /** What was meant, behind a comma and what was not. */
  denied: RegExp;
  undo: readonly RegExp[];
}

/** Sounds before a correction, in any language. */
const INTERJECTIONS = ['oh', 'ach', 'ah', 'ay', 'uh', 'um', 'hm', 'ups', 'oops', 'well', 'also', 'mais', 'pero'];

function followUpOf(language: string): z.output<typeof FOLLOW_UP> {
  return languageTable(language, 'follow-up', FOLLOW_UP) ?? FOLLOW_UP.parse({});
}

/** The words of a language that say that something is done again. */
export function wordsForAgain(language: string): string[] {
  const { again, plain } = followUpOf(language);
  return [...again, ...Object.keys(plain)];
}

const speeches = new Map<string, Speech>();

function speechOf(language: string): Speech {
  const known = speeches.get(language);
  if (known) return known;
  const said = followUpOf(language);
  const { it, again, and, too, instead, not, undo } = said;
  const made = {
    ...said,
    it: new Set(it.map(fold)),
    // "the back door" is no door again
    again: new RegExp(`(?<! (?:the|my|our)) ${oneOf(again)}(?= |$)`, 'g'),
    and: new RegExp(`^ ${oneOf(and)}(?= )`),
    too: new RegExp(` ${oneOf(too)}$`),
    instead: new RegExp(
      `^(?: ${oneOf(INTERJECTIONS)}(?= ))*(?: ${oneOf(instead)}(?= ))(?: ${oneOf([...instead, ...INTERJECTIONS])}(?= ))*`,
    ),
    denied: new RegExp(`(?:^|\\s)${not}\\s.*,(.*)$`, 'iu'),
    undo: undo.map((template) => compile(template, {}, {})),
  };
  speeches.set(language, made);
  return made;
}

/** Without the words that mean nothing before, after and in a request. */
function bare(said: string, language: string): string {
  const { anywhere, lead, request, tail } = tableOf(language);
  let words = said.replace(anywhere, '');
  for (let before = ''; before !== words; ) {
    before = words;
    words = words.replace(request, '').replace(lead, '').replace(tail, '');
  }
  return words;
}

/** "Turn it off again", "off", "a bit brighter", "blue": a change of what was last spoken about. */
function itChanged(said: string, scope: Scope, last: LastCommand): Command | null {
  const named = changedOf(last.named ?? last.targets, said, scope, last);
  const isNew = named?.targets.some((id) => !isAlready(id, named.action, scope)) ?? true;
  // "Are the blinds open?" – "The bedroom ones are." – "Open them": the others
  return isNew || last.named === undefined || last.domain === undefined
    ? named
    : changedOf(last.targets, said, scope, last);
}

function isAlready(id: string, action: Command['action'], { index }: Scope): boolean {
  const entity = index.entity(id);
  if (!entity) return false;
  return action === 'turn_on' || action === 'open'
    ? isOn(entity)
    : (action === 'turn_off' || action === 'close') && !isOn(entity);
}

function changedOf(ids: readonly string[], said: string, scope: Scope, last: LastCommand): Command | null {
  const { it } = speechOf(scope.language);
  const about = ids.flatMap((id) => scope.index.entity(id) ?? []);
  const plain = withoutAgain(said.trim(), scope.language);
  if (about.length === 0 || isFragment(said.trim(), scope.language, last) || isBareNumber(plain, scope.language, last))
    return null;
  for (const words of new Set([said.trim(), plain, bare(` ${plain}`, scope.language).trim()])) {
    for (const match of matchesOfIt(words, scope.language, it)) {
      const phrase = phraseOf(match.slots);
      const command =
        it.has(phrase) || (phrase === '' && !match.pattern.asks) ? changing(match, about, scope, last) : null;
      if (command) return command;
    }
  }
  return null;
}

/** "A bit stronger" behind a fan: where nothing plays it is about that, and no volume. */
function stronger(said: string, scope: Scope, last: LastCommand, own: Command | null): Command | null {
  const table = tableOf(scope.language);
  const words = bare(said.replace(table.slightly, ''), scope.language).trim();
  const sign = table.signs.get('louder')?.get(words) ?? table.signs.get('loud')?.get(words);
  const about = last.targets.flatMap((id) => scope.index.entity(id) ?? []);
  const isFan = about.length > 0 && about.every((one) => one.domain === 'fan' && isOn(one));
  if (sign === undefined || !isFan || own?.targets.some((id) => isPlayingHere(id, scope))) return null;
  return commandFor({ does: 'step', sign }, {}, { entities: about }, scope, table);
}

const isPlayingHere = (id: string, { index }: Scope) => {
  const player = index.entity(id);
  return player !== undefined && isPlaying(player);
};

/** Fragments are words that only begin something, and numbers where none was set: "the", "in my", "two". */
function isFragment(said: string, language: string, last: LastCommand): boolean {
  const { unfinished } = clausesOf(language) ?? {};
  return said.split(' ').every((word) => unfinished?.has(word)) || isBareNumber(said, language, last);
}

const isBareNumber = (said: string, language: string, { action }: LastCommand) =>
  action?.startsWith('set_') !== true && numberIn(said, language) !== undefined;

/** The patterns of a sentence, and of the ways it is said in full: with "it" where that may stand, or as what "blue" is short for. */
function* matchesOfIt(said: string, language: string, it: ReadonlySet<string>): Generator<Match> {
  const [pronoun = ''] = it;
  const list = said.split(' ').filter((word) => word !== '');
  const isElliptic = list.length <= MAX_ELLIPTIC_WORDS;
  const named = (words: string) => (it.has(words) ? words : words === '' && isElliptic ? pronoun : undefined);
  // "l'éteindre", "la apagas"
  const moved = list.flatMap((word, at) => (it.has(word) ? [[...list.toSpliced(at, 1), word].join(' ')] : []));
  for (const words of [said, ...moved]) yield* matches(language, words, named);
  if (!isElliptic) return;
  for (let at = 0; at <= list.length; at++) yield* ownMatches(language, list.toSpliced(at, 0, pronoun).join(' '));
  for (const form of speechOf(language).short) yield* matches(language, form.replace('{}', said), named);
}

/** Without "back" and "again", and with the verbs that say so as plain ones. */
function withoutAgain(said: string, language: string): string {
  return ` ${withPlainVerbs(said, language)}`.replace(speechOf(language).again, '').trim();
}

/** "Apágala" as "apaga la", "rallume" as "allume". */
function withPlainVerbs(said: string, language: string): string {
  const { plain } = speechOf(language);
  const known = language === 'es' ? spanish() : undefined;
  return said
    .split(' ')
    .map((word) => {
      const [, verb, pronoun] = /^(.+)(l[ao]s?)$/.exec(known ? word : '') ?? [];
      return verb !== undefined && known?.has(verb) ? `${verb} ${pronoun}` : (plain[word] ?? word);
    })
    .join(' ');
}

let spanishWords: ReadonlySet<string> | undefined;
function spanish(): ReadonlySet<string> {
  spanishWords ??= new Set(wordsOfTable('es'));
  return spanishWords;
}

const OF_LOCKS: Partial<Record<Does, Does>> = { open: 'unlock', close: 'lock' };

function changing(
  { pattern, slots, table }: Match,
  about: readonly Entity[],
  scope: Scope,
  last: LastCommand,
): Command | null {
  const ofLock = about.every(({ domain }) => domain === 'lock') ? OF_LOCKS[pattern.does] : undefined;
  const meant = ofLock ? { ...pattern, does: ofLock } : pattern;
  if (meant.does === 'list_on') return null;
  const wanted = wantedBy(meant);
  const entities = about.filter(
    (entity) => wanted.domains.includes(entity.domain) && (wanted.accepts?.(entity) ?? true),
  );
  // "everything off", and "back on": what was on before
  const lit =
    meant.does === 'turn_on' && last.action === 'turn_off' ? last.before.filter(isOn).map(({ id }) => id) : [];
  const backOn = entities.filter(({ id }) => lit.includes(id));
  const some = backOn.length > 0 ? backOn : entities;
  return some.length === 0 ? null : commandFor(meant, slots, { entities: some }, scope, table);
}

/** "And in the kitchen?", "the bedroom too" as "in the kitchen", "the bedroom". */
function withoutAnd(said: string, language: string): string {
  const { and, too } = speechOf(language);
  let phrase = said;
  for (let before = ''; before !== phrase; ) {
    before = phrase;
    phrase = phrase.replace(and, '').replace(too, '');
  }
  return phrase;
}

/** "And in the hall on": the same kind of device elsewhere, and what it is to be. */
function itselfThere(said: string, place: Place & { language: string }, last: LastCommand): Command | null {
  const { switched } = tableOf(place.language).words;
  const isSwitched = [said.trim().split(' ')[0], said.split(' ').at(-1)].some((word) => switched.has(word ?? ''));
  if (!isSwitched) return null;
  const [verb = ''] = tableOf(place.language).verbs;
  return likeLast(said, place, last) ?? likeLast(`${verb} ${said.trim()}`, place, last);
}

/** "The one in …", "celle du …", "la del …". */
function isOne(said: string, { words: { silent } }: Scope): boolean {
  const [first = '', second = ''] = said.trim().split(' ');
  return ONES.has(first) || (first === 'the' && ONES.has(second)) || (isFiller(first) && silent.has(second));
}

/** What words say of devices like the last ones: "the one in the bedroom to 20". */
function likeLast(said: string, place: Place & { language: string }, last: LastCommand): Command | null {
  return recogniseIn(place.language, said.trim(), place, { action: 'turn_on', ...last });
}

/** What was last done, for other devices: those of a room that fit, or what is named. */
function inPlace(said: string, scope: Scope, last: LastCommand): Command | null {
  const { action, value, targets, area: lastArea, domain: lastDomain } = last;
  const wants = Object.fromEntries(Object.entries(last).filter(([name]) => name === 'value' || name === 'by'));
  const phrase = bare(` ${said.trim()}`, scope.language).trim();
  if (action === undefined || phrase === '') return null;
  if (action === 'list_on') {
    const place = placeAndKind(phrase, scope);
    return place?.area === undefined
      ? null
      : { action, targets: [], ...(lastDomain && { domain: lastDomain }), ...place };
  }
  const wanted = wantedBy({ does: action, ...(value !== undefined && { value }) });
  const { area, rest, here, ambiguous, all, everything, everywhere } = readPhrase(phrase, scope);
  const place = area ?? (here ? scope.here : undefined);
  if (ambiguous || everything || everywhere || (here && !place)) return null;
  const measured = value === 'temperature' || value === 'humidity' ? value : undefined;
  const named = rest.length > 0 || measured !== undefined;
  const alikeThere = () => (place && !all ? alike(place, targets, lastArea !== undefined, scope) : null);
  const target = named ? resolve(phrase, scope, { ...wanted, ...(measured && { of: measured }) }) : alikeThere();
  // "is the front door locked?" asks of the garage door how it is
  const other =
    target || action !== 'get_state' || measured ? null : resolve(phrase, scope, wantedBy({ does: action }));
  const { entities, area: where, domain } = target ?? other ?? {};
  if (!entities) return null;
  return {
    ...wants,
    ...(other && { value: 'state' }),
    action,
    targets: entities.map(({ id }) => id),
    ...(where !== undefined && { area: where }),
    ...(domain !== undefined && { domain }),
  };
}

/** What another room has of the same: of one lamp the one that is called alike, or the only one; of several all. */
function alike(place: Area, targets: readonly string[], isGroup: boolean, scope: Scope): Target | null {
  const about = targets.flatMap((id) => scope.index.entity(id) ?? []);
  const kindOf = ({ domain, attributes }: Entity) =>
    domain === 'cover' || domain === 'binary_sensor' ? `${domain} ${String(attributes['device_class'])}` : domain;
  const kinds = new Set(about.map(kindOf));
  const there = scope.index.inArea(place.id).filter((entity) => kinds.has(kindOf(entity)));
  const [first] = about;
  if (!first || there.length === 0) return null;
  if (isGroup || about.length > 1) return group(there, place);
  const names = new Set(roomless(first, scope));
  const called = there.filter((entity) => roomless(entity, scope).some((name) => names.has(name)));
  if (called.length === 1) return { entities: called };
  // another switch is no coffee machine, and a speaker no television
  if (first.domain === 'switch' || first.domain === 'media_player' || first.domain === 'other') return null;
  return there.length === 1 ? { entities: there } : group(there, place);
}

/** What a device is called beside its room: "light". */
function roomless({ name, aliases }: Entity, scope: Scope): string[] {
  return [name, ...aliases]
    .map((one) => readPhrase(words(one).join(' '), scope).rest.map(stem).join(' '))
    .filter((rest) => rest !== '');
}
