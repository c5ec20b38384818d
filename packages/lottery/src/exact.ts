/** Whole part and rest of a · b / c of whole numbers that are not negative. */
export type Quotient = { readonly whole: number; readonly rest: number };

/** Exact whatever the size: wide integers, which cost ten times as much, only where the product needs them. */
export function divided(a: number, b: number, c: number): Quotient {
  const product = a * b;
  if (product <= Number.MAX_SAFE_INTEGER) {
    const rest = product % c;
    return { whole: (product - rest) / c, rest };
  }
  const wide = BigInt(a) * BigInt(b);
  return { whole: Number(wide / BigInt(c)), rest: Number(wide % BigInt(c)) };
}
