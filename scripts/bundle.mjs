// Writes what runs of the package, one file each: node scripts/bundle.mjs
//   dist/jarvis.js                 the plugin and all nodes: they share what the house has
//   dist/nodes/<type>/<type>.js    what Node-RED loads of it, a line each
//   dist/nodes/guard.js            the guard and the login, for the settings file of an own Node-RED
//   dist/scripts/models.js         the command
//   dist/lib/…/*.worker.js         what runs in threads and processes of its own; in build, too: tests start many
// Packages stay apart, where npm has put them, but for those that are loaded in every thread.
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';

/** Packages taken in: of their many files a few are needed, in each thread. */
const TAKEN_IN = ['zod'];

const root = path.resolve(import.meta.dirname, '..');
const dist = path.join(root, 'dist');
const build = path.join(root, 'build');
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const packages = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });
const external = packages.filter((name) => !TAKEN_IN.includes(name)).flatMap((name) => [name, `${name}/*`]);

const entries = { ...manifest['node-red'].plugins, ...manifest['node-red'].nodes };
const threads = readdirSync(path.join(root, 'lib'), { recursive: true })
  .filter((file) => /(?<!\.test)\.(?:worker|child)\.ts$/.test(file))
  .map((file) => path.join('lib', file));

await Promise.all([
  bundle(dist, 'jarvis.js', { stdin: { contents: jarvis(), resolveDir: root, sourcefile: 'jarvis.ts', loader: 'ts' } }),
  ...[dist, build].flatMap((out) => threads.map((file) => bundleFile(out, file))),
  bundleFile(dist, 'scripts/models.ts'),
  ...Object.entries(entries).map(([name, file]) =>
    shim(file, (jarvis) => `${jarvis}.entries[${JSON.stringify(name)}]`),
  ),
  shim(
    'dist/nodes/guard.js',
    (jarvis) => `(({ guard, login, hashPassword }) => ({ guard, login, hashPassword }))(${jarvis})`,
  ),
]);

/** The source of what everything in Node-RED's own thread comes from. */
function jarvis() {
  const files = Object.entries(entries).map(([name, file]) => [name, file.replace(/^dist/, '.')]);
  return [
    ...files.map(([, file], at) => `import entry${at} from ${JSON.stringify(file)};`),
    `export const entries = {${files.map(([name], at) => `${JSON.stringify(name)}: entry${at}`)}};`,
    // For flows/settings.js, and for test/probe.js.
    "export { guard } from './nodes/guard.js';",
    "export { login } from './nodes/login.js';",
    "export { hashPassword } from './lib/satellites/passwords.js';",
    "export { isLoopback } from './lib/satellites/addresses.js';",
    "export { turns } from './lib/conversation/turns.js';",
  ].join('\n');
}

function bundleFile(out, file) {
  return bundle(out, file.replaceAll('\\', '/').replace(/\.ts$/, '.js'), { entryPoints: [path.join(root, file)] });
}

async function bundle(out, file, entry) {
  await esbuild.build({
    ...entry,
    outfile: path.join(out, file),
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'cjs',
    external,
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'eof',
    sourcemap: true,
    logLevel: 'warning',
    plugins: [folders(file)],
  });
}

/** Says of each source file in which folder it would lie, were it compiled alone: beside its data and its threads. */
function folders(file) {
  const up = path.posix.relative(path.posix.dirname(file), '.') || '.';
  return {
    name: 'folders',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, ({ path: source }) => {
        // By its namespace esbuild sees what of it is needed: not the words of fifty languages.
        const text = readFileSync(source, 'utf8').replace("import { z } from 'zod'", "import * as z from 'zod'");
        const folder = path.posix.join(up, path.relative(root, path.dirname(source)).replaceAll('\\', '/'));
        const here = `require('node:path').join(__dirname, ${JSON.stringify(folder)})`;
        return { contents: inAscii(text.replaceAll(/\b__dirname\b/g, here)), loader: 'ts' };
      });
    },
  };
}

/**
 * A source in ASCII: V8 keeps one with any other letter at twice the size, and in regular expressions esbuild leaves them.
 * Of what is written with String.raw only a pattern still means the same.
 */
function inAscii(source) {
  return source.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

async function shim(file, exported) {
  const from = path.posix.relative(path.posix.dirname(file), 'dist/jarvis.js');
  await mkdir(path.join(root, path.dirname(file)), { recursive: true });
  await writeFile(
    path.join(root, file),
    `module.exports = ${exported(`require('${from.replace(/^(?!\.)/, './')}')`)};\n`,
  );
}
