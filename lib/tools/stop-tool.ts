import { turns } from '../conversation/turns.js';
import type { Tool } from '../llm/types.js';

/**
 * The tool that ends the conversation: the reply that called it is cancelled, nothing more is said, and the dialogue
 * memory of the room is cleared.
 */
export const stopTool: Tool = {
  name: 'stop',
  description: 'Ends the conversation at once, without another word. Only when the person wants you to be silent.',
  parameters: { type: 'object', properties: {} },
  ends: true,
  async run(_, { site }) {
    turns.stop(site);
    return { ok: true, text: 'The conversation is over. Say nothing more.' };
  },
};
