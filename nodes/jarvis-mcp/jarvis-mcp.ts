import type { NodeAPI, NodeDef } from 'node-red';
import { allowedIn, MAX_SECONDS, MIN_SECONDS, type Offers, prefixOf, USUAL_SECONDS } from '../../lib/tools/mcp/form.js';
import { type Link, openLink } from '../../lib/tools/mcp/link.js';
import { type ServerForm, serverOf } from '../../lib/tools/mcp/server.js';
import { mcpTools } from '../../lib/tools/mcp/tools.js';
import { onClose, reportFailure, showStatus } from '../adapter.js';
import { onFlowsStarted } from '../flows-started.js';
import { running } from '../running.js';
import { type ToolsNode, toolNamesBefore } from '../tools.js';
import { mustHaveOwnPrefix, offersOf, shows } from './shown.js';

type McpDef = NodeDef & { prefix?: string; allowed?: string; seconds?: string } & Partial<ServerForm>;

export interface McpNode extends ToolsNode {
  credentials: { secrets?: string; token?: string };
  prefix: string;
  /** What its server offers now, for the form. */
  offers(): Offers;
}

export default function jarvisMcp(RED: NodeAPI): void {
  function McpServerNode(this: McpNode, def: McpDef): void {
    RED.nodes.createNode(this, def);
    const { transport = 'command', command = '', args = '', env = '', url = '' } = def;
    const { secrets = '', token = '' } = this.credentials ?? {};
    const seconds = Math.min(Math.max(Number(def.seconds) || USUAL_SECONDS, MIN_SECONDS), MAX_SECONDS);
    const form = { allowed: allowedIn(def.allowed), prefix: prefixOf(def.prefix, def.name), ms: seconds * 1_000 };
    let link: Link | undefined;
    const tools = (taken: readonly string[]) => (link ? mcpTools({ ...form, link }, taken) : []);
    this.prefix = form.prefix;
    this.toolNames = () => tools([]).map(({ name }) => name);
    this.tools = () => tools(toolNamesBefore(this));
    this.offers = () => offersOf(link);
    // Again with each deploy, which may have made it right.
    onFlowsStarted(RED, this, () => {
      if (link) return;
      try {
        const server = serverOf({ transport, command, args, env, secrets, url, token });
        if (!server) return showStatus(this, 'grey', 'dot', 'idle');
        mustHaveOwnPrefix(this);
        link = openLink(server, shows(this, form.allowed));
      } catch (thrown) {
        reportFailure(this, thrown, {});
      }
    });
    running.tools.add(this);
    onClose(this, async () => {
      running.tools.delete(this);
      await link?.close();
    });
  }
  RED.nodes.registerType('jarvis-mcp', McpServerNode as never, {
    credentials: { secrets: { type: 'password' }, token: { type: 'password' } },
  });
}
