import type { NodeAPI } from 'node-red';

/** What is read of a node as it stands in the flows. */
interface Placed {
  id: string;
  type: string;
  /** Disabled. */
  d?: boolean;
  wires?: string[][];
  /** Of link nodes. */
  links?: string[];
  mode?: string;
}

/**
 * Whether wires and links lead from some of a flow's nodes to a node of ours, which may answer. True where nobody can tell: into and
 * out of subflows and link calls.
 * @param type what the type of the node begins with
 */
export function reachesOurs(RED: NodeAPI, wires: readonly (readonly string[])[], type = 'jarvis-'): boolean {
  const nodes = new Map<string, Placed>();
  RED.nodes.eachNode((node) => void nodes.set(node.id, node as unknown as Placed));
  const seen = new Set<string>();
  const next = wires.flat();
  for (let id = next.pop(); id !== undefined; id = next.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const node = nodes.get(id);
    if (!node || node.type.startsWith(type) || node.type.startsWith('subflow') || node.type === 'link call')
      return true;
    if (node.mode === 'return') return true;
    if (!node.d) next.push(...(node.wires ?? []).flat(), ...(node.type === 'link out' ? (node.links ?? []) : []));
  }
  return false;
}
