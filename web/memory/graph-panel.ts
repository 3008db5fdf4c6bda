import { html, nothing, type PropertyValues } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { icon } from '../parts/icons.js';
import type { GraphEdit, NodeView, TreeNode } from './api.js';
import './graph-line.js';
import { quietButton } from './buttons.js';
import { placesForm } from './graph-places.js';
import { editForm, fieldOf, MAX_LENGTHS, View } from './view.js';

/** What is being edited of the node. */
type Editing = 'name' | 'place' | undefined;

/** Lines that are shown at once. */
const MAX_LINES = 100;
const MAX_SUBJECTS = 500;

/** What one node of the graph holds. Tells `edited` (and which node to show then) and `node` (go to another one). */
export class GraphPanel extends View {
  static override properties = {
    ...View.properties,
    node: { attribute: false },
    nodes: { attribute: false },
    editing: { state: true },
    shown: { state: true },
  };
  declare node: NodeView | undefined;
  /** Where things can be moved to. */
  declare nodes: readonly TreeNode[];
  declare editing: Editing;
  declare shown: number;

  /** The node was opened: on a narrow screen the panel is below the picture. */
  arrived(): void {
    if (matchMedia('(max-width: 56.24rem)').matches) this.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('node') || changed.get('node')?.id === this.node?.id) return;
    this.editing = undefined;
    this.shown = MAX_LINES;
  }

  protected override render() {
    const { node } = this;
    if (!node) return html`<aside class="panel card"><p class="empty">${this.t('chooseNode')}</p></aside>`;
    const root = node.parent === null;
    return html`<aside class="panel card" aria-labelledby="node-name" aria-busy=${this.busy}>
      ${this.#head(node, root)}
      ${node.lines.length === 0 ? html`<p class="empty">${this.t('noLines')}</p>` : nothing}
      <ul class="lines-of">
        ${repeat(
          node.lines.slice(0, this.shown),
          ({ id }) => id,
          (line) => html`<li>
            <memory-line
              .language=${this.language}
              .client=${this.client}
              .line=${line}
              .nodes=${this.nodes}
              @edited=${() => this.#edited(this.node?.id)}
            ></memory-line>
          </li>`,
        )}
      </ul>
      ${
        node.lines.length > this.shown
          ? html`<button
              class="button more"
              type="button"
              @click=${() => {
                this.shown += MAX_LINES;
              }}
            >
              ${this.t('more')}
            </button>`
          : nothing
      }
      ${this.#adding('add-line', this.t('newLine'))} ${this.#below(node)} ${this.#adding('add-node', this.t('newNode'))}
    </aside>`;
  }

  #head(node: NodeView, root: boolean) {
    const title = root ? this.t(node.branch) : node.name;
    const path = node.path.split(' › ').slice(1, -1);
    const { editing } = this;
    return html`<header class="panel-head">
      ${root ? nothing : html`<p class="path">${[this.t(node.branch), ...path].join(' › ')}</p>`}
      <h3 id="node-name">${title}</h3>
      ${
        editing === 'name'
          ? editForm({
              label: this.t('name'),
              ...this.standing(node.name),
              longest: MAX_LENGTHS.node,
              t: (key) => this.t(key),
              save: (name) => void this.#edit({ action: 'rename-node', id: node.id, previous: node.name, name }),
              cancel: this.#cancel,
            })
          : editing === 'place'
            ? placesForm({
                nodes: this.nodes,
                now: node.parent ?? 0,
                except: node.id,
                language: this.language,
                choose: (parent) =>
                  void this.#edit({ action: 'move-node', id: node.id, previous: node.parent ?? 0, parent }),
                cancel: this.#cancel,
              })
            : root
              ? nothing
              : html`<span class="actions">
                  ${quietButton({
                    picture: 'edit',
                    text: this.t('rename'),
                    label: this.t('renameOf', { name: node.name }),
                    press: () => this.#open('name', node),
                  })}
                  ${quietButton({
                    picture: 'move',
                    text: this.t('move'),
                    label: this.t('moveOf', { name: node.name }),
                    press: () => this.#open('place', node),
                  })}
                  ${quietButton({
                    picture: 'bin',
                    text: this.t('removeNode'),
                    label: this.t('removeNodeOf', { name: node.name }),
                    danger: true,
                    press: () => void this.#removeNode(node),
                  })}
                </span>`
      }
    </header>`;
  }

  #open(editing: Editing, { name }: NodeView): void {
    this.opening(name);
    this.editing = editing;
  }

  #adding(action: 'add-line' | 'add-node', label: string) {
    return html`<form
      class="adding-line"
      @submit=${async (event: Event) => {
        event.preventDefault();
        const form = event.target;
        const words = fieldOf(form, 'words');
        const id = this.node?.id;
        if (words === '' || id === undefined) return;
        const body: GraphEdit =
          action === 'add-line' ? { action, node: id, text: words } : { action, parent: id, name: words };
        if ((await this.#edit(body)) && form instanceof HTMLFormElement) form.reset();
      }}
    >
      <label class="field"
        ><span>${label}</span
        ><input name="words" autocomplete="off" maxlength=${action === 'add-line' ? MAX_LENGTHS.line : MAX_LENGTHS.node} required />
      </label>
      <button class="button" type="submit">${icon('plus')}${this.t('add')}</button>
    </form>`;
  }

  #below({ children }: NodeView) {
    if (children.length === 0) return nothing;
    return html`<h4>${this.t('subjects')}</h4>
      <ul class="topics">
        ${children.slice(0, MAX_SUBJECTS).map(
          ({ id, name }) => html`<li>
            <button
              class="chip"
              type="button"
              @click=${() => this.dispatchEvent(new CustomEvent('node', { detail: id }))}
            >
              ${name}
            </button>
          </li>`,
        )}
      </ul>`;
  }

  readonly #cancel = (): void => {
    this.editing = undefined;
  };

  async #edit(body: GraphEdit): Promise<boolean> {
    if (!(await this.change(() => this.client.post('graph/edit', body)))) return false;
    this.editing = undefined;
    this.emit('told', this.t('saved'));
    this.#edited(this.node?.id);
    return true;
  }

  async #removeNode({ id, name, parent, stamp: previous }: NodeView): Promise<void> {
    if (!(await this.confirm(this.t('askRemoveNode', { name }), this.t('canUndo'), this.t('remove')))) return;
    if (!(await this.change(() => this.client.post('graph/edit', { action: 'remove-node', id, previous })))) return;
    this.emit('told', this.t('saved'));
    this.#edited(parent ?? undefined);
  }

  #edited(show: number | undefined): void {
    this.dispatchEvent(new CustomEvent('edited', { detail: show }));
  }
}

customElements.define('memory-panel', GraphPanel);
