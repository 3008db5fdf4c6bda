import assert from 'node:assert/strict';
import { test } from 'node:test';
import { turns } from '../conversation/turns.js';
import type { Site } from '../satellites/types.js';
import { beginTurn } from './turn-of-text.js';

test('words without a language are in one of their room’s, where it has several, else in one of the house’s', () => {
  const languageOf = (text: string, place: Partial<Site>) => {
    const site: Site = { id: 'kitchen', via: 'mqtt', lastSeen: 0, ...place };
    const house = { hub: { site: () => site }, language: 'en', languages: ['en', 'de'] };
    const { id, language } = beginTurn({ site: 'kitchen', text, by: 'captured', door: 'voice' }, house, 'a-node');
    turns.end(id);
    return language;
  };
  const french = { language: 'fr', languages: ['fr', 'en'] };
  assert.equal(languageOf('allume la lumière du salon', french), 'fr');
  assert.equal(languageOf('turn on the kitchen light', french), 'en');
  assert.equal(languageOf('schalte das Licht in der Küche ein', french), 'fr');
  assert.equal(languageOf('schalte das Licht in der Küche ein', { language: 'fr' }), 'de');
});
