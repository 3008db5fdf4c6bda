import { html, nothing } from 'lit';
import type { GraphEdit, NodeView, TreeNode } from './api.js';
import { quietButton, turnLinks } from './buttons.js';
import { momentText } from './format.js';
import { placesForm } from './graph-places.js';
import { editForm, MAX_LENGTHS, shortly, View } from './view.js';

/** One line of a node: its words, where it came from, and what can be done with it. Tells `edited`. */
export class GraphLine extends View {
  static override properties = {
    ...View.properties,
    line: { attribute: false },
    nodes: { attribute: false },
    editing: { state: true },
  };
  declare line: NodeView['lines'][number];
  /** Where it can be moved to. */
  declare nodes: readonly TreeNode[];
  declare editing: 'text' | 'place' | undefined;

  protected override render() {
    const { line } = this;
    const name = shortly(line.text);
    const { editing } = this;
    if (editing === 'text') {
      return editForm({
        label: this.t('text'),
        ...this.standing(line.text),
        longest: MAX_LENGTHS.line,
        t: (key) => this.t(key),
        save: (text) => void this.#edit({ action: 'edit-line', id: line.id, previous: line.text, text }),
        cancel: this.#cancel,
      });
    }
    return html`<p class="said">${line.text}</p>
      <p class="why">
        <time>${momentText(this.language, line.at)}</time> · ${this.t(line.origin)}${
          line.times > 1 ? ` · ${this.t('times', { count: line.times })}` : nothing
        }
      </p>
      ${line.turns.length > 0 ? turnLinks(line.turns, (n) => this.t('sourceTurn', { n }), this.t('sourceTurns')) : nothing}
      ${
        editing === 'place'
          ? placesForm({
              nodes: this.nodes,
              now: line.node,
              language: this.language,
              choose: (node) => void this.#edit({ action: 'move-line', id: line.id, previous: line.node, node }),
              cancel: this.#cancel,
            })
          : html`<span class="actions">
              ${quietButton({
                picture: 'edit',
                text: this.t('edit'),
                label: this.t('editOf', { name }),
                press: () => this.#open('text'),
              })}
              ${quietButton({
                picture: 'move',
                text: this.t('move'),
                label: this.t('moveOf', { name }),
                press: () => this.#open('place'),
              })}
              ${quietButton({
                picture: 'bin',
                text: this.t('remove'),
                label: this.t('removeOf', { name }),
                danger: true,
                press: () => void this.#edit({ action: 'remove-line', id: line.id, previous: line.text }),
              })}
            </span>`
      }`;
  }

  #open(editing: 'text' | 'place'): void {
    this.opening(this.line.text);
    this.editing = editing;
  }

  readonly #cancel = (): void => {
    this.editing = undefined;
  };

  async #edit(body: GraphEdit): Promise<void> {
    if (!(await this.change(() => this.client.post('graph/edit', body)))) return;
    this.editing = undefined;
    this.emit('told', this.t('saved'));
    this.dispatchEvent(new CustomEvent('edited'));
  }
}

customElements.define('memory-line', GraphLine);
