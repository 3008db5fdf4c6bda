import { z } from 'zod';
import { graphEditor } from '../../lib/memory/graph/editing.js';
import { dropProfiles } from '../../lib/memory/hot-cache.js';
import { type Forgotten, forget, forgetMatching, forgetSince } from '../../lib/memory/privacy.js';
import { LONGEST_ENTRY } from '../../lib/memory/tables/entry-correct.js';
import { FACT_LIMITS } from '../../lib/memory/tables/facts.js';
import type { Edited } from '../../lib/memory/tables/graph-edit.js';
import { LINE_LIMITS } from '../../lib/memory/tables/graph-rows.js';
import { RETENTION_KINDS } from '../../lib/memory/tables/retention.js';
import { JarvisError } from '../../lib/turn/errors.js';
import { erasing } from '../erasing.js';
import type { MemoryNode } from '../jarvis-memory/jarvis-memory.js';
import type { GraphEdit } from './answers.js';
import { cancelMaintenance, startMaintenance } from './upkeep.js';

const id = z.number().int();
/** What is erased can't come back, so the request has to say that it is meant. */
const confirm = z.literal('forget');
const line = z.string().max(4 * LINE_LIMITS.characters);
const name = z.string().max(4 * LINE_LIMITS.name);

const entryChange = z.object({
  id,
  previous: z.string().max(100_000),
  text: z.string().max(LONGEST_ENTRY),
  topics: z.array(z.string().max(100)).max(20).optional(),
});
const graphEdit: z.ZodType<GraphEdit> = z.discriminatedUnion('action', [
  z.object({ action: z.literal('add-node'), parent: id, name }),
  z.object({ action: z.literal('rename-node'), id, name }),
  z.object({ action: z.literal('move-node'), id, parent: id }),
  z.object({ action: z.literal('remove-node'), id }),
  z.object({ action: z.literal('add-line'), node: id, text: line }),
  z.object({ action: z.literal('edit-line'), id, previous: z.string().max(100_000), text: line }),
  z.object({ action: z.literal('move-line'), id, node: id }),
  z.object({ action: z.literal('remove-line'), id }),
]);
const factName = z.object({ category: z.string().max(200), key: z.string().max(200) });
/** `previous`: the fact's entry as it was read, where one is corrected; a new one has none. */
const factPut = factName.extend({
  value: z.string().max(4 * FACT_LIMITS.value),
  previous: z.object({ id, text: z.string().max(100_000) }).optional(),
});
const retention = z.partialRecord(z.enum(RETENTION_KINDS), z.number().int().min(0).max(36_500));
const forgetWhat = z.union([
  z.object({ since: z.number().int(), confirm }),
  z.object({ matching: z.string().max(200), confirm }),
]);

/** Somebody else was faster: what was read is no longer what there is. */
export class ChangedMeanwhile extends JarvisError {
  constructor() {
    super('bad-input', 'It has changed or gone meanwhile. Load the page anew.');
  }
}

type Changes = (body: unknown, node: MemoryNode) => unknown;

/** What a person changes on the page, by path. */
export const changing: Readonly<Record<string, Changes>> = {
  async 'entries/change'(body, { memory, care }) {
    const changed = await memory.entries.correct(entryChange.parse(body));
    if (changed === null) throw new ChangedMeanwhile();
    care.written();
    return { ok: true, id: changed };
  },
  async 'entries/forget'(body, node) {
    const { ids } = z.object({ ids: z.array(id).min(1).max(200), confirm }).parse(body);
    return await forgotten(forget({ ids }, erasing(node)));
  },
  /** Everything since a moment, or all that holds a phrase. */
  async forget(body, node) {
    const what = forgetWhat.parse(body);
    const run = erasing(node);
    return await forgotten('since' in what ? forgetSince(what.since, run) : forgetMatching(what.matching, run));
  },

  async 'graph/edit'(body, { memory, care }) {
    const asked = graphEdit.parse(body);
    if (asked.action === 'edit-line') {
      const [now] = await memory.graph.lines([asked.id]);
      if (now?.text !== asked.previous) throw new ChangedMeanwhile();
    }
    const done = told(await edit(graphEditor(memory), asked));
    care.written();
    return done;
  },

  async 'facts/put'(body, { memory, care }) {
    const { previous, ...fact } = factPut.parse(body);
    if (previous) {
      const [now] = await memory.entries.get([previous.id]);
      if (now?.text !== previous.text) throw new ChangedMeanwhile();
    }
    const done = await memory.facts.put({ ...fact, at: Date.now(), source: 'page' }, 'corrected');
    if (done === 'invalid') throw new JarvisError('bad-input', 'A fact needs a category, a name and a value in words.');
    care.written();
    return { ok: true, done };
  },
  async 'facts/forget'(body, { memory }) {
    const { category, key } = factName.parse(body);
    if (!(await memory.facts.forget(category, key))) throw new ChangedMeanwhile();
    return { ok: true };
  },

  /** Days for some kinds; 0 is for ever. What is older is erased when the memory is tidied next. */
  async retention(body, { memory }) {
    await memory.privacy.setRetention(retention.parse(body));
    return { ok: true };
  },
  async rooms(body, { memory }) {
    const { site, remember } = z.object({ site: z.string().min(1).max(200), remember: z.boolean() }).parse(body);
    await memory.privacy.setRemembers(site, remember);
    return { ok: true };
  },

  'maintenance/start'(body, node) {
    startMaintenance(node, z.object({ task: z.string().max(40) }).parse(body).task);
    return { ok: true };
  },
  'maintenance/cancel'(_, node) {
    cancelMaintenance(node);
    return { ok: true };
  },

  async 'history/undo'(body, { memory }) {
    const { id: change, force } = z.object({ id, force: z.boolean().default(false) }).parse(body);
    const done = await graphEditor(memory).undo(change, force);
    // Not a failure: the page asks whether what came later may be lost.
    if (done.undone || done.reason === 'changed-since') return done;
    throw new JarvisError(
      'bad-input',
      done.reason === 'unknown'
        ? 'This change is no longer in the history.'
        : 'It can not be taken back: what it stood in is gone. Bring that back first.',
    );
  },
};

function edit(editor: ReturnType<typeof graphEditor>, asked: GraphEdit): Promise<Edited> {
  switch (asked.action) {
    case 'add-node':
      return editor.addNode(asked);
    case 'rename-node':
      return editor.renameNode(asked.id, asked.name);
    case 'move-node':
      return editor.moveNode(asked.id, asked.parent);
    case 'remove-node':
      return editor.removeNode(asked.id);
    case 'add-line':
      return addLine(editor, asked.node, asked.text);
    case 'edit-line':
      return editor.editLine(asked.id, asked.text);
    case 'move-line':
      return editor.moveLine(asked.id, asked.node);
    case 'remove-line':
      return editor.removeLine(asked.id);
  }
}

/** A line that a person writes on the page: nothing that is read out of conversations changes it. */
async function addLine(editor: ReturnType<typeof graphEditor>, node: number, text: string): Promise<Edited> {
  if (text.trim() === '') return { changed: [], refused: 'empty' };
  const line = { text, at: Date.now(), origin: 'corrected' as const };
  const { ids, ...done } = await editor.addLines({ node, lines: [line], why: 'added' });
  const [added] = ids;
  if (added !== undefined) return { ...done, id: added };
  return { ...done, refused: done.refused ?? 'duplicate' };
}

const REFUSALS: Record<NonNullable<Edited['refused']>, string> = {
  unknown: 'It has gone meanwhile. Load the page anew.',
  empty: 'There are no words in it. Write something, or remove it.',
  root: 'The three main nodes stay where they are and keep their names.',
  circle: 'A node can not hang under itself. Choose another place.',
  duplicate: 'It is there already.',
};

function told(edited: Edited): { ok: true; id?: number } {
  if (edited.refused) throw new JarvisError('bad-input', REFUSALS[edited.refused]);
  return edited.id === undefined ? { ok: true } : { ok: true, id: edited.id };
}

async function forgotten(work: Promise<Forgotten>): Promise<Forgotten & { ok: true }> {
  try {
    return { ok: true, ...(await work) };
  } finally {
    dropProfiles();
  }
}
