/** Throws when a thing that must be so is not: a defect, never a caller's mistake that has an answer. */
export function assert(condition: unknown, message = 'a thing that must be so is not'): asserts condition {
  if (!condition) throw new Error(message);
}
