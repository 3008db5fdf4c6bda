import { z } from 'zod';
import { switchProfile } from '../deciding/profile-switch.js';
import { isAbout, type Profile, profileCalled, turnProfile } from '../deciding/profiles.js';
import { BY_TOPIC, switchAsked } from '../deciding/switch-asked.js';
import { filled, spoken } from '../language/spoken.js';
import type { Tool } from '../llm/types.js';

export const SWITCH_PROFILE = 'switch_profile';

const SAID = z.object({
  /** Said by a profile that somebody has asked for: {profile}. */
  here: z.string(),
  /** The topic decides again. */
  back: z.string(),
});

/**
 * The tool that has the room go on in another profile, from the next call of the model on. What the person asks for in so many words is done by rule;
 * a model may follow the topic of the person's words, and nothing that it has read.
 * @param catalogue gives the names of all tools
 */
export function switchProfileTool(profiles: readonly Profile[], catalogue: () => readonly string[]): Tool {
  const names = profiles.map(({ name }) => name);
  const told = profiles.map(({ name, description }) => (description ? `${name}: ${description}` : name));
  return {
    name: SWITCH_PROFILE,
    description: 'Goes on in another role. Only when the person asks for it, or what they want now is for it.',
    parameters: {
      type: 'object',
      properties: { profile: { type: 'string', enum: names, description: told.join(' ') } },
      required: ['profile'],
    },
    ahead(query, { language }) {
      const profile = switchAsked(query, language, profiles);
      return profile === undefined ? undefined : { profile };
    },
    async run({ profile }, { site, said = '', language }) {
      const asked = switchAsked(said, language, profiles);
      const phrases = spoken(language, 'profiles', SAID);
      if (profile === BY_TOPIC && asked === BY_TOPIC) {
        switchProfile(site, undefined);
        return { ok: true, text: 'From the next request on the topic decides.', told: phrases.back, ends: true };
      }
      const wanted = profileCalled(profiles, String(profile));
      if (!wanted) return { ok: false, text: `There is no role "${profile}". There are: ${names.join(', ')}.` };
      const { name } = wanted;
      const isAsked = asked === name;
      if (!isAsked && !isAbout(wanted, said)) {
        const ask = `They can say: talk to the ${name.replaceAll('_', ' ')}.`;
        return { ok: false, text: `The person has not asked for the role "${name}". ${ask}` };
      }
      switchProfile(site, name);
      return {
        ok: true,
        text: `You go on in the role "${name}", with its rules and tools. Do what is still open.`,
        told: filled(phrases.here, { profile: name.replaceAll('_', ' ') }),
        ...(isAsked && { ends: true }),
        profile: turnProfile(wanted, catalogue(), 'switched'),
      };
    },
  };
}
