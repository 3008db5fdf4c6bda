import { z } from 'zod';
import { type GuardedHome, refuseGuest } from '../home/guard.js';
import type { ServiceCall } from '../home/types.js';
import type { Tool } from '../llm/types.js';
import { firstAsked } from './first-asked.js';
import { clean } from './home-lines.js';
import { devicesNamed } from './home-names.js';
import { argumentsOf, refuseWhenLost, toolResult } from './home-results.js';

const NAME = 'call_service';
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
    name: NAME,
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
    async run(args, context) {
      const { area: here, language, said, signal, turn } = context;
      return await toolResult(async () => {
        const { service, names, data } = argumentsOf(args, callArguments);
        refuseWhenLost(home, 'Not done.');
        const house = home.house();
        const entities = names.flatMap((name) => devicesNamed(house, name, { here, language }));
        const call = { service, targets: [...new Set(entities.map(({ id }) => id))], data };
        const touching = home.touching(call);
        if (touching.length > 0) refuseGuest(turn, touching);
        // the very devices that are asked about, whatever their names are for later
        const held = {
          tool: NAME,
          values: { service, names: call.targets, data },
          what: { name: service, values: told(call) },
        };
        const unasked = touching.length > 0 ? firstAsked(held, context) : undefined;
        if (unasked) return unasked;
        await home.call?.(call, signal, { said, language }, touching.length > 0);
        return { ok: true, text: `Home Assistant has taken ${clean(service)}. What came of it is not known.` };
      });
    },
  };
}

/** What is told of a call in the question before it. */
const told = ({ targets, data }: ServiceCall) => ({
  ...(targets.length > 0 && { names: targets.join(', ') }),
  ...data,
});
