import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { build } from 'esbuild';
import { ERROR_CODES } from '../lib/turn/errors.js';
import { STATUS_KEYS } from '../nodes/status.js';
import { packageRoot } from './package-root.js';

const LANGUAGES = ['en-US', 'de', 'fr', 'es-ES'] as const;
/** Properties every node on a tab has, whatever its type. */
const OF_EVERY_NODE = ['id', 'type', 'z', 'g', 'x', 'y', 'wires'];
const CORE = [
  ...['tab', 'group', 'comment', 'inject', 'debug', 'catch', 'junction', 'link in', 'link out'],
  ...['function', 'change', 'switch', 'mqtt in', 'mqtt out', 'mqtt-broker'],
];

interface Definition {
  category: string;
  defaults: Record<string, { value: unknown; type?: string; required?: boolean; validate?: Validate }>;
  credentials?: Record<string, { type: string }>;
  color?: string;
  icon?: string;
  inputs?: number;
  outputs?: number;
  label(this: unknown): string;
}
type Validate = (this: object, value: unknown, options: object) => true | string;
type Catalogue = Record<string, string>;
type FlowNode = Record<string, unknown> & { id: string; type: string; wires?: string[][] };

const root = packageRoot();
const nodes = path.join(root, 'nodes');
const types = readdirSync(nodes).filter((name) => /^(?:jarvis|wyoming)-/.test(name));
const read = (...parts: string[]) => readFileSync(path.join(root, ...parts), 'utf8');
const definitions = new Map<string, Definition>();

/** A catalogue as the build writes it, the shared words with the node's own, flat: "label.name" to its text. */
function catalogue(type: string, language: string): Catalogue {
  const shared = flat(JSON.parse(read('nodes/shared/locales', `${language}.json`)));
  const file = path.join('nodes', type, 'locales', language, `${type}.json`);
  const own = existsSync(path.join(root, file)) ? flat(JSON.parse(read(file))) : {};
  for (const key of Object.keys(own)) assert.ok(!(key in shared), `${type}: ${key} stands in the shared words too`);
  return { ...shared, ...own };
}

function flat(words: object, before = ''): Catalogue {
  return Object.fromEntries(
    Object.entries(words).flatMap(([key, value]) =>
      typeof value === 'object' && value ? Object.entries(flat(value, `${before}${key}.`)) : [[before + key, value]],
    ),
  );
}

/** What the editor script of a node registers, run without an editor: no form is open. */
async function register(type: string): Promise<[string, Definition]> {
  const entryPoints = [path.join(nodes, type, `${type}.editor.ts`)];
  const result = await build({ entryPoints, bundle: true, write: false, format: 'iife', logLevel: 'silent' });
  let registered: [string, Definition] | undefined;
  const filterNodes = () => [];
  const RED = { nodes: { filterNodes, registerType: (...of: [string, Definition]) => (registered = of) } };
  const closedForm = { closest: () => ({ data: () => undefined }) };
  new Function('RED', '$', result.outputFiles[0]?.text ?? '')(RED, () => closedForm);
  assert.ok(registered, `${type} registers nothing`);
  return registered;
}

function definitionOf(type: string): Definition {
  const definition = definitions.get(type);
  assert.ok(definition, `${type} is no node of ours`);
  return definition;
}

/** Properties the editor would mark, each with its reason. */
function invalid(node: Record<string, unknown>, type: string): string[] {
  const edited = { id: 'edited', ...node, _: (key: string) => key };
  return Object.entries(definitionOf(type).defaults).flatMap(([name, { required, validate }]) => {
    const value = node[name];
    if (required && value === '') return [`${name}: required`];
    const reason = validate?.call(edited, value, {}) ?? true;
    return reason === true ? [] : [`${name}: ${reason}`];
  });
}

/** Keys of the catalogue that a text of ours asks for. */
const keysIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? '');

before(async () => {
  for (const type of types) {
    const [registered, definition] = await register(type);
    assert.equal(registered, type, 'folder name and node type are the same');
    definitions.set(type, definition);
  }
});

describe('every node', () => {
  for (const type of types) {
    const file = `${type}/${type}`;
    const inputs = (form: string) => keysIn(form, /id="node-(?:config-)?input-([\w-]+)"/g);

    test(`${type} is registered, with icon, form and package entry`, () => {
      const { category, color, defaults, credentials, icon, inputs: ins, outputs } = definitionOf(type);
      const listed = JSON.parse(read('package.json'))['node-red'].nodes;
      assert.equal(listed[type], `dist/nodes/${file}.js`);
      assert.ok(existsSync(path.join(root, 'icons', icon ?? '-')), `no icon ${icon}`);
      const svg = read('icons', icon ?? '-');
      assert.match(svg, /^<svg [^>]*width="40" height="60"/);
      assert.equal(defaults['version']?.value, 1);
      if (category !== 'config') {
        assert.equal(category, 'jarvis');
        assert.match(color ?? '', /^#[0-9A-F]{6}$/);
        assert.ok(ins === 0 || ins === 1);
        // What brings tools, or serves them, has no wires: it stands on the canvas to be seen there.
        assert.ok((outputs ?? 0) > 0 || ins === 0);
      }
      const saved = [...Object.keys(defaults), ...Object.keys(credentials ?? {})].filter((name) => name !== 'version');
      assert.deepEqual(
        inputs(read('nodes', `${file}.html`)).sort(),
        saved.sort(),
        'fields of the form, and what is saved',
      );
      for (const { type: config } of Object.values(defaults)) {
        if (config) assert.equal(definitionOf(config).category, 'config');
      }
    });

    test(`${type}: the runtime knows every property of the form`, () => {
      const sources = readdirSync(path.join(nodes, type)).filter((name) => /^[^.]+\.ts$/.test(name));
      const runtime = sources.map((name) => read('nodes', type, name)).join('\n');
      const { defaults, credentials } = definitionOf(type);
      for (const name of [...Object.keys(defaults), ...Object.keys(credentials ?? {})]) {
        if (name === 'name' || name === 'version') continue;
        assert.match(runtime, new RegExp(`\\b${name}\\b`), `no file of ${type} mentions ${name}`);
      }
    });

    test(`${type}: a new node has nothing marked but what has to be chosen`, () => {
      const { defaults } = definitionOf(type);
      const fresh = Object.fromEntries(Object.entries(defaults).map(([name, { value }]) => [name, value]));
      const chosen = Object.keys(defaults).filter((name) => defaults[name]?.type && defaults[name]?.required);
      assert.deepEqual(
        invalid(fresh, type),
        chosen.map((name) => `${name}: required`),
      );
    });

    test(`${type} speaks four languages`, (t) => {
      const english = catalogue(type, 'en-US');
      const form = read('nodes', `${file}.html`);
      const script = readdirSync(path.join(nodes, type)).filter((name) => name.endsWith('.editor.ts'));
      const scripts = script.map((name) => read('nodes', type, name)).join('\n');
      const runtime = read('nodes', `${file}.ts`);
      const { category, inputs: ins = 0, outputs = 0 } = definitionOf(type);
      const wanted = [
        ...keysIn(form, /data-i18n="(?:\[\w+\])?([\w.]+)"/g),
        ...keysIn(scripts, /'((?:label|option|hint|invalid|check|models|port)\.[\w.]+)'/g),
        ...keysIn(runtime, /RED\._\(\s*'([\w.]+)'/g),
        ...(category === 'config' ? [] : Array.from({ length: outputs }, (_, index) => `port.out${index + 1}`)),
        ...(ins > 0 ? ['port.in'] : []),
      ];
      for (const key of wanted) assert.ok(key in english, `${type}: ${key} has no words`);
      for (const language of LANGUAGES) {
        const words = catalogue(type, language);
        // Node-RED shows the English words for what a language lacks.
        for (const key of Object.keys(english))
          if (!(key in words)) t.diagnostic(`warning: ${key} is English in ${language}`);
        for (const key of Object.keys(words)) assert.ok(key in english, `${type}, ${language}: nobody asks for ${key}`);
        for (const [key, text] of Object.entries(words)) {
          assert.ok(typeof text === 'string' && text.trim() !== '', `${type}, ${language}: ${key} is empty`);
          assert.deepEqual(
            keysIn(text, /__(\w+?)__/g),
            keysIn(english[key] ?? '', /__(\w+?)__/g),
            `${language}: ${key}`,
          );
          if (key.startsWith('status.')) assert.ok(text.length <= 32, `${language}: ${key} is too long to show`);
        }
      }
    });

    test(`${type} explains itself in four languages`, (t) => {
      const english = read('nodes', type, 'help.md');
      const outline = (help: string) => ({
        headings: keysIn(help, /^(###) /gm).length,
        properties: keysIn(help, /^: (\w+) \(/gm),
        ports: keysIn(help, /^(\d\.) /gm),
        codes: keysIn(help, /^- `([a-z-]+)` – /gm),
      });
      const { inputs: ins = 0, outputs = 0 } = definitionOf(type);
      assert.equal(outline(english).ports.length, outputs > 1 ? outputs : 0, 'an entry for each output');
      assert.equal(/^### Inputs$/m.test(english), ins > 0, 'inputs');
      const codes: readonly string[] = ERROR_CODES;
      for (const code of outline(english).codes) assert.ok(codes.includes(code), `${type}: there is no error ${code}`);
      for (const language of LANGUAGES) {
        if (language === 'en-US') continue;
        const file = path.join('nodes', type, 'locales', language, `${type}.html`);
        if (!existsSync(path.join(root, file))) {
          t.diagnostic(`warning: the help is English in ${language}`);
          continue;
        }
        const help = read(file);
        assert.match(help, new RegExp(`^<script type="text/markdown" data-help-name="${type}">\n[^<]+</script>\n$`));
        if (!isDeepStrictEqual(outline(help), outline(english)))
          t.diagnostic(`warning: the help in ${language} says something else than the English one`);
        // Lines that are more than names and codes.
        const said = english.split(/\n+/).filter((line) => line.replace(/`[^`]+`|\W/g, '').length > 20);
        for (const line of said) assert.ok(!help.includes(line), `${type}, ${language}: still English: ${line}`);
      }
    });
  }
});

test('what a status can show has words in four languages', () => {
  const codes: readonly string[] = ERROR_CODES;
  assert.ok(codes.length > 10);
  for (const language of LANGUAGES) {
    const words = flat(JSON.parse(read('nodes/shared/locales', `${language}.json`)));
    const known = Object.keys(words).filter((key) => key.startsWith('status.'));
    const shown = new Set([...STATUS_KEYS, ...codes].map((key) => `status.${key}`));
    assert.deepEqual(known.sort(), [...shown].sort(), language);
  }
  // Nobody sets a status past the one function whose words those are.
  for (const type of types) {
    const sources = readdirSync(path.join(nodes, type)).filter((name) => /(?<!test|editor)\.ts$/.test(name));
    for (const name of sources) assert.doesNotMatch(read('nodes', type, name), /this\.status\(/, name);
  }
});

test('forms mark what is wrong', () => {
  const wrong: Record<string, Record<string, unknown>> = {
    'jarvis-satellites': { port: '70000', host: 'a b', prefix: 'a/#', areas: '[1]', language: '' },
    'jarvis-voice': { wakeWords: ' , ', threshold: '1.5' },
    'jarvis-model': { url: 'ftp://x', numCtx: '12.5', keepAlive: 'soon' },
    'jarvis-home': { url: 'homeassistant', event: 'jarvis say' },
    'jarvis-memory': { minutes: '-1' },
    'jarvis-satellite-in': { site: 'kitchen/+' },
    'jarvis-listen': { silence: '', longest: '61' },
    'jarvis-router': { profiles: '[{"tools": []}]' },
    'jarvis-agent': { maxTurns: 'many' },
    'wyoming-wake': { server: '' },
    'wyoming-stt': { server: 'tcp://127.0.0.1', language: 'English' },
    'wyoming-tts': { server: 'http://127.0.0.1:10200', language: 'e' },
    'jarvis-internet': { searxng: 'searx.example.org', feeds: 'https://example.org/rss ftp://example.org' },
    'jarvis-computer': { limit: '20', folders: 'notes', commands: 'backup', addresses: 'nas/api' },
    'jarvis-mcp': { env: 'NAME', prefix: '1st', seconds: '0' },
    'jarvis-tool': { tool: 'get_state', parameters: '[{"name": "a b"}]', seconds: '121' },
  };
  for (const [type, values] of Object.entries(wrong)) {
    const { defaults } = definitionOf(type);
    const fresh = Object.fromEntries(
      Object.entries(defaults).map(([name, { value, type: config }]) => [name, config ? 'id' : value]),
    );
    const marked = invalid({ ...fresh, ...values }, type).map((reason) => reason.split(':')[0]);
    assert.deepEqual(marked.sort(), Object.keys(values).sort(), type);
  }
});

test('forms insist on an address only for the engine that needs one', () => {
  const fresh = Object.fromEntries(
    Object.entries(definitionOf('jarvis-voice').defaults).map(([name, { value }]) => [name, value]),
  );
  const marked = (values: object) => invalid({ ...fresh, ...values }, 'jarvis-voice');
  assert.deepEqual(marked({ stt: 'wyoming' }), ['sttUrl: invalid.needed']);
  assert.deepEqual(marked({ stt: 'wyoming', sttUrl: 'tcp://127.0.0.1' }), ['sttUrl: invalid.wyoming']);
  assert.deepEqual(marked({ stt: 'wyoming', sttUrl: 'tcp://127.0.0.1:10300' }), []);
  assert.deepEqual(marked({ stt: 'whisper', sttUrl: 'left over' }), []);
  assert.deepEqual(marked({ wake: 'micro', threshold: '' }), []);
  assert.deepEqual(marked({ wake: 'micro', cutoff: '2' }), ['cutoff: invalid.number']);
  assert.deepEqual(marked({ cutoff: '2' }), []);
  assert.deepEqual(marked({ tts: 'home-assistant', player: 'kitchen', ttsEngine: 'tts.piper' }), [
    'player: invalid.player',
  ]);
});

/** Of two colours as `#rrggbb` or `#rgb`, by WCAG 2. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [one, other].map(luminance).sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const digits = colour.length === 4 ? colour.replace(/[^#]/g, '$&$&') : colour;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test('icons and labels of nodes can be seen', () => {
  // Node-RED's own: of labels, and of the icons of nodes without a colour, as config nodes.
  const [label, colourless] = ['#333333', '#dddddd'];
  for (const [type, { color = colourless, icon }] of definitions) {
    assert.ok(contrast(label, color) >= 4.5, `${type}: label`);
    // Behind the icon Node-RED darkens the colour a little.
    const behind = color.replace(/[0-9a-f]{2}/gi, (part) =>
      Math.round(Number.parseInt(part, 16) * 0.95)
        .toString(16)
        .padStart(2, '0'),
    );
    const [, drawn = ''] = /(?:stroke|fill)="(#\w+)"/.exec(read('icons', icon ?? '-')) ?? [];
    assert.ok(contrast(drawn, behind) >= 4.5, `${type}: icon ${drawn} on ${behind}`);
  }
});

describe('examples', () => {
  const seen = new Set<string>();
  const configs = new Map<string, FlowNode>();
  const files = readdirSync(path.join(root, 'examples'));
  test('are there', () => assert.ok(files.length >= 5));

  for (const file of files) {
    test(file, () => {
      assert.match(file, /^\d\d - .+\.json$/);
      const flow: FlowNode[] = JSON.parse(read('examples', file));
      const ids = new Set(flow.map(({ id }) => id));
      assert.equal(ids.size, flow.length, 'ids are unique');
      assert.ok(
        flow.some(({ type, info }) => type === 'comment' && /configuration nodes/.test(String(info))),
        'credentials',
      );
      for (const node of flow) {
        const definition = definitions.get(node.type);
        // Examples share their config nodes, so that importing a second one does not start a second broker.
        if (definition?.category === 'config') {
          assert.deepEqual(node, configs.get(node.id) ?? node, `${node.type} differs between examples`);
          configs.set(node.id, node);
        } else {
          assert.ok(!seen.has(node.id), `${node.id} stands in another example too`);
          seen.add(node.id);
        }
        for (const [port, wire] of (node.wires ?? []).entries()) {
          if (definition) assert.ok(port < (definition.outputs ?? 0), `${node.type} has no output ${port + 1}`);
          for (const id of wire) assert.ok(ids.has(id), `${node.type} is wired to nothing`);
        }
        if (!definition) {
          assert.ok(CORE.includes(node.type), `${node.type} is neither ours nor a core node`);
          continue;
        }
        const expected = [...OF_EVERY_NODE, ...Object.keys(definition.defaults)];
        for (const name of Object.keys(node)) assert.ok(expected.includes(name), `${node.type} has no ${name}`);
        for (const [name, { type }] of Object.entries(definition.defaults)) {
          assert.ok(name in node, `${node.type} needs ${name}`);
          if (type && node[name])
            assert.ok(ids.has(String(node[name])), `${node.type}: its ${name} is not in the example`);
        }
        assert.deepEqual(invalid(node, node.type), [], node.type);
      }
    });
  }
});
