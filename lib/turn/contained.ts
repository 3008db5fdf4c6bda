/**
 * A listener whose faults end nothing: what it throws, or what its promise is rejected with, is told.
 * Node ends the process for both.
 */
export function contained<Args extends unknown[]>(
  listener: (...args: Args) => unknown,
  tell: (thrown: unknown) => void,
): (...args: Args) => void {
  return (...args) => {
    try {
      const result = listener(...args);
      if (result instanceof Promise) result.catch(tell);
    } catch (thrown) {
      tell(thrown);
    }
  };
}
