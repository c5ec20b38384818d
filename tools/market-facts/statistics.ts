/** Sample statistics of plain lists. */

export const mean = (list: readonly number[]): number => list.reduce((sum, each) => sum + each, 0) / list.length;

export function deviation(list: readonly number[]): number {
  const middle = mean(list);
  return Math.sqrt(mean(list.map((each) => (each - middle) ** 2)));
}

export function median(list: readonly number[]): number {
  const sorted = list.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

/** 3 for a normal distribution. */
export function kurtosis(list: readonly number[]): number {
  const middle = mean(list);
  const squares = list.map((each) => (each - middle) ** 2);
  return mean(squares.map((each) => each * each)) / mean(squares) ** 2;
}

export function correlation(a: readonly number[], b: readonly number[]): number {
  const [middleA, middleB] = [mean(a), mean(b)];
  const together = mean(a.map((each, at) => (each - middleA) * (b[at]! - middleB)));
  return together / (deviation(a) * deviation(b));
}

/** Of values `lag` apart inside one list, never across lists (days). */
export function autocorrelation(lists: readonly (readonly number[])[], lag: number): number {
  const early = lists.flatMap((list) => list.slice(0, -lag));
  const late = lists.flatMap((list) => list.slice(lag));
  return correlation(early, late);
}

/** The place of each value among all; of equal ones in their order. */
export function ranks(list: readonly number[]): number[] {
  const places = list.map(() => 0);
  [...list.keys()].sort((a, b) => list[a]! - list[b]!).forEach((at, place) => (places[at] = place));
  return places;
}

/** With the twentieth at each end as large as the next one. */
export function winsorised(list: readonly number[]): number[] {
  const sorted = list.toSorted((a, b) => a - b);
  const cut = Math.floor(list.length / 20);
  const [least, most] = [sorted[cut]!, sorted[sorted.length - 1 - cut]!];
  return list.map((value) => Math.min(most, Math.max(least, value)));
}
