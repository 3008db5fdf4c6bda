import { z } from 'zod';
import type { GuardedHome } from '../home/guard.js';
import type { Tool } from '../llm/types.js';
import { clean } from './home-lines.js';
import { devicesNamed } from './home-names.js';
import { argumentsOf, refuseWhenLost, toolResult } from './home-results.js';

const MAX_NAMES = 50;
const callArguments = z.object({
  service: z.string().trim().toLowerCase().max(100),
  names: z.preprocess(
    (value) => (typeof value === 'string' ? [value] : (value ?? [])),
    z.array(z.string().min(1).max(200)).max(MAX_NAMES),
  ),
  data: z.preprocess((value) => value ?? {}, z.record(z.string(), z.unknown())),
});

/** Calls services of Home Assistant that their owner has allowed; what comes of them isn't read back. */
export function callService(home: GuardedHome): Tool {
  return {
    name: 'call_service',
    description: `Calls one of these services of Home Assistant: ${home.services.join(', ')}. Only for what control_device can't do.`,
    acts: true,
    parameters: {
      type: 'object',
      properties: {
        service: { type: 'string', description: 'The service, e.g. "vacuum.locate".' },
        names: { type: 'array', items: { type: 'string' }, description: 'Names or ids of the devices it is for.' },
        data: { type: 'object', description: 'Its other fields.' },
      },
      required: ['service'],
    },
    async run(args, { area: here, language, said, signal }) {
      return await toolResult(async () => {
        const { service, names, data } = argumentsOf(args, callArguments);
        refuseWhenLost(home, 'Not done.');
        const house = home.house();
        const entities = names.flatMap((name) => devicesNamed(house, name, { here, language }));
        await home.call?.({ service, targets: [...new Set(entities.map(({ id }) => id))], data }, signal, {
          said,
          language,
        });
        return { ok: true, text: `Home Assistant has taken ${clean(service)}. What came of it is not known.` };
      });
    },
  };
}
