import { html, nothing, type PropertyValues, type SVGTemplateResult, svg } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { icon } from '../parts/icons.js';
import type { TreeNode } from './api.js';
import { boundsOf, layOut, neighbour, type Picture, type Placed, SIZES } from './layout.js';
import { fitted, inView, moved, type Point, type Sight, ZOOM, zoomed } from './sight.js';
import { View } from './view.js';

/** Pixels that a finger may slip without its being a drag. */
const SLIP = 5;
const ZOOM_STEP = 1.3;
/** At first words are large enough to be read, even where not all of the picture is seen then. */
const READABLE = 0.8;
/** Pixels; a narrower picture grows to one side only. */
const NARROW = 640;

/** The graph as a mind map to move about in. Tells `node` (open it) and `toggle` (show or hide what is below). */
export class GraphPicture extends View {
  static override properties = {
    ...View.properties,
    nodes: { attribute: false },
    open: { attribute: false },
    chosen: { attribute: false },
    sight: { state: true },
    narrow: { state: true },
  };
  declare nodes: readonly TreeNode[];
  declare open: ReadonlySet<number>;
  declare chosen: number | undefined;
  /** What part of the picture is seen; undefined until it was drawn once. */
  declare sight: Sight | undefined;
  declare narrow: boolean;

  #picture: Picture = layOut([], new Set());
  #size = { width: 900, height: 600 };
  readonly #fingers = new Map<number, Point>();
  #dragged = false;
  #observer: ResizeObserver | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#observer ??= new ResizeObserver(() => this.#measure());
    this.#observer.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#observer?.disconnect();
    this.#observer = undefined;
  }

  override willUpdate(changed: PropertyValues<this>): void {
    const shape = changed.has('nodes') || changed.has('open') || changed.has('narrow') || changed.has('language');
    if (!shape) return;
    const before = this.#picture.placed.find(({ node }) => node.id === this.chosen);
    this.#picture = layOut(this.nodes, this.open, {
      sides: this.narrow ? 1 : 2,
      names: { USER: this.t('USER'), DIRECTIVES: this.t('DIRECTIVES'), WORLD: this.t('WORLD') },
    });
    const after = this.#picture.placed.find(({ node }) => node.id === this.chosen);
    // What was opened stays under the finger.
    if (this.sight && before && after && before.side === after.side) {
      this.sight = moved(this.sight, (before.x - after.x) * this.sight.k, (before.y - after.y) * this.sight.k);
    }
  }

  protected override render() {
    const { placed, links, left } = this.#picture;
    const { x, y, k } = this.sight ?? fitted(this.#picture.bounds, this.#size, READABLE);
    const focusable = this.chosen ?? placed.find(({ node }) => node.parent === null)?.node.id;
    return html`
      <svg
        class="picture"
        role="group"
        aria-label=${this.t('graphLabel')}
        tabindex="-1"
        @pointerdown=${this.#down}
        @pointermove=${this.#slide}
        @pointerup=${this.#up}
        @pointercancel=${this.#up}
        @wheel=${this.#wheel}
        @keydown=${this.#key}
      >
        <g transform="translate(${x} ${y}) scale(${k})">
          ${repeat(
            links,
            ({ id }) => id,
            ({ branch, path }) => svg`<path class="twig" data-branch=${branch} d=${path} />`,
          )}
          <circle class="hub" r=${SIZES.hub} />
          <text class="hub-name" text-anchor="middle" dy="0.35em">${this.t('hub')}</text>
          ${repeat(
            placed,
            ({ node }) => node.id,
            (one) => this.#node(one, one.node.id === focusable),
          )}
        </g>
      </svg>
      <div class="picture-foot">
      <p class="picture-hint">${this.t('graphHint')}${left > 0 ? html` <b>${this.t('notDrawn')}</b>` : nothing}</p>
      <div class="picture-tools">
        <button class="round" type="button" aria-label=${this.t('zoomIn')} title=${this.t('zoomIn')} @click=${() => this.#zoom(ZOOM_STEP)}>
          ${icon('plus')}
        </button>
        <button class="round" type="button" aria-label=${this.t('zoomOut')} title=${this.t('zoomOut')} @click=${() => this.#zoom(1 / ZOOM_STEP)}>
          ${icon('minus')}
        </button>
        <button class="round" type="button" aria-label=${this.t('fit')} title=${this.t('fit')} @click=${() => this.#fit()}>
          ${icon('fit')}
        </button>
      </div>
      </div>
    `;
  }

  #node({ node, label, x, y, width, side, open }: Placed, focusable: boolean): SVGTemplateResult {
    const { id, branch, lines, children, parent } = node;
    const [half, high] = [width / 2, SIZES.height];
    const chosen = id === this.chosen;
    // The count of its lines stands at the end; the knob that opens it, outside of that.
    const middle = lines > 0 ? -SIZES.badge / 2 + 3 : 0;
    return svg`<g class="twig-node" data-branch=${branch} ?data-root=${parent === null} ?data-chosen=${chosen} transform="translate(${x} ${y})">
      <g class="pill" role="button" tabindex=${focusable ? '0' : '-1'} data-node=${id}
        aria-label=${this.t('nodeLabel', { name: label, lines, children })}
        aria-pressed=${chosen ? 'true' : 'false'} aria-expanded=${children > 0 ? String(open) : nothing}
        @click=${() => this.#choose(id)}>
        <title>${parent === null ? label : node.name}</title>
        <rect x=${-half} y=${-high / 2} width=${width} height=${high} rx=${high / 2} />
        <text x=${middle} text-anchor="middle" dy="0.35em">${label}</text>
        ${
          lines > 0
            ? svg`<circle class="count-disc" cx=${half - high / 2} r="12" /><text class="count-text" x=${half - high / 2} text-anchor="middle" dy="0.35em">${lines > 99 ? '99+' : lines}</text>`
            : nothing
        }
      </g>
      ${
        children > 0
          ? svg`<g class="knob" aria-hidden="true" data-knob=${id} transform="translate(${side * (half + 12)} 0)" @click=${() => this.#toggle(id)}>
              <circle class="knob-reach" r="18" /><circle class="knob-disc" r="9" />
              <path d=${open ? 'M-4 0h8' : 'M-4 0h8M0 -4v8'} />
              ${open ? nothing : svg`<text class="knob-count" x=${side * 15} text-anchor=${side > 0 ? 'start' : 'end'} dy="0.35em">${children}</text>`}
            </g>`
          : nothing
      }
    </g>`;
  }

  /** Brings a node and its children into view. */
  async reveal(id: number): Promise<void> {
    await this.updateComplete;
    const { placed } = this.#picture;
    const shown = placed.filter(({ node }) => node.id === id || node.parent === id);
    const one = placed.find(({ node }) => node.id === id);
    if (one && this.sight) this.sight = inView(this.sight, boundsOf([one]), boundsOf(shown), this.#size);
  }

  #choose(id: number): void {
    if (this.#dragged) return;
    this.dispatchEvent(new CustomEvent('node', { detail: id }));
    void this.reveal(id);
  }

  #toggle(id: number): void {
    if (!this.#dragged) this.dispatchEvent(new CustomEvent('toggle', { detail: id }));
  }

  #measure(): void {
    const box = this.querySelector('svg')?.getBoundingClientRect();
    if (!box || box.width === 0) return;
    this.#size = { width: box.width, height: box.height };
    this.narrow = box.width < NARROW;
    if (!this.sight) void this.updateComplete.then(() => this.#fit(READABLE));
  }

  #fit(least: number = ZOOM.least): void {
    this.sight = fitted(this.#picture.bounds, this.#size, least);
  }

  #zoom(by: number, at: Point = { x: this.#size.width / 2, y: this.#size.height / 2 }): void {
    if (this.sight) this.sight = zoomed(this.sight, by, at);
  }

  #pointOf(event: MouseEvent): Point {
    const box = this.querySelector('svg')?.getBoundingClientRect();
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
  }

  readonly #down = (event: PointerEvent): void => {
    if (this.#fingers.size === 0) this.#dragged = false;
    this.#fingers.set(event.pointerId, this.#pointOf(event));
  };

  readonly #slide = (event: PointerEvent): void => {
    const before = this.#fingers.get(event.pointerId);
    if (!before || !this.sight) return;
    const now = this.#pointOf(event);
    if (!this.#dragged && Math.hypot(now.x - before.x, now.y - before.y) < SLIP) return;
    if (!this.#dragged && event.currentTarget instanceof Element)
      event.currentTarget.setPointerCapture(event.pointerId);
    this.#dragged = true;
    const other = [...this.#fingers].find(([finger]) => finger !== event.pointerId)?.[1];
    this.#fingers.set(event.pointerId, now);
    if (!other) {
      this.sight = moved(this.sight, now.x - before.x, now.y - before.y);
      return;
    }
    const apart = (point: Point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    const drift = { x: (now.x - before.x) / 2, y: (now.y - before.y) / 2 };
    this.sight = zoomed(moved(this.sight, drift.x, drift.y), apart(now) / apart(before), middle);
  };

  readonly #up = (event: PointerEvent): void => {
    this.#fingers.delete(event.pointerId);
  };

  readonly #wheel = (event: WheelEvent): void => {
    event.preventDefault();
    this.#zoom(1.0015 ** -event.deltaY, this.#pointOf(event));
  };

  readonly #key = (event: KeyboardEvent): void => {
    const { key } = event;
    const id = Number(event.target instanceof Element ? event.target.getAttribute('data-node') : Number.NaN);
    if (key === '+' || key === '=') this.#zoom(ZOOM_STEP);
    else if (key === '-') this.#zoom(1 / ZOOM_STEP);
    else if (key === '0') this.#fit();
    else if (key === 'Enter' || key === ' ') {
      this.#dragged = false;
      // Once more folds it: there is no way to the knob by keys.
      if (id === this.chosen) this.#toggle(id);
      else this.#choose(id);
    } else if (key === 'ArrowLeft' || key === 'ArrowRight' || key === 'ArrowUp' || key === 'ArrowDown') {
      const from = this.#picture.placed.find(({ node }) => node.id === id);
      const to = from && neighbour(this.#picture.placed, from, key);
      if (to) {
        this.querySelector<SVGElement>(`[data-node="${to.node.id}"]`)?.focus();
        void this.reveal(to.node.id);
      }
    } else return;
    event.preventDefault();
  };
}

customElements.define('memory-picture', GraphPicture);
