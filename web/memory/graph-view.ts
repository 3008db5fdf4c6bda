import { html, nothing } from 'lit';
import type { NodeView, TreeNode } from './api.js';
import './graph-panel.js';
import type { GraphPanel } from './graph-panel.js';
import './graph-picture.js';
import type { GraphPicture } from './graph-picture.js';
import { openAtFirst } from './layout.js';
import { View } from './view.js';

/** Nodes that one opening loads. */
const PAGE = 500;

/** Whether some of a node's children aren't fetched yet. */
function isPartly(nodes: readonly TreeNode[], id: number): boolean {
  const children = nodes.find((node) => node.id === id)?.children ?? Number.POSITIVE_INFINITY;
  return nodes.filter(({ parent }) => parent === id).length < children;
}

/** The knowledge graph: its picture, and beside it what the chosen node holds. */
export class GraphView extends View {
  static override properties = {
    ...View.properties,
    nodes: { state: true },
    open: { state: true },
    chosen: { state: true },
  };
  declare nodes: readonly TreeNode[] | undefined;
  declare open: ReadonlySet<number>;
  declare chosen: NodeView | undefined;
  #store = '';

  constructor() {
    super();
    this.open = new Set();
  }

  protected override load(): void {
    if (this.nodes && this.#store === this.client.store) {
      // Asked once more: it stays open where it was, with what is being written.
      this.#reload(this.chosen?.id);
      return;
    }
    this.#store = this.client.store;
    this.nodes = undefined;
    this.chosen = undefined;
    void this.attempt(async () => {
      const { nodes } = await this.client.get('graph');
      this.open = openAtFirst(nodes);
      this.nodes = nodes;
    });
  }

  protected override render() {
    const { nodes, chosen } = this;
    if (!nodes) return html`<h2 class="unseen">${this.t('graph')}</h2>${this.busy ? this.loading() : nothing}`;
    return html`<h2 class="unseen">${this.t('graph')}</h2>
      <div class="graph">
        <memory-picture
          .language=${this.language}
          .client=${this.client}
          .nodes=${nodes}
          .open=${this.open}
          .chosen=${chosen?.id}
          @node=${({ detail }: CustomEvent<number>) => this.#choose(detail)}
          @toggle=${({ detail }: CustomEvent<number>) => this.#toggle(detail)}
        ></memory-picture>
        <memory-panel
          .language=${this.language}
          .client=${this.client}
          .node=${chosen}
          .nodes=${nodes}
          @node=${({ detail }: CustomEvent<number>) => this.#choose(detail)}
          @edited=${({ detail }: CustomEvent<number | undefined>) => this.#reload(detail)}
        ></memory-panel>
      </div>`;
  }

  #choose(id: number): void {
    void this.attempt(async () => {
      const node = await this.client.get('graph/node', { id });
      this.chosen = node;
      if (node.children.length > 0 && !this.open.has(id)) await this.#unfold(id);
      await this.updateComplete;
      void this.querySelector<GraphPicture>('memory-picture')?.reveal(id);
      this.querySelector<GraphPanel>('memory-panel')?.arrived();
    });
  }

  #toggle(id: number): void {
    if (!this.open.has(id)) {
      void this.attempt(() => this.#unfold(id));
      return;
    }
    const open = new Set(this.open);
    open.delete(id);
    this.open = open;
  }

  /** Shows a node's children, and fetches those that aren't there yet. */
  async #unfold(id: number): Promise<void> {
    const known = this.nodes ?? [];
    if (isPartly(known, id)) {
      const { nodes } = await this.client.get('graph', { under: id, limit: PAGE });
      const there = new Set(known.map((node) => node.id));
      this.nodes = [...known, ...nodes.filter((node) => !there.has(node.id))];
    }
    this.open = new Set([...this.open, id]);
  }

  /** After an edit: the picture as it is now, with the same parts open. */
  #reload(show: number | undefined): void {
    // What was added below it is to be seen.
    if (show !== undefined) this.open = new Set([...this.open, show]);
    void this.attempt(async () => {
      const { nodes } = await this.client.get('graph');
      const loaded = new Map(nodes.map((node) => [node.id, node]));
      for (const id of this.open) {
        if (loaded.has(id) && !isPartly(nodes, id)) continue;
        const under = await this.client.get('graph', { under: id, limit: PAGE }).catch(() => ({ nodes: [] }));
        for (const node of under.nodes) loaded.set(node.id, node);
      }
      this.nodes = [...loaded.values()];
      if (show === undefined || !loaded.has(show)) this.chosen = undefined;
      else this.chosen = await this.client.get('graph/node', { id: show });
      await this.updateComplete;
      if (show !== undefined) void this.querySelector<GraphPicture>('memory-picture')?.reveal(show);
    });
  }
}

customElements.define('memory-graph', GraphView);
