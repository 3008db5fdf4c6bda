import path from 'node:path';

/** Where this package lies: the compiled file is `dist/lib/models/pull-command.js`. */
const ROOT = path.resolve(__dirname, '../../..');

/**
 * The command that downloads a model, as it works here: in a checkout its npm script, in a Node-RED that the package is
 * installed into the package's own command, from the user folder.
 * @param root folder of the package
 */
export function pullCommand(name: string, root = ROOT): string {
  const userDir = /^(.*)[\\/]node_modules[\\/]@jarvis-flow[\\/]node-red-jarvis$/.exec(root)?.[1];
  if (userDir === undefined) return `npm run models -- pull ${name}`;
  return `cd "${userDir}" && npx @jarvis-flow/node-red-jarvis pull ${name}`;
}
