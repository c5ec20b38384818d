import { z } from 'zod';

/** One case as run. `expected` and `actual` are JSON text for the line that is printed when it fails. */
export type CaseResult = {
  readonly id: string;
  readonly passed: boolean;
  readonly expected: string;
  readonly actual: string;
};

/** Answers a case with what the product says, or throws. */
export type Answer = (input: unknown) => unknown;

/** The kinds of one schema. */
export type Suite = Readonly<Record<string, Answer>>;

/** A kind of case: the shape of its input, and the product's answer to it. */
export const kind =
  <Shape extends z.ZodType>(shape: Shape, answer: (input: z.output<Shape>) => unknown): Answer =>
  (input) =>
    answer(shape.parse(input));

/** An integer amount of paise, as the product's money. */
export const paise = z.int().transform(BigInt);

/** An integer of the day that vectors without a date are about: the rules as they stand. */
export const RULES_AS_OF = '2026-11-20';

/**
 * Compares what the product answers with what a case expects. Everything expected must be there and equal;
 * the product may say more. Absent and null are the same, since JSON has no undefined.
 */
export function judge(id: string, expected: unknown, answer: () => unknown): CaseResult {
  let actual: unknown;
  try {
    actual = plain(answer());
  } catch (error) {
    actual = `error: ${explain(error)}`;
  }
  return {
    id,
    passed: agrees(expected, actual),
    expected: JSON.stringify(expected) ?? 'undefined',
    actual: JSON.stringify(restrict(actual, expected)) ?? 'undefined',
  };
}

const explain = (error: unknown): string => {
  if (error instanceof z.ZodError) return z.prettifyError(error).replaceAll('\n', ' ');
  return error instanceof Error ? error.message : String(error);
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Bigints as numbers, undefined as null: the forms the files use. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : String(value);
  }
  if (value === undefined) return null;
  if (Array.isArray(value)) return value.map(plain);
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
  return value;
}

/** At the top only the expected keys count; everything below must be equal. */
function agrees(expected: unknown, actual: unknown): boolean {
  if (!isObject(expected) || !isObject(actual)) return equal(expected, actual);
  return Object.entries(expected).every(([key, value]) => key in actual && equal(value, actual[key]));
}

function equal(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => equal(item, b[index]));
  }
  if (isObject(a) && isObject(b)) {
    const keys = Object.keys(a);
    return keys.length === Object.keys(b).length && keys.every((key) => key in b && equal(a[key], b[key]));
  }
  return Object.is(a, b);
}

const restrict = (actual: unknown, expected: unknown): unknown =>
  isObject(actual) && isObject(expected)
    ? Object.fromEntries(Object.keys(expected).map((key) => [key, actual[key]]))
    : actual;
