import { z } from 'zod';
import type { Memory } from '../../lib/memory/memory.js';
import { type Forgotten, forget, forgetMatching, forgetSince } from '../../lib/memory/privacy.js';
import { restore } from '../../lib/memory/restoring.js';
import { MAX_ENTRY } from '../../lib/memory/tables/entry-correct.js';
import { FACT_LIMITS } from '../../lib/memory/tables/facts.js';
import type { Edited } from '../../lib/memory/tables/graph-edit.js';
import { LINE_LIMITS } from '../../lib/memory/tables/graph-rows.js';
import { RETENTION_KINDS } from '../../lib/memory/tables/retention.js';
import { eraseForGood, takeBack } from '../../lib/memory/take-back.js';
import { clock } from '../../lib/turn/clock.js';
import type { MemoryNode } from '../jarvis-memory/jarvis-memory.js';
import type { FactPut, GraphEdit } from './answers.js';
import { cancelMaintenance, startMaintenance } from './maintenance.js';
import { changedMeanwhile, Refused, refusing } from './problems.js';

const id = z.number().int();
/** What is erased can't come back, so the request has to say that it is meant. */
const confirm = z.literal('forget');
/** A text as it was read, to be told from what is there now. */
const shown = z.string().max(100_000);
const line = z.string().max(4 * LINE_LIMITS.characters);
const name = z.string().max(4 * LINE_LIMITS.name);

const entryChange = z.object({
  id,
  previous: shown,
  text: z.string().max(MAX_ENTRY),
  topics: z.array(z.string().max(100)).max(20).optional(),
});
const graphEdit: z.ZodType<GraphEdit> = z.discriminatedUnion('action', [
  z.object({ action: z.literal('add-node'), parent: id, name }),
  z.object({ action: z.literal('rename-node'), id, previous: shown, name }),
  z.object({ action: z.literal('move-node'), id, previous: id, parent: id }),
  z.object({ action: z.literal('remove-node'), id, previous: shown }),
  z.object({ action: z.literal('add-line'), node: id, text: line }),
  z.object({ action: z.literal('edit-line'), id, previous: shown, text: line }),
  z.object({ action: z.literal('move-line'), id, previous: id, node: id }),
  z.object({ action: z.literal('remove-line'), id, previous: shown }),
]);
const factName = z.object({ category: z.string().max(200), key: z.string().max(200) });
/** An entry as it was read. */
const readEntry = z.object({ id, text: shown });
/** `previous`: the fact's entry, where one is corrected; a new one has none. */
const factPut = factName.extend({ value: z.string().max(4 * FACT_LIMITS.value), previous: readEntry.optional() });
const factForget = factName.extend({ previous: readEntry });
const days = z.partialRecord(z.enum(RETENTION_KINDS), z.number().int().min(0).max(36_500));
/** `previous`: how long each kind was kept when that was read. */
const retention = z.object({ previous: days, days });
const forgetWhat = z.union([
  z.object({ since: z.number().int(), confirm }),
  z.object({ matching: z.string().max(200), confirm }),
]);

type Changes = (body: unknown, node: MemoryNode) => unknown;

/** What a person changes on the page, by path. */
export const changing: Readonly<Record<string, Changes>> = {
  async 'entries/change'(body, { memory, care }) {
    const changed = await memory.entries.correct(entryChange.parse(body));
    if (changed === null) throw changedMeanwhile();
    care.written();
    return { ok: true, id: changed };
  },
  async 'entries/forget'(body, node) {
    const meant = z.object({ id, previous: shown, confirm }).parse(body);
    await checkEntry(node.memory, { id: meant.id, text: meant.previous });
    return await forgotten(forget({ ids: [meant.id] }, { memory: node.memory }));
  },
  /** Everything since a moment, or all that holds a phrase. */
  async forget(body, { memory }) {
    const what = forgetWhat.parse(body);
    return await forgotten(
      'since' in what
        ? forgetSince(what.since, { memory })
        : refusing('short-phrase', forgetMatching(what.matching, { memory })),
    );
  },

  async 'graph/edit'(body, { memory, care }) {
    const asked = graphEdit.parse(body);
    if ('previous' in asked && (await nowOf(asked, memory)) !== asked.previous) throw changedMeanwhile();
    const done = told(await edit(memory, asked));
    care.written();
    return done;
  },

  async 'facts/put'(body, { memory, care }): Promise<FactPut> {
    const { previous, ...fact } = factPut.parse(body);
    if (previous) await checkEntry(memory, previous);
    else {
      const known = await memory.facts.entry(fact.category, fact.key);
      // Not a failure: the page asks whether it may be replaced.
      if (known) return { done: 'known', entry: known };
    }
    const done = await memory.facts.put({ ...fact, at: clock.now(), source: 'page' }, 'corrected');
    if (done === 'invalid') {
      throw new Refused('incomplete-fact', 'A fact needs a category, a name and a value in words.');
    }
    care.written();
    return { done };
  },
  async 'facts/forget'(body, { memory }) {
    const { category, key, previous } = factForget.parse(body);
    await checkEntry(memory, previous);
    if (!(await memory.facts.forget(category, key))) throw changedMeanwhile();
    return { ok: true };
  },

  /** Days for some kinds; 0 is for ever. What is older is erased when the memory is tidied next. */
  async retention(body, { memory }) {
    const asked = retention.parse(body);
    const now = await memory.privacy.retention();
    // Only of the kinds that are meant: another one may have changed meanwhile.
    const meant = RETENTION_KINDS.filter((kind) => asked.days[kind] !== undefined);
    if (meant.some((kind) => asked.previous[kind] !== now[kind])) throw changedMeanwhile();
    await memory.privacy.setRetention(asked.days);
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

  /** What was forgotten by voice is taken back, or erased at once. */
  async 'forgotten/take-back'(body, { memory, care }) {
    if (!(await takeBack(memory, z.object({ id }).parse(body)))) throw noLonger();
    care.written();
    return { ok: true };
  },
  async 'forgotten/erase'(body, { memory }) {
    if (!(await eraseForGood(memory, z.object({ id, confirm }).parse(body)))) throw noLonger();
    return { ok: true };
  },

  /** A backup in the place of a damaged store. */
  async restore(body, { memory }) {
    z.object({ confirm: z.literal('restore') }).parse(body);
    return { ok: true, at: await restore(memory) };
  },

  async 'history/undo'(body, { memory }) {
    const { id: change, force } = z.object({ id, force: z.boolean().default(false) }).parse(body);
    const done = await memory.history.undo(change, force);
    // Not a failure: the page asks whether what came later may be lost.
    if (done.undone || done.reason === 'changed-since') return done;
    if (done.reason === 'unknown') throw noLonger();
    throw new Refused('undo-nowhere', 'It can not be taken back: what it stood in is gone. Bring that back first.');
  },
};

const noLonger = () => new Refused('undo-unknown', 'This change is no longer in the history.');

/** What there is now of what an edit quotes as `previous`. */
async function nowOf(asked: Extract<GraphEdit, { previous: unknown }>, { graph }: Memory): Promise<unknown> {
  switch (asked.action) {
    case 'rename-node':
      return (await graph.node(asked.id))?.name;
    case 'move-node':
      return (await graph.node(asked.id))?.parent;
    case 'remove-node':
      return (await graph.node(asked.id))?.stamp;
    case 'edit-line':
    case 'remove-line':
      return (await graph.lines([asked.id]))[0]?.text;
    case 'move-line':
      return (await graph.lines([asked.id]))[0]?.node;
  }
}

/** @throws Refused when an entry no longer says what was read */
async function checkEntry({ entries }: Memory, read: { id: number; text: string }): Promise<void> {
  const [now] = await entries.get([read.id]);
  if (now?.text !== read.text) throw changedMeanwhile();
}

function edit({ graph }: Memory, asked: GraphEdit): Promise<Edited> {
  switch (asked.action) {
    case 'add-node':
      return graph.addNode(asked);
    case 'rename-node':
      return graph.renameNode(asked.id, asked.name);
    case 'move-node':
      return graph.moveNode(asked.id, asked.parent);
    case 'remove-node':
      return graph.removeNode(asked.id);
    case 'add-line':
      return addLine(graph, asked.node, asked.text);
    case 'edit-line':
      return graph.editLine(asked.id, asked.text);
    case 'move-line':
      return graph.moveLine(asked.id, asked.node);
    case 'remove-line':
      return graph.removeLine(asked.id);
  }
}

/** A line that a person writes on the page: nothing that is read out of conversations changes it. */
async function addLine(graph: Memory['graph'], node: number, text: string): Promise<Edited> {
  if (text.trim() === '') return { changed: [], refused: 'empty' };
  const line = { text, at: clock.now(), origin: 'corrected' as const };
  const { ids, ...done } = await graph.addLines({ node, lines: [line], why: 'added' });
  const [added] = ids;
  if (added !== undefined) return { ...done, id: added };
  return { ...done, refused: done.refused ?? 'duplicate' };
}

const REFUSALS: Record<Exclude<NonNullable<Edited['refused']>, 'unknown'>, string> = {
  empty: 'There are no words in it. Write something, or remove it.',
  root: 'The three main nodes stay where they are and keep their names.',
  circle: 'A node can not hang under itself. Choose another place.',
  duplicate: 'It is there already.',
};

function refusal(why: NonNullable<Edited['refused']>): Refused {
  if (why === 'unknown') return new Refused('gone', 'It has gone meanwhile. Load the page anew.');
  return new Refused(why, REFUSALS[why]);
}

function told(edited: Edited): { ok: true; id?: number } {
  if (edited.refused) throw refusal(edited.refused);
  return edited.id === undefined ? { ok: true } : { ok: true, id: edited.id };
}

async function forgotten(work: Promise<Forgotten>): Promise<Forgotten & { ok: true }> {
  return { ok: true, ...(await work) };
}
