/** The house's clock, in milliseconds since the epoch; a story (evals) sets its own. */
export const clock = { now: (): number => Date.now() };
