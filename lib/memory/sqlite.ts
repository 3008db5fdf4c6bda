import type BetterSqlite3 from 'better-sqlite3';
import { JarvisError, reasonOf } from '../turn/errors.js';

/**
 * The two releases of better-sqlite3 that are installed. 12 aborts the process on Node 24.19 and newer whenever V8 collects
 * one of its statements (nodejs/node#65446); 13, made for Node-API and shipped built, runs from Node 22 on and crashes 20.
 */
const RELEASES =
  Number.parseInt(process.versions.node, 10) >= 22 ? ['better-sqlite3-13', 'better-sqlite3'] : ['better-sqlite3'];

/**
 * SQLite for this Node.js.
 * @throws JarvisError library-missing
 */
export function loadSqlite(): typeof BetterSqlite3 {
  let failed: unknown;
  for (const name of RELEASES) {
    try {
      const Database = require(name) as typeof BetterSqlite3;
      // The native half is only loaded with the first database.
      new Database(':memory:').close();
      return Database;
    } catch (thrown) {
      failed = thrown;
    }
  }
  throw new JarvisError(
    'library-missing',
    `The library "better-sqlite3" can't be loaded, so nothing is remembered: ${reasonOf(failed)}. Install it again (npm install better-sqlite3@12, with github.com reachable or a C++ toolchain), or use Node.js 22 or newer, which needs neither.`,
    { cause: failed },
  );
}
