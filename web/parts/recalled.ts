/**
 * What ↑ and ↓ show in the text box.
 * @param inputs what was said, oldest first; what was said several times on end counts once
 * @param draft what was being typed, which stands behind the newest of them
 * @param back how far back; 0 is the draft
 * @returns undefined where there is nothing that far
 */
export function recalled(
  inputs: readonly string[],
  draft: string,
  back: number,
): { text: string; back: number } | undefined {
  if (back < 0) return undefined;
  const different = inputs.filter((text, n) => text !== inputs[n - 1]);
  const text = back === 0 ? draft : different.at(-back);
  return text === undefined || back > different.length ? undefined : { text, back };
}
