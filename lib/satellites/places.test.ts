import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crowdedOut, MAX_PAGES, MAX_SESSION_PAGES, type Place } from './places.js';

const OWNER: Place = { session: 'owner', address: '192.0.2.1', site: 'browser-1', activeAt: 0 };
const pagesOf = (count: number, page: (n: number) => Partial<Place>): Place[] =>
  Array.from({ length: count }, (_, n) => ({
    ...{ session: `session ${n}`, address: '192.0.2.9', site: `browser-${n}`, activeAt: n },
    ...page(n),
  }));

test('nobody goes while there is room', () => {
  assert.equal(crowdedOut(new Set(), 'owner'), undefined);
  assert.equal(crowdedOut(new Set(pagesOf(MAX_PAGES - 1, () => ({}))), 'owner'), undefined);
});

test('a session with too many pages loses its own', () => {
  const pages = pagesOf(MAX_SESSION_PAGES, (n) => ({ session: 'many', activeAt: 10 - n }));
  assert.equal(crowdedOut(new Set([OWNER, ...pages]), 'many'), pages.at(-1));
  assert.equal(crowdedOut(new Set([OWNER, ...pages]), 'other'), undefined);
});

test('of all it is one of the address with most pages, first what has not said hello', () => {
  const pages = pagesOf(MAX_PAGES - 1, (n) => (n === 7 ? { site: undefined } : {}));
  assert.equal(crowdedOut(new Set([OWNER, ...pages]), 'late'), pages[7]);
  // The owner's page was silent longest, and another of its address has said nothing yet.
  const opening = { ...OWNER, session: 'guest', site: undefined };
  const others = pagesOf(MAX_PAGES - 2, () => ({}));
  assert.equal(crowdedOut(new Set([OWNER, opening, ...others]), 'late'), others[0]);
});

test('of one address it is the session with most pages, then the page that was silent longest', () => {
  const pages = pagesOf(MAX_PAGES - 1, (n) => ({ address: OWNER.address, ...(n > 45 && { session: 'many' }) }));
  assert.equal(crowdedOut(new Set([OWNER, ...pages]), 'late'), pages[46]);
  const alike = pagesOf(MAX_PAGES - 1, (n) => ({ address: OWNER.address, activeAt: n }));
  assert.equal(crowdedOut(new Set([{ ...OWNER, activeAt: 99 }, ...alike]), 'late'), alike[0]);
});
