/** Small models write null or nothing for an argument that they leave out. */
export const leftOut = (value: unknown): unknown => (value === null || value === '' ? undefined : value);
