import { turns } from '../conversation/turns.js';
import type { Tool } from '../llm/types.js';

/**
 * The tool that ends the conversation: nothing more is said, and the dialogue memory of the room is cleared.
 * @param stop Ends what the site is doing; that cancels the reply that called the tool, too.
 */
export function stopTool(stop: (site: string) => void = (site) => turns.stop(site)): Tool {
  return {
    name: 'stop',
    description: 'Ends the conversation at once, without another word. Only when the person wants you to be silent.',
    parameters: { type: 'object', properties: {} },
    ends: true,
    async run(_, { site }) {
      stop(site);
      return { ok: true, text: 'The conversation is over. Say nothing more.' };
    },
  };
}
