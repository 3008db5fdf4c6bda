import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { must, until } from '../../../test/until.js';
import type { ToolContext } from '../../llm/types.js';
import type { Allowed } from '../mcp/form.js';
import { openToolFolder } from './tool-folder.js';
import { userTools } from './tools.js';

/** A tool's file: its name, and what its `run` does with `args` and `context`. */
export const script = (name: string, run: string, more = '') =>
  `export const name = '${name}';\nexport const description = 'Does ${name}.';\n${more}\nexport async function run(args, context) {\n${run}\n}\n`;

export const context = (more: Partial<ToolContext> = {}): ToolContext => ({
  ...{ site: 'den', language: 'en', signal: new AbortController().signal, said: 'do it' },
  ...more,
});

/** A folder with files, all of which are ticked unless told otherwise, opened and looked at. */
export async function opened(
  t: TestContext,
  files: Record<string, string>,
  allowed: readonly Allowed[] = Object.keys(files).map((name) => ({ name, acts: false })),
) {
  const place = await mkdtemp(path.join(tmpdir(), 'jarvis-tools-'));
  const write = async (file: string, text: string) => {
    await mkdir(path.dirname(path.join(place, file)), { recursive: true });
    await writeFile(path.join(place, file), text);
  };
  for (const [file, text] of Object.entries(files)) await write(file, text);
  const folder = openToolFolder({ folder: place, ticked: allowed.map(({ name }) => name), onLook: () => {} });
  t.after(async () => {
    folder.close();
    await rm(place, { recursive: true, force: true });
  });
  await folder.look();
  const tools = (ms?: number) => userTools({ folder, allowed, ...(ms !== undefined && { ms }) });
  return {
    ...{ folder, place, write, tools },
    problems: () => folder.files().flatMap(({ problem }) => (problem ? [problem.message] : [])),
    seen: (condition: () => unknown) => until(condition, () => `a look; there is ${JSON.stringify(folder.files())}`),
    call: async (
      name: string,
      args: Record<string, unknown> = {},
      more: Partial<ToolContext> & { ms?: number } = {},
    ) => {
      const { ms, ...rest } = more;
      return await must(tools(ms).find((tool) => tool.name === name)).run(args, context(rest));
    },
  };
}
