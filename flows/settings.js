// Settings for running the package from a checkout: `npm start`.
const path = require('node:path');

const root = path.resolve(__dirname, '..');
const userDir = process.env.JARVIS_USER_DIR || path.join(root, '.node-red');

module.exports = {
  uiHost: process.env.JARVIS_HOST || '127.0.0.1',
  uiPort: Number(process.env.PORT || 1880),
  userDir,
  flowFile: path.join(root, 'flows/home.json'),
  flowFilePretty: true,
  // A package directory with a "node-red" section is loaded as that one module.
  nodesDir: root,
  // Encrypts flows/home_cred.json. Without it Node-RED makes a key and keeps it in userDir.
  ...(process.env.NODE_RED_CREDENTIAL_SECRET && { credentialSecret: process.env.NODE_RED_CREDENTIAL_SECRET }),
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
