import type { ShownDetails, ShownTrace } from '../../lib/turn/trace-types.js';
import { button, copyText, element } from './dom.js';
import type { Language } from './languages.js';
import { askedAt, barOf, firstSoundOf, type Range, type Row, rangeOf, rowsOf, ticksOf, totalsOf } from './model.js';
import { attributesOf, callParts, decisionParts, tokensText } from './parts.js';
import { named, timeText, type WaterfallKey, words } from './strings.js';

/** How a node of the flow is shown: selected on the canvas, or by a link to it. */
export interface NodeShower {
  reveal?(node: string): void;
  /** Whether the flow still has it. */
  has?(node: string): boolean;
  link?(node: string): string;
}

/** What the person has chosen for the turn that is open. */
export interface Choices {
  /** The wait for the first sound, or the whole turn. */
  wait: boolean;
  /** Places of the spans whose details are shown. */
  rows: Set<number>;
  /** Names of the prompts that are unfolded. */
  unfolded: Set<string>;
}

export interface TurnViewOptions extends NodeShower {
  language: Language;
  turn: ShownTrace;
  details: ShownDetails | undefined;
  /** Milliseconds since the turn began; when it is over, those it took. */
  nowMs: number;
  choices: Choices;
  /** Something was chosen: draw it again. */
  changed(): void;
}

/** The head of a turn: its words, when and where, and its waterfall in one line. */
export function turnHead(language: Language, turn: ShownTrace, nowMs: number): HTMLElement[] {
  const t = (key: WaterfallKey) => words(language, key);
  const { firstSound, whole, calls } = totalsOf(turn, nowMs);
  const isMaintenance = /^(maintenance|upkeep|rolling)-/.test(turn.id);
  const title = isMaintenance
    ? t('maintenance')
    : (turn.texts.heard ?? (turn.source === 'announcement' && turn.texts.reply) ?? '') || t('wordless');
  const failed = turn.texts.error !== undefined || turn.spans.some(({ error }) => error !== undefined);
  const when = new Intl.DateTimeFormat(language, { timeStyle: 'medium' }).format(turn.at);
  const facts = [when, turn.site, ...(calls > 0 ? [`${t('modelCalls')}: ${calls}`] : [])];
  return [
    element(
      'span',
      { className: 'wf-line' },
      element('span', { className: turn.texts.heard || isMaintenance ? 'wf-said' : 'wf-said wf-none' }, title),
      turn.running
        ? element('span', { className: 'wf-badge wf-live' }, t('running'))
        : element('span', { className: 'wf-total' }, timeText(language, firstSound ?? whole)),
    ),
    element(
      'span',
      { className: 'wf-line wf-facts' },
      element('span', {}, facts.join(' · ')),
      failed && element('span', { className: 'wf-badge wf-bad' }, t('failed')),
    ),
    strip(turn, nowMs),
  ];
}

function strip(turn: ShownTrace, nowMs: number): HTMLElement {
  const range = rangeOf(turn, true, nowMs);
  const bars = rowsOf(turn).flatMap(({ span, kind }) => {
    const bar = kind === 'moment' ? undefined : barOf(span, range, nowMs);
    return bar ? barElement(kind, bar, span.ms === undefined) : [];
  });
  return element('span', { className: 'wf-strip', 'aria-hidden': 'true' }, ...bars);
}

function barElement(kind: Row['kind'], { left, width }: { left: number; width: number }, open: boolean): HTMLElement {
  const bar = element('span', { className: open ? 'wf-bar wf-open-end' : 'wf-bar', 'data-kind': kind });
  // By script: the page's policy is stricter with style attributes in its HTML.
  bar.style.left = `${left}%`;
  if (kind !== 'moment') bar.style.width = `${width}%`;
  return bar;
}

/** Everything of a turn: its words, its figures, and a line for each stage that unfolds what was decided there. */
export function turnBody(options: TurnViewOptions): HTMLElement {
  const { language, turn, details, nowMs, choices, changed } = options;
  const t = (key: WaterfallKey, values?: Record<string, string | number>) => words(language, key, values);
  const first = firstSoundOf(turn);
  const range = rangeOf(turn, choices.wait, nowMs);
  const choose = (wait: boolean) => () => {
    choices.wait = wait;
    changed();
  };
  const scale =
    first !== undefined &&
    element(
      'span',
      { className: 'wf-scale', role: 'group', 'aria-label': t('scale') },
      pressed(button('wf-choice', choose(true), t('wait')), choices.wait, 'scale-wait'),
      pressed(button('wf-choice', choose(false), t('whole')), !choices.wait, 'scale-whole'),
    );
  const copy = button('wf-choice wf-copy', () => void copied(), t('copy'));
  copy.dataset['key'] = 'copy';
  const said = element('span', { className: 'wf-note', role: 'status' });
  const copied = async () => {
    const done = await copyText(JSON.stringify({ ...turn, ...details }, null, 2));
    said.textContent = t(done ? 'copied' : 'notCopied');
  };
  return element(
    'div',
    { className: 'wf-body' },
    wordsOf(options),
    figures(language, turn, nowMs),
    element('div', { className: 'wf-tools' }, scale, copy, said),
    axis(language, range),
    element('ol', { className: 'wf-rows' }, ...rowsOf(turn, details).map((row) => rowElement(options, row, range))),
    details === null && !turn.running && element('p', { className: 'wf-note' }, t('notHeld')),
  );
}

function pressed(made: HTMLButtonElement, isPressed: boolean, key: string): HTMLButtonElement {
  made.setAttribute('aria-pressed', String(isPressed));
  made.dataset['key'] = key;
  return made;
}

function wordsOf({ language, turn }: TurnViewOptions): HTMLElement | undefined {
  const lines = (['heard', 'reply', 'error'] as const).flatMap((kind) => {
    const text = turn.texts[kind];
    const label = words(language, kind === 'heard' ? 'heard' : kind === 'reply' ? 'answered' : 'failed');
    return text ? [element('dt', {}, label), element('dd', { className: `wf-${kind}` }, text)] : [];
  });
  return lines.length > 0 ? element('dl', { className: 'wf-words' }, ...lines) : undefined;
}

function figures(language: Language, turn: ShownTrace, nowMs: number): HTMLElement {
  const totals = totalsOf(turn, nowMs);
  const figure = (key: WaterfallKey, value: string) =>
    element('div', {}, element('dt', {}, words(language, key)), element('dd', {}, value));
  const { firstSound, whole, calls, tools } = totals;
  return element(
    'dl',
    { className: 'wf-figures' },
    firstSound !== undefined && figure('firstSound', timeText(language, firstSound)),
    figure('whole', timeText(language, whole)),
    figure('modelCalls', String(calls)),
    calls > 0 && totals.promptTokens + totals.answerTokens > 0 && figure('tokens', tokensText(language, { ...totals })),
    tools > 0 && figure('tools', String(tools)),
  );
}

function axis(language: Language, range: Range): HTMLElement {
  const ticks = ticksOf(range).map((at) => {
    const tick = element('span', {}, timeText(language, at));
    tick.style.left = `${(at / (range.to - range.from)) * 100}%`;
    return tick;
  });
  return element('div', { className: 'wf-axis', 'aria-hidden': 'true' }, element('div', {}, ...ticks));
}

function rowElement(options: TurnViewOptions, row: Row, range: Range): HTMLElement {
  const { language, turn, nowMs, choices, changed } = options;
  const { span, place, kind, depth } = row;
  const isOpen = choices.rows.has(place);
  const toggle = () => {
    if (isOpen) choices.rows.delete(place);
    else choices.rows.add(place);
    if (!isOpen && span.node !== undefined) options.reveal?.(span.node);
    changed();
  };
  const tokens = tokensText(language, span);
  const about = [span['context'] ?? span['tool'], tokens]
    .filter((text) => text !== undefined && text !== '')
    .join(' · ');
  const ms = span.ms ?? Math.max(0, nowMs - span.start);
  const time = kind === 'moment' ? timeText(language, Math.max(0, span.start - range.from)) : timeText(language, ms);
  const bar = barOf(span, range, nowMs);
  const track = element('span', { className: 'wf-track', 'aria-hidden': 'true' });
  if (bar) track.append(barElement(kind, bar, span.ms === undefined));
  const first = firstSoundOf(turn);
  if (first !== undefined && first <= range.to) {
    const line = element('span', { className: 'wf-first' });
    line.style.left = `${((first - range.from) / (range.to - range.from)) * 100}%`;
    track.append(line);
  }
  const starts = timeText(language, Math.max(0, span.start - askedAt(turn)));
  const made = button(
    'wf-row',
    toggle,
    element(
      'span',
      { className: 'wf-name' },
      element('span', {}, named(language, 'stage', span.stage)),
      about !== '' && element('small', {}, about),
    ),
    track,
    element('span', { className: 'wf-time' }, time),
    element('span', { className: 'wf-unseen' }, `, ${words(language, 'startsAt', { time: starts })}`),
  );
  made.dataset['key'] = `row-${place}`;
  made.dataset['stage'] = span.stage;
  made.dataset['depth'] = String(depth);
  made.setAttribute('aria-expanded', String(isOpen));
  if (span.error !== undefined) made.classList.add('wf-bad');
  return element('li', {}, made, isOpen && rowDetails(options, row));
}

function rowDetails({ language, turn, details, choices, has, link }: TurnViewOptions, row: Row): HTMLElement {
  const { span, place, decisions } = row;
  const texts = span.stage === 'model' ? callParts(language, span, details?.calls[place]) : [];
  const box = element(
    'div',
    { className: 'wf-details' },
    span.error !== undefined && element('p', { className: 'wf-error' }, span.error),
    span['fast'] === true && element('p', {}, words(language, 'byRule')),
    ...decisionParts(language, decisions),
    ...texts,
    attributesOf(language, span),
  );
  for (const fold of box.querySelectorAll('details')) {
    const name = `${turn.id} ${place} ${fold.dataset['keep']}`;
    fold.open = choices.unfolded.has(name);
    // Before it unfolds: it may be drawn anew at once.
    fold.querySelector('summary')?.addEventListener('click', () => {
      if (fold.open) choices.unfolded.delete(name);
      else choices.unfolded.add(name);
    });
  }
  const { node } = span;
  if (node !== undefined && link)
    box.append(
      element(
        'p',
        {},
        element('a', { href: link(node), target: '_blank', rel: 'noopener' }, words(language, 'showNode')),
      ),
    );
  if (node !== undefined && has && !has(node))
    box.append(element('p', { className: 'wf-note' }, words(language, 'nodeGone')));
  return box;
}
