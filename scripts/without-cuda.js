// Runs before the package is installed: npm runs the `preinstall` of every package before the `postinstall` of any.
//
// The install script of onnxruntime-node fetches 300 MB of CUDA libraries from another host on Linux x64, used or not, and
// fails where that host can't be reached. It leaves those alone that are there: so they are, and empty. Nothing in this
// package uses CUDA. Whatever goes wrong here is no reason to stop an installation.
const { mkdirSync, writeFileSync } = require('node:fs');
const path = require('node:path');

try {
  const folder = path.join(path.dirname(require.resolve('onnxruntime-node/package.json')), 'bin/napi-v6/linux/x64');
  mkdirSync(folder, { recursive: true });
  for (const provider of ['cuda', 'shared', 'tensorrt']) {
    try {
      writeFileSync(path.join(folder, `libonnxruntime_providers_${provider}.so`), '', { flag: 'wx' });
    } catch {} // It was fetched by somebody who uses it.
  }
} catch {} // It isn't installed.
