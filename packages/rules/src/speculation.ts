/**
 * Speculative business income as in real life: what is settled without delivery. A loss of it is set off against such
 * income alone, in its own year and the four that follow. Amounts are in paise. Source: docs/sources.md F18.
 */

export type SpeculativeLoss = {
  /** The year in which the financial year begins. */
  readonly year: number;
  readonly paise: bigint;
};

export type SpeculativeYear = {
  /** Income after losses of earlier years. Never below zero. */
  readonly left: bigint;
  /** Losses for the years to come, the oldest first. */
  readonly carried: readonly SpeculativeLoss[];
};

/** Financial years after its own in which a loss can be set off. */
const YEARS_CARRIED = 4;

/** Sets losses of earlier years, the oldest first, off against the result of a financial year, or adds its loss. */
export function speculativeYear(year: number, result: bigint, before: readonly SpeculativeLoss[]): SpeculativeYear {
  let left = result > 0n ? result : 0n;
  const usable = before.filter((loss) => loss.year < year && loss.year + YEARS_CARRIED >= year);
  const losses = usable
    .toSorted((one, other) => one.year - other.year)
    .map((loss) => {
      const taken = left < loss.paise ? left : loss.paise;
      left -= taken;
      return { year: loss.year, paise: loss.paise - taken };
    });
  const own = { year, paise: result < 0n ? -result : 0n };
  const carried = [...losses, own].filter((loss) => loss.paise > 0n && loss.year + YEARS_CARRIED > year);
  return { left, carried };
}
