import { z } from 'zod';
import { spoken } from '../language/spoken.js';
import type { Tool } from '../llm/types.js';
import { humourAsked, speaksOfHumour } from '../replying/humour-asked.js';
import { writeHumour } from '../replying/humour-file.js';
import { HUMOURS } from '../replying/persona.js';

/** Said when it is changed. */
const SAID = z.record(z.enum(HUMOURS), z.string());

/** The tool that changes how much the assistant jokes, in every room. Only the person's own words have it do so. @param file keeps it */
export function setHumourTool(file: string): Tool {
  return {
    name: 'set_humour',
    description: 'Changes how you joke from now on. Only when the person asks for it.',
    parameters: {
      type: 'object',
      properties: { humour: { type: 'string', enum: HUMOURS } },
      required: ['humour'],
    },
    ahead(query, { language }) {
      const humour = humourAsked(query, language);
      return humour && { humour };
    },
    async run({ humour: wanted }, { said = '', language }) {
      const humour = HUMOURS.find((one) => one === wanted);
      if (!humour) return { ok: false, text: `The humour is one of: ${HUMOURS.join(', ')}.` };
      if (!speaksOfHumour(said)) return { ok: false, text: 'Not changed: the person has not spoken of jokes.' };
      writeHumour(file, humour);
      const isAsked = humourAsked(said, language) === humour;
      const told = spoken(language, 'humour', SAID)[humour];
      return { ok: true, text: `The humour is ${humour} from now on.`, told, ...(isAsked && { ends: true }) };
    },
  };
}
