// Preloaded with NODE_OPTIONS=--require into a Node-RED: answers on PROBE_SOCKET with what it holds after a collection of
// garbage. For tests and benches only.
const { isMainThread, Worker } = require('node:worker_threads');

if (isMainThread && process.env.PROBE_SOCKET) {
  const { EventEmitter } = require('node:events');
  const http = require('node:http');
  const net = require('node:net');
  const path = require('node:path');
  const v8 = require('node:v8');
  const vm = require('node:vm');

  v8.setFlagsFromString('--expose-gc');
  const collect = vm.runInNewContext('gc');

  const listenersOf = (emitter) => emitter.eventNames().reduce((sum, name) => sum + emitter.listenerCount(name), 0);

  const held = () => {
    const { turns } = require(path.resolve(__dirname, '../dist/jarvis.js'));
    const handles = {};
    for (const kind of process.getActiveResourcesInfo()) handles[kind] = (handles[kind] || 0) + 1;
    const { heapUsed, external, rss } = process.memoryUsage();
    return {
      heapUsed,
      external,
      rss,
      handles,
      listeners: { process: listenersOf(process), turns: listenersOf(turns) },
    };
  };

  /** Objects of a kind that are still reached from somewhere. Looking through the heap takes seconds. */
  const objects = () =>
    Object.fromEntries(
      [EventEmitter, net.Socket, Worker, MessagePort, AbortController, AbortSignal, Map, Set, Promise].map((kind) => [
        kind.name,
        v8.queryObjects(kind, { format: 'count' }),
      ]),
    );

  http
    .createServer(async ({ url }, response) => {
      // What is only let go of in the next turns of the loop goes with the second and third.
      for (let round = 0; round < 3; round++) {
        collect();
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      response.end(JSON.stringify({ ...held(), ...(url === '/objects' && { objects: objects() }) }));
    })
    .listen(process.env.PROBE_SOCKET)
    .unref();
}
