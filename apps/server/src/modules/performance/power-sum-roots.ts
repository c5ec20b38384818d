/*
 * All zeros of a sum of powers, f(x) = Σ amount · 10 ^ (power · x), and a proof that there is no other.
 *
 * Each term is monotone, so over an interval its ends bound it, and the bounds of all terms bound the sum. An interval
 * whose bounds exclude zero has no zero of f. One whose bounds of f' exclude zero has at most one. One whose bounds of
 * f'' exclude zero has at most two, or one where f touches zero. All others are halved.
 */

export type PowerTerm = {
  /** From 0 to 1. */
  readonly power: number;
  /** A whole number that is not zero. */
  readonly amount: number;
};

export type PowerSumRoots = {
  /** In no order; a zero that is touched counts once. */
  readonly roots: readonly number[];
  /** An interval was left in which f, f' and f'' are all too near to zero for doubles to tell. */
  readonly isUndecided: boolean;
};

/** Below this width an interval is not halved: growth differs by less than a part in four million there. */
const NARROWEST = 1e-7;
/** Two zeros nearer than this are one. */
const SAME = 1e-8;
const HALVINGS = 200;

/** `terms` have different powers and both signs, the highest power first. */
export function powerSumRoots(terms: readonly PowerTerm[]): PowerSumRoots {
  const found: number[] = [];
  let isUndecided = false;
  // Divided by the largest of the powers on each side of zero, no term is ever beyond its amount: 10 ^ x never is
  // infinite.
  const rising = terms.map(({ power, amount }) => ({ power: power - terms[0]!.power, amount }));
  const falling = terms.map(({ power, amount }) => ({ power: power - terms.at(-1)!.power, amount }));
  for (const [sum, low, high] of [
    [falling, -farthest(falling.toReversed(), -1), 0],
    [rising, 0, farthest(rising, 1)],
  ] as const) {
    const rest: (readonly [number, number])[] = [[low, high]];
    for (let next = rest.pop(); next; next = rest.pop()) {
      const [from, to] = next;
      const roots = findRoots(sum, from, to);
      const middle = (from + to) / 2;
      if (roots) found.push(...roots);
      else if (to - from > NARROWEST) rest.push([from, middle], [middle, to]);
      else isUndecided = true;
    }
  }
  const sorted = found.toSorted((a, b) => a - b);
  return { roots: sorted.filter((root, at) => at === 0 || root - sorted[at - 1]! > SAME), isUndecided };
}

/**
 * A distance beyond which there is no zero: zeros beyond it are at most the changes of sign in the sums of the first 1,
 * 2, 3, ... terms there, the dominant one first (Laguerre's rule for sums of powers).
 */
function farthest(dominantFirst: readonly PowerTerm[], side: 1 | -1): number {
  for (let distance = 1; ; distance *= 2) {
    let sum = 0;
    const sums = dominantFirst.map(({ power, amount }) => (sum += amount * 10 ** (power * distance * side)));
    if (sums.every((each) => each < 0 === sums[0]! < 0 && each !== 0)) return distance;
  }
}

/** Zeros from `from` on and before `to`; undefined where the bounds do not tell how many there are. */
function findRoots(terms: readonly PowerTerm[], from: number, to: number): readonly number[] | undefined {
  const bounds = [0, 1, 2].map((degree) => findBounds(terms, degree, from, to));
  const [values, slopes, bends] = bounds as [Bounds, Bounds, Bounds];
  if (excludesZero(values)) return [];
  const f = (x: number): number => derivative(terms, 0, x);
  if (excludesZero(slopes)) return crossing(f, from, to);
  if (!excludesZero(bends)) return undefined;

  const slope = (x: number): number => derivative(terms, 1, x);
  const [atFrom, atTo] = [slope(from), slope(to)];
  if (atFrom === 0 || atTo === 0 || atFrom < 0 === atTo < 0) return crossing(f, from, to);
  const turn = bisect(slope, from, to);
  if (Math.abs(f(turn)) <= values.noise) return [turn];
  return [...crossing(f, from, turn), ...crossing(f, turn, to)];
}

type Bounds = { readonly low: number; readonly high: number; readonly noise: number };

/** Bounds of a derivative between two places, without the factors of ln 10, and what rounding can make of it. */
function findBounds(terms: readonly PowerTerm[], degree: number, from: number, to: number): Bounds {
  let [low, high, size] = [0, 0, 0];
  for (const { power, amount } of terms) {
    const factor = amount * power ** degree;
    const [a, b] = [factor * 10 ** (power * from), factor * 10 ** (power * to)];
    low += Math.min(a, b);
    high += Math.max(a, b);
    size += Math.max(Math.abs(a), Math.abs(b));
  }
  return { low, high, noise: size * Number.EPSILON * (4 + terms.length) };
}

const excludesZero = ({ low, high, noise }: Bounds): boolean => low > noise || high < -noise;

const derivative = (terms: readonly PowerTerm[], degree: number, x: number): number =>
  terms.reduce((sum, { power, amount }) => sum + amount * power ** degree * 10 ** (power * x), 0);

/** The one zero of a monotone function from `from` on and before `to`, if there is one. */
function crossing(f: (x: number) => number, from: number, to: number): readonly number[] {
  const [atFrom, atTo] = [f(from), f(to)];
  if (atFrom === 0) return [from];
  return atTo === 0 || atFrom < 0 === atTo < 0 ? [] : [bisect(f, from, to)];
}

function bisect(f: (x: number) => number, from: number, to: number): number {
  let [low, high] = [from, to];
  const isBelow = f(low) < 0;
  for (let turn = 0; turn < HALVINGS && high - low > Number.EPSILON; turn += 1) {
    const middle = (low + high) / 2;
    if (f(middle) < 0 === isBelow) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
