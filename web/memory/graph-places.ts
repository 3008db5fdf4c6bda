import { html, type TemplateResult } from 'lit';
import type { Language } from '../strings.js';
import type { TreeNode } from './api.js';
import { memoryText } from './strings.js';
import { fieldOf } from './view.js';

/** A form in which somebody chooses the node that something moves to. */
export function placesForm({
  nodes,
  now,
  except,
  language,
  choose,
  cancel,
}: {
  nodes: readonly TreeNode[];
  /** Where it is. */
  now: number;
  /** A node that moves itself: it can't move into its own subtree. */
  except?: number;
  language: Language;
  choose(id: number): void;
  cancel(): void;
}): TemplateResult {
  const t = (key: 'moveTo' | 'move' | 'cancel' | TreeNode['branch']) => memoryText(language, key);
  return html`<form
    class="edit"
    @submit=${(event: Event) => {
      event.preventDefault();
      choose(Number(fieldOf(event.target, 'place')));
    }}
    @keydown=${(event: KeyboardEvent) => {
      if (event.key === 'Escape') cancel();
    }}
  >
    <label class="field"
      ><span>${t('moveTo')}</span>
      <select name="place">
        ${placesOf(nodes, except).map(
          ({ node, depth }) => html`<option value=${node.id} .selected=${node.id === now}>
            ${'\u2003'.repeat(depth)}${node.parent === null ? t(node.branch) : node.name}
          </option>`,
        )}
      </select>
    </label>
    <div class="actions">
      <button class="button primary" type="submit">${t('move')}</button>
      <button class="button" type="button" @click=${cancel}>${t('cancel')}</button>
    </div>
  </form>`;
}

/** The nodes in the order of the tree, with their depth; without `except` and its subtree. */
function placesOf(nodes: readonly TreeNode[], except?: number): { node: TreeNode; depth: number }[] {
  const under = new Map<number | null, TreeNode[]>();
  for (const node of nodes) under.set(node.parent, [...(under.get(node.parent) ?? []), node]);
  const places: { node: TreeNode; depth: number }[] = [];
  const walk = (parent: number | null, depth: number) => {
    for (const node of under.get(parent) ?? []) {
      if (node.id === except) continue;
      places.push({ node, depth });
      walk(node.id, depth + 1);
    }
  };
  walk(null, 0);
  return places;
}
