/**
 * Runs in the sandbox before the program; its source is all of it that gets there. It has the program print, and gives what
 * puts values into words there: what a program makes of its values (getters, proxies) runs on its side only.
 * @param most characters that are kept
 * @param file the program's name in stack traces
 */
export function inSandbox(most: number, file: string) {
  const { stringify } = JSON;
  const { then } = Promise.prototype;
  const { exec } = RegExp.prototype;
  const { apply } = Reflect;
  const printed: string[] = [];
  let kept = 0;

  /** What JSON has no words for; a date in the time zone of the house. */
  function plain(this: Record<string, unknown>, key: string, value: unknown): unknown {
    if (value instanceof Map || value instanceof Set) return [...value];
    return typeof value === 'bigint' || this[key] instanceof Date ? String(this[key]) : value;
  }
  const inWords = (value: unknown): string => {
    if (value instanceof Error) return `${value.name}: ${value.message}`;
    return typeof value === 'object' && !(value instanceof Date) ? stringify(value, plain) : String(value);
  };
  const print = (...values: unknown[]) => {
    if (kept > most) return;
    const line = values
      .map(inWords)
      .join(' ')
      .slice(0, most + 1);
    kept += line.length + 1;
    printed.push(line);
  };
  Object.assign(globalThis, { print, console: { log: print, info: print, warn: print, error: print } });
  // Without Intl they would ignore what they are asked for; so they fail, and can be mended.
  for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']) {
    Reflect.deleteProperty(Date.prototype, name);
  }
  return {
    /** A promise for the value of the last line. @param run what the engine gives for a program */
    ended: (run: Promise<{ value: unknown }>) => apply(then, run, [({ value }: { value: unknown }) => value]),
    /** All that was printed, and the value of the last line. */
    told: (value: unknown) =>
      [...printed, ...(value === undefined ? [] : [inWords(value)])].join('\n').slice(0, most + 1),
    /** What was thrown, and in which line. */
    problem(thrown: unknown) {
      const stack = String((thrown as Error | undefined)?.stack);
      const [, line] = apply(exec, new RegExp(`\\b${file}:(\\d+)`), [stack]) ?? [];
      return `Failed${line ? ` in line ${line}` : ''}: ${inWords(thrown)}`;
    },
  };
}
