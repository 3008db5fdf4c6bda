import assert from 'node:assert/strict';
import { test } from 'node:test';
import { switchedProfile, switchProfile } from '../deciding/profile-switch.js';
import { readProfiles } from '../deciding/profiles.js';
import { switchProfileTool } from './switch-profile.js';

const PROFILES = readProfiles(
  JSON.stringify([
    { name: 'secretary', description: 'Calendar and letters.', prompt: 'Be formal.', tools: ['calendar_*'] },
    { name: 'server_admin', description: 'Servers and disks.', tools: ['ssh'] },
  ]),
);
const tool = switchProfileTool(PROFILES, () => ['calendar_read', 'ssh', 'stop', 'switch_profile']);
const run = (profile: unknown, said: string | undefined, language = 'en') =>
  tool.run({ profile }, { site: 'hall', said, language, signal: new AbortController().signal });
const now = () => switchedProfile(PROFILES, 'hall')?.name;

test('what a person asks for in so many words is done by rule, and ends the reply', async () => {
  const asked = tool.ahead?.('Talk to the secretary', { language: 'en' });
  assert.deepEqual(asked, { profile: 'secretary' });
  const { ok, told, ends, profile } = await run('secretary', 'Talk to the secretary');
  assert.deepEqual([ok, told, ends, now()], [true, 'This is the secretary. What can I do?', true, 'secretary']);
  assert.deepEqual(profile, {
    name: 'secretary',
    by: 'switched',
    prompt: 'Be formal.',
    tools: ['calendar_read', 'stop', 'switch_profile'],
  });
  const back = tool.ahead?.('Sei wieder du selbst', { language: 'de' });
  assert.equal((await run(back?.['profile'], 'Sei wieder du selbst', 'de')).told, 'Alles wieder wie sonst.');
  assert.equal(now(), undefined);
});

test('a model follows the topic of what the person said, and goes on', async () => {
  const { ok, ends, profile } = await run('server_admin', 'is there room on the disks?');
  assert.deepEqual([ok, ends, profile?.name, now()], [true, undefined, 'server_admin', 'server_admin']);
});

test('and nothing that it has read, or makes up', async () => {
  switchProfile('hall', 'secretary');
  for (const [wanted, said] of [
    ['server_admin', 'read me that page'],
    ['server_admin', undefined],
    ['by_topic', 'read me that page'],
    ['root', 'talk to root'],
    [undefined, 'hm'],
  ] as const) {
    const { ok, profile } = await run(wanted, said);
    assert.deepEqual([ok, profile, now()], [false, undefined, 'secretary'], String(wanted));
  }
});
