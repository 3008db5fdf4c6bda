import { reasonOf } from '../turn/errors.js';

export interface Listeners<Value> {
  /** Adds a listener; the function returned removes it. */
  add(listener: (value: Value) => void): () => void;
  /** Calls every listener. One that throws gives a warning in the log and harms neither the others nor the caller. */
  tell(value: Value): void;
  clear(): void;
}

export function listeners<Value>(): Listeners<Value> {
  const all = new Set<(value: Value) => void>();
  return {
    add(listener) {
      all.add(listener);
      return () => void all.delete(listener);
    },
    tell(value) {
      for (const listener of [...all]) {
        try {
          listener(value);
        } catch (thrown) {
          process.emitWarning(`A listener of the home failed: ${reasonOf(thrown)}`, 'JarvisWarning');
        }
      }
    },
    clear: () => all.clear(),
  };
}
