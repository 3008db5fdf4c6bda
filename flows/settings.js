// Settings for running the package from a checkout: `npm start`.
const { randomBytes } = require('node:crypto');
const { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const path = require('node:path');

const root = path.resolve(__dirname, '..');
const userDir = process.env.JARVIS_USER_DIR || path.join(root, '.node-red');

/** Encrypts tokens and passwords: NODE_RED_CREDENTIAL_SECRET, or a key made once and kept beside the user's data. */
function credentialSecret() {
  if (process.env.NODE_RED_CREDENTIAL_SECRET) return process.env.NODE_RED_CREDENTIAL_SECRET;
  const file = path.join(userDir, 'credential.key');
  if (!existsSync(file)) {
    mkdirSync(userDir, { recursive: true });
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600 });
  }
  return readFileSync(file, 'utf8').trim();
}

/** Ends the start with a sentence and without a stack, which would say nothing more. */
function refuse(why) {
  throw Object.assign(new Error(why), { stack: why });
}

/** The package, as it was built. */
const built = path.join(root, 'dist/jarvis.js');
if (!existsSync(built)) refuse('Jarvis is not built yet: run "npm run build" first ("npm start" does).');
const { guard, isLoopback, login } = require(built);

/** One login for the editor and the page, where JARVIS_PASSWORD is set; only a machine that nobody else reaches does without. */
function access(host) {
  const { JARVIS_PASSWORD: password, JARVIS_USER: username = 'admin' } = process.env;
  if (password) return login(username, password);
  if (!isLoopback(host)) {
    refuse(
      `At ${host} the editor would be open to everyone: set JARVIS_PASSWORD for its login (name: ${username}), or let it listen on 127.0.0.1.`,
    );
  }
  return { httpAdminMiddleware: guard };
}

const uiHost = process.env.JARVIS_HOST || '127.0.0.1';

/** The flow that is edited: a copy of the shipped one, made once, so that a checkout stays as it was checked out. */
function flowFile() {
  const file = path.join(userDir, 'flows.json');
  if (!existsSync(file)) {
    mkdirSync(userDir, { recursive: true });
    copyFileSync(path.join(root, 'flows/home.json'), file);
  }
  return file;
}

module.exports = {
  uiHost,
  // Other sites' pages are kept from every route and from the editor's socket, with a login or without.
  ...access(uiHost),
  uiPort: Number(process.env.PORT || 1880),
  userDir,
  flowFile: flowFile(),
  flowFilePretty: true,
  // A package directory with a "node-red" section is loaded as that one module.
  nodesDir: root,
  credentialSecret: credentialSecret(),
  telemetry: { enabled: false, updateNotification: false },
  diagnostics: { enabled: true, ui: true },
  runtimeState: { enabled: false, ui: false },
  nodeCloseTimeout: 5000,
  contextStorage: { default: { module: 'memory' } },
  functionExternalModules: false,
  logging: { console: { level: process.env.JARVIS_LOG || 'info', metrics: false, audit: false } },
  editorTheme: {
    page: { title: 'Jarvis' },
    header: { title: 'Jarvis' },
    tours: false,
    projects: { enabled: false },
    palette: {
      categories: ['jarvis', 'subflows', 'common', 'function', 'network', 'sequence', 'parser', 'storage'],
    },
  },
};
