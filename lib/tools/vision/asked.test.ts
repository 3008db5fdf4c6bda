import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Entity } from '../../home/types.js';
import { cameraAsked } from './asked.js';

const camera = (name: string, ...aliases: string[]): Entity => ({
  ...{ id: `camera.${name}`, domain: 'other', name, aliases, state: 'idle', attributes: {} },
});
const CAMERAS = [
  camera('Front Door', 'Haustür', 'Porte d’entrée', 'Puerta de entrada'),
  camera('Garden Camera', 'Garten', 'Jardin', 'Jardín'),
];

describe('a question that is certainly for a camera', () => {
  const CASES: [query: string, language: string, camera: string | undefined][] = [
    ['Is anybody at the front door?', 'en', 'Front Door'],
    ['Who is at the front door?', 'en', 'Front Door'],
    ['What is on the front door camera?', 'en', 'Front Door'],
    ['What do you see on the garden camera?', 'en', 'Garden Camera'],
    ['Are there any dogs on the garden camera?', 'en', 'Garden Camera'],
    ['Ist jemand an der Haustür?', 'de', 'Front Door'],
    ['Was siehst du im Garten?', 'de', 'Garden Camera'],
    ['Y a-t-il quelqu’un à la porte d’entrée ?', 'fr', 'Front Door'],
    ['¿Hay alguien en la puerta de entrada?', 'es', 'Front Door'],
    ['Is the front door locked?', 'en', undefined],
    ['Is the front door open?', 'en', undefined],
    ['Who opened the front door?', 'en', undefined],
    ['Is anybody at the front door or on the garden camera?', 'en', undefined],
    ['Is anybody at home?', 'en', undefined],
    ['Look through the garden camera.', 'en', undefined],
    ['Wie warm ist es im Garten?', 'de', undefined],
  ];
  for (const [query, language, name] of CASES) {
    test(`"${query}" ${name ?? 'is none'}`, () => {
      assert.equal(cameraAsked(query, language, CAMERAS)?.name, name);
    });
  }
});
