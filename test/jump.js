// Preloaded into the Node-RED of a test: puts its clock forward whenever the test says so over their channel.
const { isMainThread } = require('node:worker_threads');

if (isMainThread && process.channel) {
  process.on('message', async ({ jump, limits }) => {
    if (typeof jump !== 'number') return;
    await globalThis[Symbol.for('jarvis-clock')].jump(jump, limits);
    process.send({ jumped: jump });
  });
  // The channel keeps no process alive that has ended otherwise.
  process.channel.unref();
}
