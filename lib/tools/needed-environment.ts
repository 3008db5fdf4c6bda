/** What every program needs. Others of Node-RED's variables may be secrets. */
const NEEDED = [
  ...['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'USER', 'SHELL'],
  ...['SYSTEMROOT', 'APPDATA', 'LOCALAPPDATA', 'USERPROFILE', 'TEMP', 'PATHEXT'],
];

/** The variables that a program gets which is started here. */
export const neededEnvironment = (): Record<string, string> => environmentOf(NEEDED);

/** Those of some variables of Node-RED's that are set. */
export function environmentOf(names: readonly string[]): Record<string, string> {
  const set = names.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(set);
}
