import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeMessages } from '../deciding/judge.js';
import { plannerMessages } from '../deciding/planner-prompt.js';
import { routerMessages } from '../deciding/router.js';
import { DEMO_HOUSE } from '../home/demo-house.js';
import { HERE } from '../home/home-assistant.test.helper.js';
import { redact } from '../turn/redaction.js';
import { contextOf, systemPrompt } from './prompt.js';

test('redaction leaves our own prompts and the names of a house as they are', () => {
  const tools = [{ name: 'get_weather', description: 'Weather of a place.', parameters: {} }];
  const now = new Date('2026-11-21T05:43:00Z');
  const prompts = [
    systemPrompt({ name: 'Jarvis' }, { size: 'small', protocol: 'fenced', tools }),
    systemPrompt({ name: 'Jarvis', home: { place: () => HERE } }, { size: 'large', protocol: 'native', tools }),
    contextOf({
      language: 'en',
      now,
      area: 'Kitchen',
      devices: ['Lamp | Hall | on'],
    }),
    ...judgeMessages({ segments: [{ text: 'and now?' }], mode: 'follow-up', name: 'Jarvis' }).map(
      ({ content }) => content,
    ),
    ...routerMessages('rain?', tools).map(({ content }) => content),
    ...plannerMessages({ query: 'rain?', tools, language: 'en', now }, 'combined').map(({ content }) => content),
    ...DEMO_HOUSE.entities.map((entity) => `${entity.name} | ${entity.id} | ${entity.state}`),
  ];
  for (const prompt of prompts) assert.equal(redact(prompt), prompt);
});
