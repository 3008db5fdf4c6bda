// Preloaded into each test file's process by test.mjs: as it ends, it notes what it took.
const { appendFileSync, readFileSync } = require('node:fs');
const { isMainThread } = require('node:worker_threads');

const { argv, env, platform } = process;
// Threads and forks of a test are preloaded too.
if (isMainThread && env.JARVIS_TEST_TIMES && argv[1]?.endsWith('.test.js')) {
  process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    const seconds = { wall: performance.now() / 1000, own: (user + system) / 1e6, children: ofChildren() };
    appendFileSync(env.JARVIS_TEST_TIMES, `${JSON.stringify({ file: argv[1], ...seconds })}\n`);
  });
}

/** Seconds of processor time of the processes it has waited for; only Linux tells. */
function ofChildren() {
  if (platform !== 'linux') return 0;
  // After the name, which may contain anything: cutime and cstime are the fields 16 and 17, in hundredths.
  const fields = readFileSync('/proc/self/stat', 'latin1').split(') ').at(-1).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / 100;
}
