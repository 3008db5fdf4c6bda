import { fold } from '../language/fold.js';
import { listOfAll } from '../language/word-lists.js';

/** A piece of an answer's content. */
export type Piece =
  /** The model's own words to whoever asked, and its calls of tools as it wrote them. */
  | { type: 'text'; text: string }
  /** Reasoning that is never spoken. */
  | { type: 'thinking'; text: string }
  /** What was given as text before was reasoning of which only the end is marked: the answer begins now. */
  | { type: 'afresh' };

/** What a mark of a chat template makes of the text behind it; "nothing" only leaves the mark out. */
type Kind = 'thinking' | 'answer' | 'end' | 'others' | 'own' | 'call' | 'nothing';

const THINK =
  '(?:[a-z]+[:_])?(?:think(?:ing)?|thoughts?(?:_process)?|reasoning|reflection|analysis|scratchpad|monologue|chain_of_thought|cot)';
/** Names of marks, in small letters. The first that fits counts. */
const NAMES: readonly [Kind, RegExp][] = [
  // Qwen, DeepSeek, GLM, Phi, Magistral, Kimi, Seed, EXAONE, Skywork, Command, Apertus, Pangu, MedGemma.
  ['answer', new RegExp(`^(?:/${THINK}|end_(?:of_)?${THINK}|${THINK}_end|inner_suffix|unused(?:17|95))$`)],
  ['thinking', new RegExp(`^(?:(?:begin_(?:of_)?|start_(?:of_)?)?${THINK}(?:_start)?|inner_prefix|unused(?:16|94))$`)],
  // ChatML, Llama, Gemma, DeepSeek, Command, Granite, Seed.
  ['end', /^(?:im_end|eo[tm]_id|eot|end_?of_?(?:text|turn|sentence)(?:_token)?|\/s|eos|seed:eos)$/],
  // Hunyuan, and single signs.
  [
    'nothing',
    /^(?:s|bos|unk|pad|mask|sep|cls|(?:unused|reserved|extra|special|dummy)\w*\d|0x[0-9a-f]{2}|\/?(?:(?:final_)?(?:answer|response)|reply|output|assistant))$/,
  ],
];
/** Names that mean something else in a tag without bars. */
const BARRED: readonly [Kind, RegExp][] = [
  // gpt-oss, Phi, GLM, Mistral.
  ['end', /^(?:end|return)$/],
  ['others', /^(?:user|human|system|developer|observation|ipython|inst|(?:user|system)_token)$/],
  ['own', /^(?:assistant|model|bot|\/inst|chatbot_token)$/],
];
/** Marks of calls stay: calls are read where the tools are known. */
const OF_CALLS = /tool|function|python_tag|action|call|constrain/;
/** Before the name of whose turn begins. */
const TURN = /^(?:im_start|start_header_id|header_start|start_of_(?:turn|role)|start|turn|seed:bos)$/;
const ROLE = /^\s*(?:(user|human|system|developer|tool|observation)|assistant|model|gpt)(?![\w'’])[ \t]*\n?/i;
const OF_TOOL = /^to=functions\./;
const CHANNEL = /^[ \t]*(\w+)(\s+to=functions\.|\s+to=\w+)?[ \t]*(?:<\|constrain\|>\s*\w*\s*)?(?:<\|message\|>|\n)?/;
/** A mark; gpt-oss's without signs ("assistantfinal"); the end of thoughts in words: Granite, Ollama's command line. */
const MARK =
  /(?<!`)(?:<([|｜]?)(\/?[A-Za-z][\w:▁ .-]{0,40}|0x[0-9A-F]{2})([|｜]?)>|\[(\/?[A-Z]{3,12}|unused\d+)\]|◁(\/?[a-z]{1,20})▷)|(?:assistant(?:\s*\n\s*)?|(?<=[.!?…\n]\s?)(?=final\s*[A-Z0-9]))(analysis|commentary|final)(?:\s+(?=to=))?|([Hh]ere(?:['’]s| is) my response:|(?:\.{3}|…)done thinking\.)/;
/** The end of a text that may be the beginning of a mark. */
const UNFINISHED =
  /`*(?:<(?:[|｜/A-Za-z0][^<>\n]{0,50})?|\[(?:\/?[A-Z]{0,12}|u[a-z]{0,5}\d*)|◁[^▷\n]{0,20})$|`+$|a[a-z]{0,9}(?:\s*\n\s*)?[a-z]{0,10}$/;
/** What begins an answer without signs: a channel of gpt-oss, thoughts of Granite and of Ollama's command line. */
const BEGIN =
  /^\s*(?:(analysis|commentary|final)(?:<\|message\|>|(?=\s*["'“«(]*[\p{Lu}\p{Lo}\d])|\s+(?=to=\w+\W))|[Hh]ere(?:['’]s| is) my thought process:|[Tt]hinking(?:\.{3}|…)(?=\s*\n))/u;
const BEGINS = [
  'analysis',
  'commentary',
  'final',
  "here's my thought process:",
  'here is my thought process:',
  'thinking...',
];
/** A line break where a server gives bytes as they are. */
const LINE = '<0x0A>';
/** Characters that the end of thoughts in words may have. */
const MAX_END = 40;
/** Characters behind a mark in which its channel stands. */
const MAX_HEAD = 80;
/** Characters that are held back as they begin like a thought. */
const MAX_HELD = 20_000;

/** How gpt-oss calls with all its marks, up to the tool's name. */
const BARE_CALL = '<|channel|>commentary ';

const folded = (list: string) => listOfAll('thinking', list).map(fold);
const ASIDES = folded('asides');
const OPENERS = folded('openers');

/** Whether words begin as models think, undefined as long as they are too few to tell. */
function beginsAsThought(text: string): boolean | undefined {
  let words = fold(text.slice(0, 200));
  const follows = (phrase: string) => words.startsWith(phrase) && /^\P{Ll}/u.test(words.slice(phrase.length));
  if (OPENERS.some(follows)) return true;
  for (let aside = ASIDES.find(follows); aside !== undefined; aside = ASIDES.find(follows)) {
    words = words.slice(aside.length).trim();
    if (OPENERS.some(follows)) return true;
  }
  return [...OPENERS, ...ASIDES].some((phrase) => phrase.startsWith(words)) ? undefined : false;
}

/** Whether a text may go on as what begins an answer without signs. */
function mayBegin(text: string): boolean {
  const begun = text.slice(0, MAX_HEAD).trimStart().toLowerCase().replace('’', "'").replace('…', '...');
  return BEGINS.some(
    (one) =>
      one.startsWith(begun) || (begun.startsWith(one) && /^\W{0,8}[to=functis]{0,12}$/.test(begun.slice(one.length))),
  );
}

function kindOfChannel(name: string, isCall: boolean): Kind {
  if (isCall) return 'call';
  return /^(?:analysis|commentary|think|thought)/i.test(name) ? 'thinking' : 'answer';
}

/** What was learned of a model's answers. */
export interface ThinkingModel {
  /** The last one had only the end of its thoughts marked: so will the next one. */
  marksOnlyEnd?: boolean;
}

/**
 * Takes out of a stream of content, for servers that leave it there, what a model doesn't say to whoever asked: what it thinks,
 * marks of chat templates, and what it writes as others. It knows how each family of models writes that, with and without
 * marks. Where only the end of the thoughts is marked, words that begin as thoughts do are held back until it comes, and all of
 * a model that has done so before; others are given out at once.
 */
export function ownWordsFilter(model: ThinkingModel = {}): {
  push(text: string): Piece[];
  flush(isCut: boolean): Piece[];
} {
  let state: 'own' | 'thinking' | 'others' | 'call' = 'own';
  /** What may still become a mark. */
  let rest = '';
  /** What may still become a thought; undefined once that is decided. */
  let held: string | undefined = '';
  let isThought: boolean | undefined = model.marksOnlyEnd || undefined;
  let hasWords = false;
  let hasCalled = false;
  /** gpt-oss, without its signs. */
  let hasChannels = false;
  /** Fences of code that were given out. */
  let fences = 0;
  /** White space in front is left out. */
  let trims = false;

  function give(given: string): Piece[] {
    if (state === 'thinking') return given === '' ? [] : [{ type: 'thinking', text: given }];
    const text = trims ? given.trimStart() : given;
    if (state === 'others' || text === '') return [];
    trims = false;
    fences += text.split('```').length - 1;
    hasWords ||= /[\p{L}\p{N}]/u.test(text);
    if (held === undefined) return [{ type: 'text', text }];
    held += text;
    isThought ??= beginsAsThought(held);
    return isThought === false || held.length > MAX_HELD ? release('text') : [];
  }

  function release(type: 'text' | 'thinking'): Piece[] {
    const text = held ?? '';
    held = undefined;
    return text === '' ? [] : [{ type, text }];
  }

  function turnTo(kind: Kind, mark: string): Piece[] {
    const before: Piece[] = [];
    if (kind === 'thinking' || kind === 'call') {
      before.push(...release(isThought ? 'thinking' : 'text'));
      state = kind;
      hasCalled ||= kind === 'call';
      if (kind === 'call') before.push(...give(mark));
    } else if (kind === 'answer') {
      if (state !== 'thinking' && !hasCalled) {
        model.marksOnlyEnd = hasWords;
        if (held) before.push(...release('thinking'));
        else if (hasWords) before.push({ type: 'afresh' });
        hasWords = false;
      }
      // Some think once more.
      held = '';
      isThought = undefined;
      // What follows a call was made up before it has run.
      state = hasCalled ? 'others' : 'own';
    } else if (kind === 'end' && state === 'thinking') state = 'own';
    else if (kind === 'others' || (kind === 'end' && hasWords)) state = 'others';
    else if (kind === 'own' && !(state === 'others' && hasWords)) state = 'own';
    trims ||= !hasWords || kind === 'answer';
    return before;
  }

  /** What a mark does, none where it stays as text, and where it ends; undefined where what belongs to it isn't there yet. */
  function read(match: RegExpExecArray, isLast: boolean): { kind?: Kind | undefined; end: number } | undefined {
    const [whole, left = '', tag, right = '', bracketed, arrowed, channel, spokenEnd] = match;
    const end = whole.length;
    const after = rest.slice(end, end + 2 * MAX_HEAD);
    const isOpen = (pattern: RegExp) => !isLast && after.length < MAX_HEAD && pattern.test(after);
    if (spokenEnd !== undefined) return { ...(state === 'thinking' && { kind: 'answer' }), end };
    if (channel !== undefined) {
      if (!whole.startsWith('assistant') && !(hasChannels && state === 'thinking')) return { end };
      return isOpen(/^\s*[to=functis]{0,12}$/) && channel !== 'final'
        ? undefined
        : { kind: kindOfChannel(channel, OF_TOOL.test(after)), end };
    }
    const name = (tag ?? bracketed ?? arrowed ?? '').replaceAll('▁', '_').toLowerCase();
    if (state === 'call') return { ...(/^(?:call|end|return)$/.test(name) && { kind: 'end' }), end };
    // HTML has tags of these names, too.
    if (fences % 2 === 1 && left === '' && name !== '/think') return { end };
    const isBarred = left !== '' || right !== '' || bracketed !== undefined;
    if (name === 'channel' && isBarred) {
      if (left === '') return { kind: 'answer', end };
      if (isOpen(/^(?!.*<\|message\|>)[^\n{]*$/)) return undefined;
      const [head = '', its = '', to] = CHANNEL.exec(after) ?? [];
      return OF_TOOL.test(to?.trim() ?? '')
        ? { kind: 'call', end }
        : { kind: kindOfChannel(its, false), end: end + head.length };
    }
    if (name === 'turn' && left === '' && isBarred) return { kind: 'end', end };
    if (TURN.test(name) && (isBarred || /[_:]/.test(name))) {
      if (isOpen(/^\s*[\w'’]*[ \t]*t?o?$/)) return undefined;
      const [head = '', others] = ROLE.exec(after) ?? [];
      if (/^to=/.test(after.slice(head.length))) return { kind: 'call', end };
      return { kind: others ? 'others' : head === '' ? 'nothing' : 'own', end: end + head.length };
    }
    const known = [...(isBarred ? BARRED : []), ...NAMES].find(([, pattern]) => pattern.test(name))?.[0];
    return { kind: known ?? (left !== '' && right !== '' && !OF_CALLS.test(name) ? 'nothing' : undefined), end };
  }

  function take(isLast: boolean): Piece[] {
    const pieces: Piece[] = [];
    for (;;) {
      if (state === 'own' && held?.trim() === '') {
        const [head, channel] = BEGIN.exec(rest) ?? [];
        if (head === undefined && !isLast && mayBegin(rest)) return pieces;
        if (head !== undefined) {
          rest = rest.slice(head.length);
          hasChannels = channel !== undefined;
          pieces.push(...turnTo(channel ? kindOfChannel(channel, OF_TOOL.test(rest)) : 'thinking', BARE_CALL));
        }
      }
      const match = MARK.exec(rest);
      if (!match) break;
      pieces.push(...give(rest.slice(0, match.index)));
      rest = rest.slice(match.index);
      const found = read(match, isLast);
      if (!found) return pieces;
      const isBare = match[6] !== undefined;
      const mark = rest.slice(0, found.end);
      rest = rest.slice(mark.length);
      // The marks of a call stay with it.
      if (!found.kind || (state === 'call' && !isBare)) pieces.push(...give(mark));
      else if (mark === LINE) pieces.push(...give('\n'));
      if (found.kind) pieces.push(...turnTo(found.kind, isBare ? BARE_CALL : mark));
    }
    const unfinished = UNFINISHED.exec(rest.slice(-2 * MAX_HEAD))?.[0].length ?? 0;
    const kept = isLast ? 0 : Math.max(unfinished, state === 'thinking' ? MAX_END : 0);
    pieces.push(...give(rest.slice(0, Math.max(0, rest.length - kept))));
    rest = rest.slice(Math.max(0, rest.length - kept));
    return pieces;
  }

  return {
    push(text) {
      rest += text;
      const pieces = take(false);
      // What nobody has been given yet, nobody hears.
      const from = pieces.findLastIndex(({ type }) => type === 'afresh');
      const isAnswered = pieces.some(({ type }, index) => type === 'text' && index > from);
      return isAnswered
        ? pieces.map((one, at) => (one.type === 'text' && at < from ? { ...one, type: 'thinking' } : one))
        : pieces;
    },
    flush(isCut) {
      const last = take(true);
      rest = '';
      if (held && !isCut) model.marksOnlyEnd = false;
      return [...last, ...release(isThought && isCut ? 'thinking' : 'text')];
    },
  };
}

/** An answer without what isn't the model's own words to whoever asked. */
export function ownWords(answer: string): string {
  if (!/[<[◁]|^\s*[a-zHT]|assistant|done thinking/.test(answer)) return answer;
  const filter = ownWordsFilter();
  const pieces = [...filter.push(answer), ...filter.flush(false)];
  const from = pieces.findLastIndex(({ type }) => type === 'afresh') + 1;
  return pieces
    .slice(from)
    .map((piece) => (piece.type === 'text' ? piece.text : ''))
    .join('');
}
