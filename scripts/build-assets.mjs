// Writes what stands beside the code that runs: node scripts/build-assets.mjs
//   dist/nodes/<type>/<type>.html           form, English help and the bundled editor script
//   dist/nodes/<type>/locales/<lang>/…      the catalogue with the shared words merged in, and the help
//   dist/nodes/<type>/icons/<type>.svg      Node-RED looks for icons beside each declared file
//   dist/nodes/jarvis.html                  the editor half of the plugin: a sidebar tab
// and in dist, for the product, and in build, for tests:
//   lib/models/bundled/…                    the models that come with the package
//   lib/language/<tag>/…                    what is known of each language: its YAML as JSON, and the community's data
//   examples/00 - The whole assistant.json   the shipped flow, where Node-RED looks for examples
// What was compiled from a source that is gone is deleted: a require of it would go on working here and nowhere else.
// Stops with every missing piece named.
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { parse } from 'yaml';

const LANGUAGES = ['en-US', 'de', 'fr', 'es-ES'];
const root = path.resolve(import.meta.dirname, '..');
const nodes = path.join(root, 'nodes');
const out = path.join(root, 'dist');
const build = path.join(root, 'build');
const problems = [];

const css = await read(path.join(nodes, 'shared/forms.css'));
const entries = await readdir(nodes, { withFileTypes: true });
const types = entries
  .filter((entry) => entry.isDirectory() && /^(?:jarvis|wyoming)-/.test(entry.name))
  .map(({ name }) => name);
if (types.length === 0) problems.push(`${nodes}: no node folders`);
const shared = Object.fromEntries(
  await Promise.all(
    LANGUAGES.map(async (language) => [
      language,
      await readJson(path.join(nodes, 'shared/locales', `${language}.json`)),
    ]),
  ),
);
await Promise.all([
  ...types.map(buildNode),
  buildPlugin(),
  ...['lib', 'nodes', 'test', 'evals', 'bench'].map(deleteStale),
]);
for (const to of [out, build]) {
  await cp(path.join(root, 'lib/models/bundled'), path.join(to, 'lib/models/bundled'), { recursive: true });
}
await buildLanguages();
await cp(path.join(root, 'flows/home.json'), path.join(root, 'examples/00 - The whole assistant.json'));

if (problems.length > 0) {
  console.error(`build-assets: ${problems.length} problem(s)\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  process.exit(1);
}
console.log(`build-assets: ${types.length} nodes in ${LANGUAGES.length} languages → dist`);

async function deleteStale(folder) {
  for (const file of await readdir(path.join(build, folder), { recursive: true }).catch(() => [])) {
    const compiled = /^(?<name>.*)\.(?:js|d\.ts)(?:\.map)?$/.exec(file)?.groups.name;
    if (compiled && !existsSync(path.join(root, folder, `${compiled}.ts`))) await rm(path.join(build, folder, file));
  }
}

async function buildNode(type) {
  const from = path.join(nodes, type);
  const to = path.join(out, 'nodes', type);
  const [form, english, icon, script] = await Promise.all([
    read(path.join(from, `${type}.html`)),
    read(path.join(from, 'help.md')),
    read(path.join(root, 'icons', `${type}.svg`)),
    bundle(path.join(from, `${type}.editor.ts`)),
  ]);
  await rm(path.join(to, 'locales'), { recursive: true, force: true });
  await mkdir(path.join(to, 'icons'), { recursive: true });
  await writeFile(
    path.join(to, `${type}.html`),
    `<style>\n${css}</style>\n` +
      `<script type="text/html" data-template-name="${type}">\n<div class="jarvis-form">\n${form}</div>\n</script>\n` +
      `<script type="text/markdown" data-help-name="${type}">\n${english}</script>\n` +
      `<script type="text/javascript">${script}</script>\n`,
  );
  await writeFile(path.join(to, 'icons', `${type}.svg`), icon);
  for (const language of LANGUAGES) {
    const folder = path.join('locales', language);
    // Node-RED shows the English words where a language has none.
    const isTranslated = language === 'en-US' || existsSync(path.join(from, folder, `${type}.json`));
    if (!isTranslated) continue;
    await mkdir(path.join(to, folder), { recursive: true });
    const own = await readJson(path.join(from, folder, `${type}.json`));
    const words = merge(shared[language], own, `${type}/${folder}`);
    await writeFile(path.join(to, folder, `${type}.json`), `${JSON.stringify(words, null, 2)}\n`);
    const translated = path.join(from, folder, `${type}.html`);
    if (!existsSync(translated)) continue;
    const help = await read(translated);
    if (help && !help.includes(`data-help-name="${type}"`)) problems.push(`${translated}: no help for ${type}`);
    await writeFile(path.join(to, folder, `${type}.html`), help);
  }
}

async function buildLanguages() {
  const from = path.join(root, 'lib/language');
  const [to, copy] = [out, build].map((folder) => path.join(folder, 'lib/language'));
  const isData = (name) => !name.endsWith('.ts') && !name.endsWith('.yaml');
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const written = path.join(to, entry.name);
    if (entry.isDirectory()) {
      const folder = path.join(from, entry.name);
      const files = await readdir(folder);
      if (files.some((name) => name.endsWith('.ts'))) continue;
      await rm(written, { recursive: true, force: true });
      await cp(folder, written, { recursive: true, filter: (name) => !name.endsWith('.yaml') });
      for (const name of files.filter((one) => one.endsWith('.yaml'))) {
        const json = path.join(written, name.replace(/yaml$/, 'json'));
        await writeFile(json, JSON.stringify(await readYaml(path.join(folder, name))));
      }
    } else if (isData(entry.name)) await cp(path.join(from, entry.name), written);
    else continue;
    await rm(path.join(copy, entry.name), { recursive: true, force: true });
    await cp(written, path.join(copy, entry.name), { recursive: true });
  }
}

/** What the package adds to the editor beside its nodes. */
async function buildPlugin() {
  const waterfall = path.join(root, 'web/waterfall');
  const [look, editorLook, script] = await Promise.all([
    read(path.join(waterfall, 'waterfall.css')),
    read(path.join(waterfall, 'editor.css')),
    bundle(path.join(nodes, 'jarvis.editor.ts')),
  ]);
  await mkdir(path.join(out, 'nodes'), { recursive: true });
  await writeFile(
    path.join(out, 'nodes/jarvis.html'),
    `<style>\n${look}${editorLook}</style>\n<script type="text/javascript">${script}</script>\n`,
  );
}

/** The editor script as one expression without module syntax, safe inside a <script> element. */
async function bundle(entry) {
  try {
    const result = await esbuild.build({
      entryPoints: [entry],
      bundle: true,
      write: false,
      minify: true,
      format: 'iife',
      target: 'es2022',
      legalComments: 'none',
      logLevel: 'silent',
    });
    return result.outputFiles[0].text.replaceAll('</script', '<\\/script');
  } catch (error) {
    problems.push(error.message);
    return '';
  }
}

/** Two catalogues as one; a key that stands in both would hide one of them. */
function merge(one, other, where) {
  const merged = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const both = key in merged;
    if (both && (typeof value !== 'object' || typeof merged[key] !== 'object'))
      problems.push(`${where}: "${key}" twice`);
    merged[key] = both && typeof value === 'object' ? merge(merged[key], value, `${where}/${key}`) : value;
  }
  return merged;
}

async function read(file) {
  try {
    const text = await readFile(file, 'utf8');
    if (text.trim() === '') problems.push(`${file}: empty`);
    return text;
  } catch (error) {
    problems.push(`${file}: ${error.code ?? error.message}`);
    return '';
  }
}

async function readYaml(file) {
  try {
    return parse(await read(file));
  } catch (error) {
    problems.push(`${file}: ${error.message}`);
    return {};
  }
}

async function readJson(file) {
  const text = await read(file);
  try {
    return text ? JSON.parse(text) : {};
  } catch (error) {
    problems.push(`${file}: ${error.message}`);
    return {};
  }
}
