import type { Tool } from '../../llm/types.js';
import { JarvisError } from '../../turn/errors.js';
import { refused } from '../refused.js';
import { addressesIn, wrongAddress } from './allowed-addresses.js';
import { commandsIn, wrongCommand } from './commands.js';
import { deviceStatusTool } from './device-status.js';
import { findInFilesTool } from './find-in-files.js';
import { wrongFolder } from './folders.js';
import { foldersIn } from './form.js';
import { httpPostTool, httpRequestTool } from './http-request.js';
import { listFolderTool } from './list-folder.js';
import { readFileTool } from './read-file.js';
import { runCodeTool } from './run-code.js';
import { runCommandTool } from './run-command.js';
import { writeFileTool } from './write-file.js';

/** What the owner opens, as the form keeps it: one a line. What is empty stays closed. */
export interface ComputerSettings {
  folders: string;
  /** Also let it write there. */
  write: boolean;
  commands: string;
  /** A person is asked before a command is run. */
  asks: boolean;
  addresses: string;
  /** Also let it send there. */
  post: boolean;
  /** Let it run programs of its own, in a sandbox. */
  code: boolean;
  /** Node-RED's own folder, which no tool gets into; its disk is the one that is told of. */
  userDir: string;
}

/** The tools that the owner has opened. @throws JarvisError not-configured that names the first line that is wrong. */
export function computerTools(settings: ComputerSettings): Tool[] {
  mustBeRight(settings);
  const { userDir, write, asks, post, code } = settings;
  const [folders, commands, allowed] = [
    foldersIn(settings.folders),
    commandsIn(settings.commands),
    addressesIn(settings.addresses),
  ];
  const reading = folders.length > 0 ? [readFileTool, listFolderTool, findInFilesTool] : [];
  const opened = [
    ...reading.map((tool) => tool(folders)),
    ...(folders.length > 0 && write ? [writeFileTool(folders)] : []),
    ...(commands.length > 0 ? [runCommandTool(commands, asks)] : []),
    ...(allowed.length > 0 ? [httpRequestTool(allowed)] : []),
    ...(allowed.length > 0 && post ? [httpPostTool(allowed)] : []),
    ...(code ? [runCodeTool()] : []),
  ];
  return [deviceStatusTool(userDir), ...opened.map(guarded)];
}

/** Closed to voices that aren't known, and to a question where it changes something. */
function guarded(tool: Tool): Tool {
  return {
    ...tool,
    run: async (args, context) =>
      refused({ acts: tool.acts, guests: false }, context) ?? (await tool.run(args, context)),
  };
}

function mustBeRight({ folders, commands, addresses, userDir }: ComputerSettings): void {
  const folder = wrongFolder(folders, userDir);
  if (folder !== undefined) {
    throw wrong(folder, "has to be a whole path, and not be a folder that Node-RED's own files are in");
  }
  const command = wrongCommand(commands);
  if (command !== undefined)
    throw wrong(
      command,
      'has to be a name of its own, a colon, and a program with its arguments; where it has {values}, none of its words may be a shell, and none of them the program of an interpreter',
    );
  const address = wrongAddress(addresses);
  if (address !== undefined) throw wrong(address, 'has to begin with http:// or https://, without a login, ? or #');
}

const wrong = (what: string, why: string) =>
  new JarvisError('not-configured', `"${what.trim().slice(0, 100)}" ${why}. Open this node and mend it.`);
