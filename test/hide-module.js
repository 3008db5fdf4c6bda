// Preloaded with NODE_OPTIONS=--require into a process and its threads: the packages in HIDDEN_MODULES (separated by
// commas) are not installed there.
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
