import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

/** What a leaf may ask for instead of a value. */
const wishSchema = z
  .strictObject({
    contains: z.array(z.unknown()),
    absent: z.array(z.unknown()),
    matches: z.string(),
    oneOf: z.array(z.unknown()),
    min: z.number(),
    max: z.number(),
    length: z.unknown(),
    missing: z.literal(true),
    /** Wishes that are all met. */
    all: z.array(z.unknown()),
  })
  .partial()
  .refine((wish) => Object.keys(wish).length > 0);

/** Where the output isn't as expected, one line each; empty when it is. `expect` is matched as a subset of the output. */
export function differences(got: unknown, expect: unknown, path = 'output'): string[] {
  const wish = wishSchema.safeParse(expect);
  if (wish.success && isPlain(expect)) return unmet(got, wish.data, path);
  if (Array.isArray(expect)) {
    if (!Array.isArray(got)) return [`${path} is ${show(got)}, expected ${show(expect)}`];
    if (got.length !== expect.length)
      return [`${path} has ${got.length} items, expected ${show(expect)}: ${show(got)}`];
    return expect.flatMap((item, i) => differences(got[i], item, `${path}[${i}]`));
  }
  if (isPlain(expect)) {
    if (!isPlain(got)) return [`${path} is ${show(got)}, expected ${show(expect)}`];
    return Object.entries(expect).flatMap(([key, value]) => differences(got[key], value, `${path}.${key}`));
  }
  return isDeepStrictEqual(got, expect) ? [] : [`${path} is ${show(got)}, expected ${show(expect)}`];
}

function unmet(got: unknown, wish: z.infer<typeof wishSchema>, path: string): string[] {
  const wrong: string[] = [];
  const check = (ok: boolean, what: string) => {
    if (!ok) wrong.push(`${path} is ${show(got)}, expected ${what}`);
  };
  for (const part of wish.contains ?? []) check(contains(got, part), `to contain ${show(part)}`);
  for (const part of wish.absent ?? []) check(!contains(got, part), `not to contain ${show(part)}`);
  if (wish.matches !== undefined) {
    check(typeof got === 'string' && new RegExp(wish.matches, 'u').test(got), `to match ${wish.matches}`);
  }
  if (wish.oneOf)
    check(
      wish.oneOf.some((one) => isDeepStrictEqual(got, one)),
      `one of ${show(wish.oneOf)}`,
    );
  if (wish.min !== undefined) check(typeof got === 'number' && got >= wish.min, `at least ${wish.min}`);
  if (wish.max !== undefined) check(typeof got === 'number' && got <= wish.max, `at most ${wish.max}`);
  if ('length' in wish) {
    const length = typeof got === 'string' || Array.isArray(got) ? got.length : undefined;
    wrong.push(...differences(length, wish.length, `${path}.length`));
  }
  if (wish.missing) check(got === undefined, 'nothing');
  for (const one of wish.all ?? []) wrong.push(...differences(got, one, path));
  return wrong;
}

/** Texts contain parts in any case; lists contain items that match. */
function contains(got: unknown, part: unknown): boolean {
  if (typeof got === 'string') return got.toLowerCase().includes(String(part).toLowerCase());
  return Array.isArray(got) && got.some((item) => differences(item, part).length === 0);
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function show(value: unknown): string {
  return JSON.stringify(value) ?? 'missing';
}
