import { z } from 'zod';
import { resultMessage } from '../lib/replying/protocol.js';
import { runTool } from '../lib/replying/run-tools.js';
import type { Trial } from '../lib/tools/flow-tool-form.js';
import { clock } from '../lib/turn/clock.js';
import { JarvisError } from '../lib/turn/errors.js';
import { houseLanguage } from './languages.js';
import { running } from './running.js';

const asked = z.object({ id: z.string().max(100), arguments: z.record(z.string(), z.unknown()) });

/**
 * Calls the tool of a deployed tool node, as the agent does: what acts, acts; who tries it has said yes.
 * @throws JarvisError not-configured; what zod says of a body that is no call
 */
export async function tryTool(body: unknown): Promise<Trial> {
  const { id, arguments: values } = asked.parse(body);
  const tool = [...running.tools].find((node) => node.id === id && node.type === 'jarvis-tool')?.tools()[0];
  if (!tool)
    throw new JarvisError(
      'not-configured',
      'There is no such tool yet: deploy first. If it is deployed, its status says what is wrong.',
    );
  const call = { id: 'trial', name: tool.name, arguments: values };
  const began = clock.steady();
  const context = {
    site: 'editor',
    language: houseLanguage(),
    signal: new AbortController().signal,
    askFirst: () => undefined,
  };
  const result = await runTool(call, [tool], context);
  const { name, description, parameters } = tool;
  return {
    ok: result.ok,
    text: resultMessage(call, result).content,
    ms: Math.round(clock.steady() - began),
    told: { name, description, parameters },
  };
}
