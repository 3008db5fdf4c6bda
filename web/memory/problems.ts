import { html, nothing, type TemplateResult } from 'lit';
import type { ProblemCode, Refusal } from '../../nodes/memory-admin/answers.js';
import type { Language } from '../strings.js';
import { ApiError, type ClientCode } from './api.js';
import { type MemoryKey, memoryText } from './strings.js';

/** What is said of a problem; `more`: the server's own words say more than that. */
interface Saying {
  key: MemoryKey;
  more?: true;
}

/** Every code that the memory routes and the way to them can fail with. Another one is "failed". */
export const PROBLEMS: Readonly<Record<Refusal | ClientCode, Saying> & Partial<Record<ProblemCode, Saying>>> = {
  login: { key: 'loginTitle' },
  forbidden: { key: 'forbidden' },
  offline: { key: 'offline' },
  'not-found': { key: 'notFound' },
  strange: { key: 'problemStrange', more: true },
  changed: { key: 'changed' },
  gone: { key: 'problemGone' },
  empty: { key: 'problemEmpty' },
  root: { key: 'problemRoot' },
  circle: { key: 'problemCircle' },
  duplicate: { key: 'problemDuplicate' },
  'incomplete-fact': { key: 'problemFact' },
  'short-phrase': { key: 'problemPhrase' },
  'no-export': { key: 'problemExport', more: true },
  'undo-unknown': { key: 'problemUndoUnknown' },
  'undo-nowhere': { key: 'problemUndoNowhere' },
  busy: { key: 'problemBusy' },
  'no-store': { key: 'problemNoStore' },
  'other-store': { key: 'problemOtherStore' },
  'bad-input': { key: 'problemInput', more: true },
  'not-configured': { key: 'problemSetup', more: true },
  'store-failed': { key: 'problemStore', more: true },
  'library-missing': { key: 'problemLibrary', more: true },
  'model-unreachable': { key: 'problemModelAway', more: true },
  'model-missing': { key: 'problemModelMissing', more: true },
  'model-failed': { key: 'problemModel', more: true },
  timeout: { key: 'problemSlow', more: true },
  failed: { key: 'problemFailed', more: true },
};
const KNOWN: ReadonlyMap<string, Saying> = new Map(Object.entries(PROBLEMS));

/** A problem in the person's language, and what the server says beyond that, in English; empty where that's nothing. */
export interface Problem {
  words: string;
  detail: string;
}

/** What is told of something that failed. @param address where Node-RED's memory was looked for */
export function problemOf(language: Language, thrown: unknown, address = ''): Problem {
  const told = thrown instanceof ApiError ? thrown : { code: 'failed', message: String(thrown) };
  const { key, more } = KNOWN.get(told.code) ?? { key: 'problemFailed', more: true };
  return { words: memoryText(language, key, { address }), detail: more ? told.message : '' };
}

/** What the server says itself, in small print. */
export function problemDetail({ detail }: Problem): TemplateResult | typeof nothing {
  return detail === '' ? nothing : html`<small class="detail" lang="en">${detail}</small>`;
}
