import { z } from 'zod';
import { SumError } from '../../deciding/everyday/arithmetic.js';
import { sumAsked } from '../../deciding/everyday/sum-asked.js';
import { workedOut } from '../../deciding/everyday/sums.js';
import type { Tool } from '../../llm/types.js';

const callArguments = z.object({ expression: z.coerce.string() });

/** Works out sums, percentages and units. A question that is nothing else is answered without the model. */
export const calculateTool: Tool = {
  name: 'calculate',
  description: 'Works out arithmetic, percentages and conversions of units exactly.',
  parameters: {
    type: 'object',
    properties: {
      expression: { type: 'string', description: 'E.g. "(3+4)*2", "15 % of 80", "sqrt(2)", "200 g to oz".' },
    },
    required: ['expression'],
  },
  ahead(query, { language }) {
    const expression = sumAsked(query, language);
    return expression === undefined ? undefined : { expression };
  },
  async run(args, { language, said }) {
    const { expression } = callArguments.parse(args);
    try {
      const { text, told } = workedOut(expression, language);
      const isAll = said !== undefined && sumAsked(said, language) === expression;
      return { ok: true, text, told, ...(isAll && { ends: true }) };
    } catch (thrown) {
      if (thrown instanceof SumError) return { ok: false, text: `Not worked out. ${thrown.message}` };
      throw thrown;
    }
  },
};
