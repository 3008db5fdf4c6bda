import type { ShownDetails, ShownTrace } from '../../lib/turn/trace-types.js';
import { button, element } from './dom.js';
import { type AskRoute, follow, RouteError } from './follow.js';
import type { Language } from './languages.js';
import { endOf } from './model.js';
import { words } from './strings.js';
import { type Choices, type NodeShower, turnBody, turnHead } from './turn-view.js';

export interface TurnsOptions extends NodeShower {
  language: Language;
  ask: AskRoute;
}

/** The last turns, each with its waterfall, live. */
export interface TurnsView {
  readonly root: HTMLElement;
  /** Begins to ask for turns; twice does nothing. */
  start(): void;
  /** Asks no more, e.g. while nobody sees it. */
  stop(): void;
  speak(language: Language): void;
}

/** How often the bars of a running turn grow, in milliseconds. */
const GROW_MS = 200;

/** Makes the view; it asks for nothing until `start`. */
export function turnsView(options: TurnsOptions): TurnsView {
  let { language } = options;
  let turns: readonly ShownTrace[] | undefined;
  let cameAt = 0;
  /** The turn that is open; the newest one, unless somebody has chosen another or reads on in this one. */
  let chosen: string | undefined;
  let following = true;
  let details: { id: string; of: ShownTrace; value: ShownDetails } | undefined;
  let asking: AbortController | undefined;
  let fetching = false;
  /** A button that is pressed must still be there when it is let go. */
  let isPressing = false;
  let isLate = false;
  let growing: ReturnType<typeof setInterval> | undefined;
  let choices: Choices = { wait: true, rows: new Set(), unfolded: new Set() };

  const problem = element('p', { className: 'wf-problem', role: 'status', hidden: '' });
  const list = element('ol', { className: 'wf-turns' });
  const empty = element('p', { className: 'wf-empty' });
  const root = element('div', { className: 'wf' }, problem, empty, list);

  const nowOf = (turn: ShownTrace) => (turn.running ? turn.running.ms + performance.now() - cameAt : endOf(turn));

  function choose(id: string): void {
    const isOpen = id === chosen;
    chosen = isOpen ? undefined : id;
    following = !isOpen && id === turns?.[0]?.id;
    choices = { ...choices, rows: new Set() };
    draw();
    void fetchDetails();
  }

  function turnElement(turn: ShownTrace): HTMLElement {
    const isOpen = turn.id === chosen;
    const head = button('wf-turn', () => choose(turn.id), ...turnHead(language, turn, nowOf(turn)));
    head.dataset['key'] = 'head';
    head.setAttribute('aria-expanded', String(isOpen));
    const value = details?.id === turn.id ? details.value : undefined;
    const body =
      isOpen &&
      turnBody({
        ...options,
        language,
        turn,
        details: value,
        nowMs: nowOf(turn),
        choices,
        changed: () => draw(turn.id),
      });
    return element('li', { 'data-turn': turn.id }, head, body);
  }

  /** Draws one turn, or all of them; the keyboard stays where it was. */
  function draw(only?: string): void {
    isLate = isPressing;
    if (isPressing) return;
    empty.hidden = turns !== undefined && turns.length > 0;
    empty.textContent = words(language, turns ? 'empty' : 'loading');
    const active = root.contains(document.activeElement) ? document.activeElement : null;
    const at = active instanceof HTMLElement ? { key: active.dataset['key'], turn: turnOf(active) } : undefined;
    const known = new Map(
      [...list.children].map((child) => [child instanceof HTMLElement ? child.dataset['turn'] : '', child]),
    );
    const drawn = (turns ?? []).map((turn) => {
      const old = known.get(turn.id);
      return old && only !== undefined && only !== turn.id ? old : turnElement(turn);
    });
    list.replaceChildren(...drawn);
    if (at?.key === undefined || at.turn === undefined) return;
    const again = `[data-turn="${CSS.escape(at.turn)}"] [data-key="${CSS.escape(at.key)}"]`;
    list.querySelector<HTMLElement>(again)?.focus({ preventScroll: true });
  }

  /** What the open turn's stages decided: again after each change of it, one request at a time. */
  async function fetchDetails(): Promise<void> {
    const signal = asking?.signal;
    const turn = turns?.find(({ id }) => id === chosen);
    if (fetching || !signal || !turn || details?.of === turn) return;
    fetching = true;
    try {
      // The type of our own server's route.
      const value = (await options.ask(`trace/${encodeURIComponent(turn.id)}`, signal)) as ShownDetails;
      details = { id: turn.id, of: turn, value };
      if (turn.id === chosen) draw(turn.id);
    } catch (thrown) {
      if (!signal.aborted) tell(thrown);
      return;
    } finally {
      fetching = false;
    }
    void fetchDetails();
  }

  function tell(thrown: unknown): void {
    const refused = thrown instanceof RouteError && (thrown.status === 401 || thrown.status === 403);
    problem.textContent = words(language, refused ? 'forbidden' : 'offline');
    problem.hidden = false;
  }

  function show(newest: readonly ShownTrace[]): void {
    const changed = newest.filter((turn) => !turns?.includes(turn));
    const gone = turns?.some(({ id }) => !newest.some((turn) => turn.id === id)) ?? true;
    const before = chosen;
    turns = newest;
    cameAt = performance.now();
    problem.hidden = true;
    const isThere = newest.some(({ id }) => id === chosen);
    const isRead = isThere && choices.rows.size > 0;
    if (following ? !isRead : !isThere) chosen = following ? newest[0]?.id : undefined;
    if (chosen !== before) choices = { ...choices, rows: new Set() };
    const one = !gone && chosen === before && changed.length === 1 ? changed[0]?.id : undefined;
    draw(one);
    const live = newest.some(({ running }) => running);
    if (live) growing ??= setInterval(grow, GROW_MS);
    else stopGrowing();
    void fetchDetails();
  }

  function grow(): void {
    for (const turn of turns ?? []) if (turn.running) draw(turn.id);
  }

  function stopGrowing(): void {
    clearInterval(growing);
    growing = undefined;
  }

  root.addEventListener('pointerdown', () => {
    isPressing = true;
  });
  const released = () => {
    if (!isPressing) return;
    isPressing = false;
    // After the click that this ends.
    setTimeout(() => isLate && draw());
  };

  draw();
  return {
    root,
    start() {
      if (asking) return;
      asking = new AbortController();
      const { signal } = asking;
      for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, released, { signal });
      void follow({ ask: options.ask, show, problem: tell }, signal);
    },
    stop() {
      asking?.abort();
      asking = undefined;
      stopGrowing();
    },
    speak(spoken) {
      if (spoken === language) return;
      language = spoken;
      draw();
    },
  };
}

function turnOf(inside: HTMLElement): string | undefined {
  return inside.closest<HTMLElement>('[data-turn]')?.dataset['turn'];
}
