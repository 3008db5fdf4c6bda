import { dropProfiles } from '../hot-cache.js';
import type { Memory } from '../memory.js';

/** Hands a result on; where it changed what every prompt holds, all rooms read their profile anew. */
export async function withProfiles<T extends object>(change: Promise<T>): Promise<T> {
  const done = await change;
  const changed = 'changed' in done && Array.isArray(done.changed) ? done.changed : [];
  if (changed.length > 0) dropProfiles();
  return done;
}

/**
 * What a person does to the graph. Everyone who changes it goes through here or through `learn`, so that no room keeps
 * the profile of before. Each rejects with JarvisError store-failed.
 */
export function graphEditor({ graph, history }: Memory) {
  return {
    addNode: (node: { parent: number; name: string }) => withProfiles(graph.addNode(node)),
    renameNode: (id: number, name: string) => withProfiles(graph.renameNode(id, name)),
    moveNode: (id: number, parent: number) => withProfiles(graph.moveNode(id, parent)),
    removeNode: (id: number) => withProfiles(graph.removeNode(id)),
    addLines: (added: Parameters<typeof graph.addLines>[0]) => withProfiles(graph.addLines(added)),
    editLine: (id: number, text: string) => withProfiles(graph.editLine(id, text)),
    moveLine: (id: number, node: number) => withProfiles(graph.moveLine(id, node)),
    removeLine: (id: number) => withProfiles(graph.removeLine(id)),
    undo: (change: number, force = false) => withProfiles(history.undo(change, force)),
  } as const;
}
