/** What every program needs. Others of Node-RED's variables may be secrets. */
const NEEDED = [
  ...['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'USER', 'SHELL'],
  ...['SYSTEMROOT', 'APPDATA', 'LOCALAPPDATA', 'USERPROFILE', 'TEMP', 'PATHEXT'],
];

/** The variables that a program gets which is started here. */
export function neededEnvironment(): Record<string, string> {
  const set = NEEDED.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(set);
}
