// Preloaded with NODE_OPTIONS=--require into a process and its threads: the packages in HIDDEN_MODULES (separated by
// commas) are not installed there; a model file is hidden by its name.
const fs = require('node:fs/promises');
const Module = require('node:module');

const hidden = (process.env.HIDDEN_MODULES || '').split(',').filter((name) => name !== '');

function refuseHidden(request, names) {
  const isHidden = (name) =>
    request === name || request.startsWith(`${name}/`) || request.includes(`/node_modules/${name}/`);
  if (!names.some(isHidden)) return;
  throw Object.assign(new Error(`Cannot find module '${request}'`), { code: 'MODULE_NOT_FOUND' });
}

for (const method of ['_resolveFilename', '_load']) {
  const original = Module[method];
  Module[method] = function (request, ...rest) {
    refuseHidden(String(request), hidden);
    return original.call(this, request, ...rest);
  };
}

// What is only there as an ES module is resolved by another loader.
const hooks = `${refuseHidden}
export async function resolve(specifier, context, next) {
  refuseHidden(specifier, ${JSON.stringify(hidden)});
  return next(specifier, context);
}`;
Module.register(`data:text/javascript,${encodeURIComponent(hooks)}`);

const { readFile } = fs;
fs.readFile = (file, ...rest) =>
  hidden.some((name) => String(file).endsWith(`/${name}`))
    ? Promise.reject(Object.assign(new Error(`ENOENT: no such file, open '${file}'`), { code: 'ENOENT' }))
    : readFile(file, ...rest);
