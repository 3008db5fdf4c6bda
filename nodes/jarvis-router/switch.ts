import type { Node, NodeAPI } from 'node-red';
import { type Profile, readProfiles } from '../../lib/deciding/profiles.js';
import { SWITCH_PROFILE, switchProfileTool } from '../../lib/tools/switch-profile.js';
import { onClose } from '../adapter.js';
import { running } from '../running.js';
import { type ToolsNode, toolNamesBefore, toolsOf } from '../tools.js';

/** Where there is more than one profile, the router brings the tool that changes between them. */
export function bringSwitch(
  RED: NodeAPI,
  node: Node,
  def: { home?: string; memory?: string; profiles?: string },
): void {
  const profiles = readable(def.profiles);
  if (profiles.length < 2) return;
  const tool = switchProfileTool(profiles, () => toolsOf(RED, def).map(({ name }) => name));
  const bringing: ToolsNode = Object.assign(node, {
    toolNames: () => [SWITCH_PROFILE],
    // The first router with profiles has it.
    tools: () => (toolNamesBefore(bringing).includes(SWITCH_PROFILE) ? [] : [tool]),
  });
  running.tools.add(bringing);
  onClose(node, () => {
    running.tools.delete(bringing);
  });
}

/** None where they can't be read: that is told with each message. */
function readable(json: string | undefined): Profile[] {
  try {
    return readProfiles(json);
  } catch {
    return [];
  }
}
