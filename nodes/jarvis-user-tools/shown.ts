import type { FolderShown } from '../../lib/tools/user/form.js';
import type { ToolFolder } from '../../lib/tools/user/tool-folder.js';
import { JarvisError } from '../../lib/turn/errors.js';
import { reportFailure, showStatus } from '../adapter.js';
import { type ToolsNode, toolNamesBefore } from '../tools.js';

/** Shows how a node's folder does, and reports each thing that is wrong once, for as long as it stays. */
export function shows(node: ToolsNode, folderOf: () => ToolFolder): () => void {
  let told: readonly string[] = [];
  return () => {
    const folder = folderOf();
    const taken = toolNamesBefore(node).map((name) => name.toLowerCase());
    const files = folder.files().map(({ file, tool, problem }) => {
      const isTaken = tool && taken.includes(tool.name.toLowerCase());
      return { file, tool, problem: isTaken ? takenName(file, tool.name) : problem };
    });
    const problems = [folder.failure(), ...files.map(({ problem }) => problem)].filter((one) => one !== undefined);
    for (const one of problems) if (!told.includes(one.message)) reportFailure(node, one, {});
    told = problems.map(({ message }) => message);
    if (folder.failure()) return showStatus(node, 'red', 'ring', 'failed');
    const broken = files.find(({ problem }) => problem);
    if (broken) return showStatus(node, 'red', 'ring', { own: broken.file });
    const open = files.filter(({ tool }) => tool).length;
    showStatus(node, open > 0 ? 'green' : 'grey', 'dot', { own: `${open}/${files.length}` });
  };
}

const takenName = (file: string, name: string) =>
  new JarvisError(
    'not-configured',
    `${file}: Another node has a tool called ${name} already. Give this one another name.`,
  );

/** What a form is told of a folder. */
export function folderShown(folder: ToolFolder): FolderShown {
  const tools = folder.files().map(({ file, tool, problem }) => ({
    ...{ name: file, reads: false as const, destroys: false as const },
    description: problem?.message ?? (tool ? `${tool.name}: ${tool.description}` : ''),
  }));
  return { folder: folder.path, message: folder.failure()?.message ?? '', tools };
}
