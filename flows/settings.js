// Settings for running the package from a checkout: `npm start`.
const { randomBytes } = require('node:crypto');
const { existsSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
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

module.exports = {
  uiHost: process.env.JARVIS_HOST || '127.0.0.1',
  uiPort: Number(process.env.PORT || 1880),
  userDir,
  flowFile: path.join(root, 'flows/home.json'),
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
