import type { Node, NodeAPI } from 'node-red';
import { type Profile, readProfiles } from '../../lib/deciding/profiles.js';
import { switchProfileTool } from '../../lib/tools/switch-profile.js';
import { bringTools, toolsOf } from '../tools.js';

/** Where there is more than one profile, the router brings the tool that changes between them. */
export function bringSwitch(
  RED: NodeAPI,
  node: Node,
  def: { home?: string; memory?: string; profiles?: string },
): void {
  const profiles = readable(def.profiles);
  if (profiles.length < 2) return;
  const tool = switchProfileTool(profiles, () => toolsOf(RED, def).map(({ name }) => name));
  bringTools(node, () => [tool]);
}

/** None where they can't be read: that is told with each message. */
function readable(json: string | undefined): Profile[] {
  try {
    return readProfiles(json);
  } catch {
    return [];
  }
}
